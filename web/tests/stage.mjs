// What every test file needs: one server, one browser, pages that are closed after each test, and the words of both
// languages. A flow runs in several forms: at desktop and phone size, in both languages. On a phone it is done with a finger.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { after, afterEach, before, test } from 'node:test';
import { launch, open, PATIENCE, serve } from './browser.mjs';

export const pictures = new URL('../../out/page/', import.meta.url).pathname;
mkdirSync(pictures, { recursive: true });

/** Registers the hooks of a test file. */
export function stage(options = {}) {
  const made = { server: undefined, browser: undefined, pages: [], others: [] };
  before(async () => {
    made.server = await serve(options);
    made.browser = await launch();
  });
  after(async () => {
    await made.browser?.close();
    for (const server of [made.server, ...made.others]) {
      await server?.kill();
      server?.clean();
    }
  });
  afterEach(async () => {
    const pages = made.pages;
    made.pages = [];
    for (const page of pages) {
      await page.context().close();
      assert.deepEqual(page.problems, [], 'the console is silent');
    }
  });
  made.visit = async (path, how, server = made.server) => {
    const page = await open(made.browser, server.url + path, how);
    made.pages.push(page);
    return page;
  };
  // Another server with data of its own, or with that of a server that has ended.
  made.serve = async (how) => {
    const server = await serve(how);
    made.others.push(server);
    return server;
  };
  return made;
}

const allForms = [
  ['desktop', 'en'],
  ['phone', 'zh'],
  ['desktop', 'zh'],
  ['phone', 'en'],
];

/** Two forms have every size and every language; XUN_FORMS=all adds the other two, in twice the time. */
export const forms = process.env.XUN_FORMS === 'all' ? allForms : allForms.slice(0, 2);

/** A flow, at both sizes and in both languages. `run` gets the size, the language, its number, and `say(en, zh)`. */
export function flow(name, run) {
  for (const [number, [size, language]] of forms.entries()) {
    test(`${name} (${size}, ${language})`, () =>
      run({ size, language, number, say: (en, zh) => (language === 'zh' ? zh : en) }));
  }
}

export const text = (page, name) => page.textContent(`[data-test=${name}]`);

/** Opens the tab of a panel where panels are tabs. */
export async function panel(page, name) {
  const tab = page.locator(`#tab-${name}`);
  if (await tab.isVisible()) await tab.click();
  // In the row of tabs the arrow keys choose tabs.
  await page.evaluate(() => document.activeElement?.blur());
}

/** Waits for a condition. */
export async function until(check, what) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const value = await check();
    if (value) return value;
    if (Date.now() > end) assert.fail(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

/** Repeats a check until its assertions hold; then it gives what the check gives. */
export async function holds(check) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof assert.AssertionError) || Date.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

/** Waits until everything is loaded and nothing moves any more. */
export async function rest(page) {
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' &&
      !document.querySelector('.wait') &&
      document
        .getAnimations()
        .every(
          (one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Infinity,
        ),
  );
}

export const count = (page, selector) => page.locator(selector).count();

/** A press with the mouse, or on a phone with a finger. */
export async function press(page, { x, y }) {
  if (page.touch) await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
}

/** A stroke from place to place with the mouse or a finger. */
export async function stroke(page, from, to) {
  const between = [0.3, 0.6, 1].map((part) => ({
    x: from.x + (to.x - from.x) * part,
    y: from.y + (to.y - from.y) * part,
  }));
  if (page.touch) {
    const session = await page.context().newCDPSession(page);
    const send = (type, points) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await send('touchStart', [from]);
    for (const place of between) await send('touchMove', [place]);
    await send('touchEnd', []);
    await session.detach();
  } else {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (const place of between) await page.mouse.move(place.x, place.y);
    await page.mouse.up();
  }
}

/** Where an element is, with the page scrolled so that it can be touched. */
export async function boxOf(page, selector) {
  const found = page.locator(selector).first();
  await found.scrollIntoViewIfNeeded();
  return found.boundingBox();
}

/** Where a Xiangqi point given as `h2` is. */
export async function pointAt(page, name, board = '.square svg') {
  const box = await boxOf(page, board);
  const [file, rank] = [name.charCodeAt(0) - 97, Number(name.slice(1))];
  return {
    x: box.x + ((90 + file * 100) / 980) * box.width,
    y: box.y + ((90 + (9 - rank) * 100) / 1080) * box.height,
  };
}

/** Presses the middle of a Xiangqi point. */
export const point = async (page, name, board) => press(page, await pointAt(page, name, board));

/** Where a Gomoku point of a board of this size is. */
export async function stoneAt(page, name, size = 15) {
  const box = await boxOf(page, '.square svg');
  const [column, row] = [name.charCodeAt(0) - 97, size - Number(name.slice(1))];
  const whole = (size - 1) * 60 + 132;
  return {
    x: box.x + ((66 + column * 60) / whole) * box.width,
    y: box.y + ((66 + row * 60) / whole) * box.height,
  };
}

/** Places a stone: a press with the mouse, two taps with a finger, since points are small there. */
export async function stone(page, name, size = 15) {
  const place = await stoneAt(page, name, size);
  await press(page, place);
  if (page.touch) await press(page, place);
}

/** What the browser saves when this is pressed. */
export async function saved(page, target) {
  const pressed = typeof target === 'string' ? page.locator(target) : target;
  const [download] = await Promise.all([page.waitForEvent('download'), pressed.click()]);
  const bytes = readFileSync(await download.path());
  return { name: download.suggestedFilename(), bytes, text: bytes.toString('utf8') };
}

/** The button of this name. */
export const button = (page, name) => page.getByRole('button', { name, exact: true });

export const moves = (page) => page.locator('[data-test=tree] button').count();
/** The move that is shown and the number of moves, as `2 / 3`. */
export const ply = (page) => text(page, 'ply');
export const timeline = (page) =>
  page.getAttribute('.timeline input[type=range]', 'aria-valuetext');

export async function newGame(
  page,
  { first = 'human', second = 'human', rules, size, minutes = 0, name, opening = 'free' } = {},
) {
  const before = gameOf(page);
  await openNewGame(page);
  await page.selectOption('[data-test=player-0]', first);
  await page.selectOption('[data-test=player-1]', second);
  if (rules) await page.selectOption('[data-test=rules]', rules);
  if (size) await page.selectOption('[data-test=size]', String(size));
  // The dialog remembers the last game's clock and its limits for engines.
  await page.check(minutes ? '[data-test=clock-own]' : '[data-test=clock-0]');
  if (minutes) await page.fill('[data-test=minutes]', String(minutes));
  if (await count(page, '[data-test=think]')) await page.selectOption('[data-test=think]', 'level');
  if (name) await page.fill('[data-test=name]', name);
  // The dialog remembers the last game's opening rule.
  if (await count(page, '[data-test=opening]'))
    await page.selectOption('[data-test=opening]', opening);
  await page.click('[data-test=begin]');
  await page.waitForSelector('dialog', { state: 'detached' });
  await until(() => gameOf(page) !== before, 'the address names the new game');
}

/** The number of the game in the address. */
export const gameOf = (page) => /\/game\/(\d+)/.exec(page.url())?.[1];

/** Opens the dialog of a new game with everything that it folds away. */
export async function openNewGame(page) {
  // On a phone a toast lies over the foot of the dialog.
  if (await count(page, '[data-test=toast]')) await page.click('[data-test=toast] .close');
  await page.click('[data-test=new]');
  await page.click('[data-test=more]');
}
