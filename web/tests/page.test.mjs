// What a person does on the page, in a real browser: at desktop and phone size, in both languages. Pictures go to
// out/page/ to be looked at.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { after, afterEach, before, test } from 'node:test';
import { launch, open, serve } from './browser.mjs';

const pictures = new URL('../../out/page/', import.meta.url).pathname;
mkdirSync(pictures, { recursive: true });
const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

let server;
let browser;
let pages = [];

before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.kill();
  server?.clean();
});
afterEach(async () => {
  for (const page of pages) {
    assert.deepEqual(page.problems, [], 'the console is silent');
    await page.context().close();
  }
  pages = [];
});

async function visit(path, options) {
  const page = await open(browser, server.url + path, options);
  pages.push(page);
  return page;
}

const text = (page, name) => page.textContent(`[data-test=${name}]`);
/** Opens the tab of a panel where panels are tabs. */
async function panel(page, name) {
  const tab = page.locator(`#tab-${name}`);
  if (await tab.isVisible()) await tab.click();
  // In the row of tabs the arrow keys choose tabs.
  await page.evaluate(() => document.activeElement?.blur());
}

async function until(check, what, time = 8000) {
  const end = Date.now() + time;
  for (;;) {
    const value = await check();
    if (value) return value;
    if (Date.now() > end) assert.fail(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

/** Presses the middle of a Xiangqi point given as `h2`. */
async function point(page, name) {
  const box = await page.locator('.square svg').boundingBox();
  const [file, rank] = [name.charCodeAt(0) - 97, Number(name.slice(1))];
  await page.mouse.click(box.x + ((75 + file * 100) / 950) * box.width, box.y + ((75 + (9 - rank) * 100) / 1076) * box.height);
}

/** Presses a Gomoku point of a 15-board. */
async function stone(page, name) {
  const box = await page.locator('.square svg').boundingBox();
  const [column, row] = [name.charCodeAt(0) - 97, 15 - Number(name.slice(1))];
  await page.mouse.click(box.x + ((60 + column * 60) / 960) * box.width, box.y + ((60 + row * 60) / 960) * box.height);
}

async function newGame(page, { first = 'human', second = 'human', rules } = {}) {
  await page.click('[data-test=new]');
  await page.selectOption('[data-test=player-0]', first);
  await page.selectOption('[data-test=player-1]', second);
  if (rules) await page.selectOption('[data-test=rules]', rules);
  await page.click('[data-test=begin]');
  await page.waitForSelector('dialog', { state: 'detached' });
}

for (const size of ['desktop', 'phone']) {
  for (const language of ['en', 'zh']) {
    test(`every room opens, is accessible, and is photographed (${size}, ${language})`, async () => {
      const page = await visit('', { size, language, theme: language === 'zh' ? 'night' : 'day' });
      for (const room of ['', 'paths?run=1', 'xiangqi', 'gomoku', 'lab']) {
        await page.goto(server.url + room);
        await page.waitForSelector(room ? '.room' : '.home');
        await page.waitForTimeout(500);
        await page.evaluate(axe);
        const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
        const serious = found.violations.filter((one) => ['serious', 'critical'].includes(one.impact));
        assert.deepEqual(serious.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).slice(0, 3).join(' | ')}`), [], `accessibility of /${room}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `/${room} does not scroll sideways (${wide})`);
        await page.screenshot({ path: `${pictures}${room.replace(/\W.*/, '') || 'home'}-${size}-${language}.png` });
      }
      assert.equal(await page.getAttribute('html', 'lang'), language === 'zh' ? 'zh-Hans' : 'en');
    });
  }

  test(`a path is searched, walked back, compared and explained (${size})`, async () => {
    const page = await visit('paths', { size });
    await panel(page, 'search');
    await page.click('[data-test=run]');
    await panel(page, 'numbers');
    await until(async () => (await text(page, 'outcome-0')) === 'found', 'the path is found');
    await page.keyboard.press('End');
    const at = async () => Number((await page.getAttribute('.timeline input[type=range]', 'aria-valuetext')).split(' / ')[0]);
    const end = await until(at, 'the timeline has events');
    await page.keyboard.press('ArrowLeft');
    await until(async () => (await at()) === end - 1, 'one step back');
    await page.keyboard.press('Home');
    await until(async () => (await at()) === 0, 'back to the beginning');
    await panel(page, 'search');
    await page.click('[data-test=compare]');
    await page.selectOption('[data-test=algorithm-1]', 'ida');
    await page.click('[data-test=run]');
    await panel(page, 'numbers');
    await until(async () => (await text(page, 'outcome-1')) === 'found', 'the second is found too', 20_000);
    await panel(page, 'search');
    assert.match(await page.textContent('.panel-search'), /exponential/);
    await panel(page, 'bounds');
    assert.ok((await page.locator('.panel-bounds li').count()) >= 1, 'bounds are listed');
    await page.screenshot({ path: `${pictures}paths-compare-${size}.png` });
  });

  test(`maps are made, pasted with every fault named, and supply matters (${size})`, async () => {
    const page = await visit('paths', { size });
    await panel(page, 'map');
    await page.locator('summary').click();
    await page.fill('[data-test=paste]', '2 3 5\n3 0\n1 x 4\n');
    await page.click('[data-test=read]');
    const faults = await page.textContent('[data-test=faults]');
    assert.match(faults, /Line 2/);
    assert.match(faults, /Line 3/);
    await page.fill('[data-test=paste]', '3 5 3\n3 0 2 0 4\n1 1 1 1 1\n0 0 0 0 0\n');
    await page.click('[data-test=read]');
    await until(async () => (await page.inputValue('[data-test=tank]')) === '3', 'the tank is read');
    await panel(page, 'search');
    await page.selectOption('[data-test=algorithm-0]', 'labels');
    await page.click('[data-test=run]');
    await panel(page, 'numbers');
    await until(async () => (await text(page, 'outcome-0')) === 'found', 'found with a refill');
    await until(async () => /Refills at/.test(await page.textContent('.panel-numbers')), 'the refill is named');
    await panel(page, 'map');
    await page.selectOption('[data-test=family]', 'maze');
    await page.click('[data-test=generate]');
    await until(async () => /map=/.test(page.url()), 'the address holds the map');
    const address = page.url();
    await page.reload();
    await page.waitForSelector('.room');
    assert.equal(page.url(), address, 'a reload keeps the view');
  });

  test(`Xiangqi is played, taken back, analysed and reviewed (${size})`, async () => {
    const page = await visit('xiangqi', { size });
    await page.waitForSelector('.square svg');
    await newGame(page);
    await point(page, 'h2');
    await until(async () => (await page.locator('circle.target').count()) === 12, 'legal moves have dots');
    await point(page, 'e2');
    await panel(page, 'moves');
    await until(async () => /C2=5/.test(await text(page, 'tree')), 'the move is in the list');
    await page.fill('[data-test=type-move]', '马8进7');
    await page.keyboard.press('Enter');
    await until(async () => (await page.locator('[data-test=tree] button').count()) === 2, 'a typed move is played');
    await page.locator('.square svg').evaluate((node) => node.blur());
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press('ArrowLeft');
    await until(async () => (await page.getAttribute('.timeline input', 'aria-valuetext')) === '1 / 2', 'one move back');
    await point(page, 'b9');
    await point(page, 'c7');
    await until(async () => (await page.locator('[data-test=tree] .variation').count()) === 1, 'another move is a variation');
    await panel(page, 'analysis');
    const began = Date.now();
    await page.click('[data-test=analyse]');
    await until(async () => (await page.locator('[data-test=lines] li').count()) >= 3, 'three lines');
    assert.ok(Date.now() - began < 5000);
    await until(async () => (await page.locator('g.arrows path.best').count()) === 1, 'an arrow for the best move');
    await page.screenshot({ path: `${pictures}xiangqi-analysis-${size}.png` });
    await page.click('[data-test=analyse]');
    await panel(page, 'moves');
    await page.click('[data-test=review]');
    await until(async () => (await page.locator('.graph').count()) === 1, 'the graph appears', 15_000);
    await panel(page, 'players');
    await page.click('[data-test=undo]');
    await panel(page, 'moves');
    await until(async () => (await page.locator('[data-test=tree] .variation').count()) === 0, 'the move is taken back');
  });

  test(`an engine answers, a hint is drawn, and the game is in the list (${size})`, async () => {
    const page = await visit('xiangqi', { size });
    await page.waitForSelector('.square svg');
    await newGame(page, { second: 'level:beginner' });
    await point(page, 'b2');
    await point(page, 'e2');
    await panel(page, 'moves');
    await until(async () => (await page.locator('[data-test=tree] button').count()) === 2, 'the engine answers', 10_000);
    await panel(page, 'players');
    await page.click('[data-test=hint]');
    await until(async () => (await page.locator('g.arrows path.hint').count()) === 1, 'a hint is drawn');
    await page.click('[data-test=games]');
    await until(async () => (await page.locator('[data-test=game-list] li').count()) >= 1, 'games are listed');
  });

  test(`the editor names every fault (${size})`, async () => {
    const page = await visit('xiangqi', { size, language: 'zh' });
    await page.waitForSelector('.square svg');
    await page.click('[data-test=editor]');
    await page.waitForSelector('dialog .board svg');
    await page.locator('dialog [role=radio]').first().click();
    const box = await page.locator('dialog .board svg').boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + (75 / 1076) * box.height);
    await until(async () => /没有将帅/.test((await page.locator('[data-test=faults]').textContent().catch(() => '')) ?? ''), 'a missing general is named');
    assert.ok(await page.locator('dialog [data-test=begin]').isDisabled());
  });

  test(`Gomoku is played to five, with renju's forbidden points shown (${size})`, async () => {
    const page = await visit('gomoku', { size });
    await page.waitForSelector('.square svg');
    await newGame(page);
    const moves = ['h8', 'a1', 'i8', 'a2', 'j8', 'a3', 'k8', 'a4', 'l8'];
    for (const [index, name] of moves.entries()) {
      await stone(page, name);
      await until(async () => (await page.locator('.stone').count()) === index + 1, `stone ${index + 1}`);
    }
    await panel(page, 'players');
    await until(async () => /wins: five in a row/.test(await text(page, 'status')), 'five wins');
    assert.equal(await page.locator('circle.five').count(), 5);
    await page.screenshot({ path: `${pictures}gomoku-five-${size}.png` });
    await page.click('[data-test=files]');
    await page.fill('[data-test=import-text]', 'h8a1h9a15i10o1j10o15');
    await page.click('[data-test=import]');
    await page.waitForSelector('dialog', { state: 'detached' });
    await newGame(page, { rules: 'renju' });
    for (const name of ['h8', 'a1', 'h9', 'a15', 'i10', 'o1', 'j10', 'o15']) {
      const before = await page.locator('.stone').count();
      await stone(page, name);
      await until(async () => (await page.locator('.stone').count()) === before + 1, name);
    }
    await until(async () => (await page.locator('path.forbidden').count()) >= 1, 'a double three is crossed');
  });

  test(`a tree is stepped through and practised (${size})`, async () => {
    const page = await visit('lab/tree', { size });
    await until(async () => /\/ [1-9]/.test((await page.getAttribute('.timeline input', 'aria-valuetext')) ?? ''), 'steps are there');
    await page.keyboard.press('End');
    await until(async () => (await page.locator('path.scissors').count()) === 2, 'two leaves are cut');
    await panel(page, 'search');
    await page.selectOption('[data-test=algorithm]', 'minimax');
    await panel(page, 'counts');
    await until(async () => (await page.locator('.panel-counts tbody tr').count()) === 2, 'both are compared');
    await panel(page, 'search');
    await page.selectOption('[data-test=algorithm]', 'alpha-beta');
    await page.click('[data-test=practice]');
    await panel(page, 'why');
    await page.click('[data-test=keep]');
    await until(async () => /Right|Not so/.test(await page.textContent('.panel-why')), 'an answer to the answer');
    await page.click('[data-test=practice]');
    await page.click('[data-test=real]');
    await panel(page, 'counts');
    await until(async () => (await page.locator('.panel-counts tbody tr').count()) >= 1, 'a real position', 15_000);
    await page.screenshot({ path: `${pictures}lab-real-${size}.png` });
  });
}

