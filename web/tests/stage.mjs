// What every test file needs: one server, one browser, pages that are closed after each test, and the words of both
// languages. A flow runs at desktop and phone size and in both languages: `flow` pairs them, and turns the pairs so
// that over all flows each size meets each language.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, afterEach, before, test } from 'node:test';
import { launch, open, serve } from './browser.mjs';

export const pictures = new URL('../../out/page/', import.meta.url).pathname;
mkdirSync(pictures, { recursive: true });

/** Registers the hooks of a test file. */
export function stage(options = {}) {
  const made = { server: undefined, browser: undefined, pages: [] };
  before(async () => {
    made.server = await serve(options);
    made.browser = await launch();
  });
  after(async () => {
    await made.browser?.close();
    await made.server?.kill();
    made.server?.clean();
  });
  afterEach(async () => {
    const pages = made.pages;
    made.pages = [];
    for (const page of pages) {
      await page.context().close();
      assert.deepEqual(page.problems, [], 'the console is silent');
    }
  });
  made.visit = async (path, how) => {
    const page = await open(made.browser, made.server.url + path, how);
    made.pages.push(page);
    return page;
  };
  return made;
}

let turn = 0;
/** A flow, at both sizes and in both languages. `run` gets the size, the language, and `say(en, zh)`. */
export function flow(name, run) {
  const pairs = turn++ % 2 ? [['desktop', 'zh'], ['phone', 'en']] : [['desktop', 'en'], ['phone', 'zh']];
  for (const [size, language] of pairs) {
    test(`${name} (${size}, ${language})`, () => run({ size, language, say: (en, zh) => (language === 'zh' ? zh : en) }));
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

export async function until(check, what, time = 10_000) {
  const end = Date.now() + time;
  for (;;) {
    const value = await check();
    if (value) return value;
    if (Date.now() > end) assert.fail(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

export const count = (page, selector) => page.locator(selector).count();

/** Presses the middle of a Xiangqi point given as `h2`. */
export async function point(page, name) {
  const box = await page.locator('.square svg').boundingBox();
  const [file, rank] = [name.charCodeAt(0) - 97, Number(name.slice(1))];
  await page.mouse.click(box.x + ((75 + file * 100) / 950) * box.width, box.y + ((75 + (9 - rank) * 100) / 1076) * box.height);
}

/** Presses a Gomoku point of a 15-board. */
export async function stone(page, name) {
  const box = await page.locator('.square svg').boundingBox();
  const [column, row] = [name.charCodeAt(0) - 97, 15 - Number(name.slice(1))];
  await page.mouse.click(box.x + ((60 + column * 60) / 960) * box.width, box.y + ((60 + row * 60) / 960) * box.height);
}

export async function newGame(page, { first = 'human', second = 'human', rules, opening = 'free' } = {}) {
  await page.click('[data-test=new]');
  await page.selectOption('[data-test=player-0]', first);
  await page.selectOption('[data-test=player-1]', second);
  if (rules) await page.selectOption('[data-test=rules]', rules);
  // The dialog remembers the last game's opening rule.
  if (await count(page, '[data-test=opening]')) await page.selectOption('[data-test=opening]', opening);
  await page.click('[data-test=begin]');
  await page.waitForSelector('dialog', { state: 'detached' });
}
