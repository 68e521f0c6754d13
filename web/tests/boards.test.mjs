// The board rooms in a real browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, serve } from './browser.mjs';
import { count, flow, newGame, panel, pictures, point, stage, stone, text, until } from './stage.mjs';

const at = stage();

flow('Xiangqi is played, taken back, analysed and reviewed', async ({ size, language, say }) => {
  const page = await at.visit('xiangqi', { size, language });
  await page.waitForSelector('.square svg');
  await newGame(page);
  await point(page, 'h2');
  await until(async () => (await page.locator('circle.target').count()) === 12, 'legal moves have dots');
  await point(page, 'e2');
  await panel(page, 'moves');
  await until(async () => /C2=5|炮二平五/.test(await text(page, 'tree')), 'the move is in the list');
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
  await page.screenshot({ path: `${pictures}xiangqi-analysis-${size}-${language}.png` });
  await page.click('[data-test=analyse]');
  await panel(page, 'moves');
  await page.click('[data-test=review]');
  await until(async () => (await page.locator('.graph').count()) === 1, 'the graph appears', 15_000);
  await panel(page, 'players');
  await page.click('[data-test=undo]');
  await panel(page, 'moves');
  await until(async () => (await page.locator('[data-test=tree] .variation').count()) === 0, 'the move is taken back');
});

flow('an engine answers, a hint is drawn, and the game is in the list', async ({ size, language, say }) => {
  const page = await at.visit('xiangqi', { size, language });
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

flow('the editor names every fault', async ({ size, language, say }) => {
  const page = await at.visit('xiangqi', { size, language });
  await page.waitForSelector('.square svg');
  await page.click('[data-test=editor]');
  await page.waitForSelector('dialog .board svg');
  await page.locator('dialog [role=radio]').first().click();
  const box = await page.locator('dialog .board svg').boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + (75 / 1076) * box.height);
  await until(async () => /没有将帅|no general|no king/i.test((await page.locator('[data-test=faults]').textContent().catch(() => '')) ?? ''), 'a missing general is named');
  assert.ok(await page.locator('dialog [data-test=begin]').isDisabled());
});

flow('Gomoku is played to five, with renju\'s forbidden points shown', async ({ size, language, say }) => {
  const page = await at.visit('gomoku', { size, language });
  await page.waitForSelector('.square svg');
  await newGame(page);
  const moves = ['h8', 'a1', 'i8', 'a2', 'j8', 'a3', 'k8', 'a4', 'l8'];
  for (const [index, name] of moves.entries()) {
    await stone(page, name);
    await until(async () => (await page.locator('.stone').count()) === index + 1, `stone ${index + 1}`);
  }
  await panel(page, 'players');
  await until(async () => (language === 'zh' ? /黑方胜.*五连/ : /wins: five in a row/).test(await text(page, 'status')), 'five wins');
  assert.equal(await page.locator('circle.five').count(), 5);
  await page.screenshot({ path: `${pictures}gomoku-five-${size}-${language}.png` });
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

test('imports name what is wrong and exports come back', async () => {
  const page = await at.visit('xiangqi');
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
  const page = await open(at.browser, `${own.url}xiangqi`);
  await page.waitForSelector('.square svg');
  await newGame(page);
  for (const [from, to] of [['h2', 'e2'], ['h9', 'g7'], ['h0', 'g2']]) {
    const before = await count(page, '[data-test=tree] button');
    await point(page, from);
    await point(page, to);
    await until(async () => (await count(page, '[data-test=tree] button')) === before + 1, `${from}${to} is played`);
  }
  await until(async () => (await page.locator('[data-test=tree] button').count()) === 3, 'three moves');
  const path = new URL(page.url()).pathname.slice(1);
  await own.kill('SIGKILL');
  await page.context().close();
  const again = await serve({ data: own.folder });
  const back = await open(at.browser, again.url + path);
  await until(async () => (await back.locator('[data-test=tree] button').count()) === 3, 'all three moves are there');
  await back.context().close();
  await again.kill();
  own.clean();
});

test('keys are listed, and the board can be played with them alone', async () => {
  const page = await at.visit('xiangqi');
  await page.waitForSelector('.square svg');
  await newGame(page);
  await page.keyboard.press('?');
  await page.waitForSelector('dialog kbd');
  await page.keyboard.press('Escape');
  await page.locator('.square svg').focus();
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await until(async () => /P5\+1/.test(await text(page, 'tree')), 'the middle soldier advanced');
});