test('imports name what is wrong and exports come back', async () => {
  const page = await visit('xiangqi');
  await page.waitForSelector('.square svg');
  await page.click('[data-test=files]');
  await page.fill('[data-test=import-text]', '[Event "x"]\n1. C2=5 H2+3 2. Q9+9 *');
  await page.click('[data-test=import]');
  assert.match(await text(page, 'import-error'), /line 2/);
  await page.fill('[data-test=import-text]', '[Event "Test"]\n1. C2=5 h8+7 2. H2+3 *');
  await page.click('[data-test=import]');
  await page.waitForSelector('dialog', { state: 'detached' });
  await until(async () => (await page.locator('[data-test=tree] button').count()) === 3, 'three moves');
  await page.click('[data-test=files]');
  await page.selectOption('[data-test=format]', 'pgn');
  await until(async () => /H2-E2/i.test(await page.inputValue('[data-test=exported]')), 'the PGN');
});

test('kill -9 in mid-game loses nothing, and the page finds its game again', async () => {
  const own = await serve();
  const page = await open(browser, `${own.url}xiangqi`);
  await page.waitForSelector('.square svg');
  await newGame(page);
  for (const [from, to] of [['h2', 'e2'], ['h9', 'g7'], ['h0', 'g2']]) {
    await point(page, from);
    await point(page, to);
    await page.waitForTimeout(150);
  }
  await until(async () => (await page.locator('[data-test=tree] button').count()) === 3, 'three moves');
  const path = new URL(page.url()).pathname.slice(1);
  await own.kill('SIGKILL');
  await page.context().close();
  const again = await serve({ data: own.folder });
  const back = await open(browser, again.url + path);
  await until(async () => (await back.locator('[data-test=tree] button').count()) === 3, 'all three moves are there');
  await back.context().close();
  await again.kill();
  own.clean();
});

test('a first visit gets the tour, in both languages, once', async () => {
  for (const language of ['en', 'zh']) {
    const page = await visit('paths', { language, tour: true });
    for (let step = 0; step < 4; step++) await page.locator('.card button.main').click();
    await page.waitForSelector('.card', { state: 'detached' });
    await page.reload();
    await page.waitForSelector('.room');
    assert.equal(await page.locator('.card').count(), 0);
  }
});

test('keys are listed, and the board can be played with them alone', async () => {
  const page = await visit('xiangqi');
  await page.waitForSelector('.square svg');
  await newGame(page);
  await page.keyboard.press('?');
  await page.waitForSelector('dialog kbd');
  await page.keyboard.press('Escape');
  await page.locator('.square svg').focus();
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await until(async () => /P5\+1/.test(await text(page, 'tree')), 'the middle soldier advanced');
});

test('200 × 200 plays at sixty frames a second', async () => {
  const page = await visit('paths');
  await panel(page, 'map');
  for (const [index, value] of [[0, '200'], [1, '200']]) {
    const field = page.locator('#panel-map input[type=number]').nth(index);
    await field.fill(value);
    await field.blur();
  }
  await page.selectOption('[data-test=family]', 'random');
  await page.click('[data-test=generate]');
  await page.click('[data-test=run]');
  await until(async () => (await text(page, 'outcome-0')) === 'found', 'found', 15_000);
  await page.keyboard.press('Home');
  const frames = await page.evaluate(async () => {
    document.querySelector('.timeline .run').click();
    const times = [];
    let last = performance.now();
    for (let i = 0; i < 60; i++) {
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      times.push(now - last);
      last = now;
    }
    return times.sort((a, b) => a - b);
  });
  // Software rendering on a busy machine: the middle frame must be on time.
  assert.ok(frames[30] < 40, `the middle frame took ${frames[30]} ms`);
  console.log(`frames: median ${frames[30].toFixed(1)} ms, slowest ${frames[59].toFixed(1)} ms`);
});
