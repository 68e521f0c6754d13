// Matches in the lab: set up, watched, stopped, gone on with, downloaded, opened on a board.

import assert from 'node:assert/strict';
import { button, count, flow, panel, pictures, saved, stage, text, until } from './stage.mjs';

const uci = (process.env.XUN ?? '').replace(/xun$/, 'xun-uci');
const at = stage({ extra: ['--engine', `Other=uci ${uci}`] });

flow('a match is set up, watched, counted and downloaded', async ({ size, language, say }) => {
  const page = await at.visit('lab/matches', { size, language });
  await page.click('[data-test=match-new]');
  await page.selectOption('[data-test=match-game]', 'gomoku');
  await page.selectOption('[data-test=match-player-0]', 'level:easy');
  await page.selectOption('[data-test=match-player-1]', 'textbook');
  await page.click('[data-test=match-add]');
  await page.fill('[data-test=match-games]', '6');
  await page.fill('[data-test=match-move]', '20');
  await page.click('dialog summary');
  await page.fill('[data-test=match-openings]', 'h8i9\nz99');
  await page.screenshot({ path: `${pictures}match-new-${size}-${language}.png` });
  await page.click('[data-test=match-begin]');
  await until(
    async () =>
      /^(Line 2: |第 2 行：)/.test((await text(page, 'match-faults').catch(() => '')) ?? ''),
    'the second opening is named',
  );
  await page.fill('[data-test=match-openings]', '');
  await page.click('[data-test=match-begin]');
  await page.waitForSelector('dialog', { state: 'detached' });
  await until(async () => (await count(page, '[data-test=live-board] svg')) >= 1, 'a live board');
  await until(
    async () => (await text(page, 'match-phase')) === say('finished', '已结束'),
    'the match ends',
  );
  await panel(page, 'table');
  await until(async () => (await count(page, '[data-test=match-table] tbody')) === 3, 'three rows');
  assert.match(await text(page, 'match-table'), /stronger with|更强的概率/);
  await page.screenshot({ path: `${pictures}match-end-${size}-${language}.png` });
  await panel(page, 'results');
  await until(async () => (await count(page, '[data-test=match-results] li')) === 6, 'six results');
  const sgf = await saved(page, '[data-test=match-download-sgf]');
  assert.equal(sgf.text.match(/GM\[4\]/g).length, 6);
  assert.match((await saved(page, '[data-test=match-download-psq]')).name, /\.tar$/);
  await page.locator('[data-test=match-results] .icon-button').first().click();
  await until(() => /\/gomoku\/game\/\d+/.test(page.url()), 'a game is opened on a board');
  await until(async () => (await count(page, '.stone')) > 0, 'its stones are there');
});

flow(
  'a match goes on without its page, is stopped and gone on with',
  async ({ size, language, say }) => {
    const page = await at.visit('lab/matches', { size, language });
    await page.click('[data-test=match-new]');
    await page.selectOption('[data-test=match-game]', 'xiangqi');
    await page.selectOption('[data-test=match-player-0]', 'engine:Other');
    await page.selectOption('[data-test=match-player-1]', 'level:beginner');
    // More games than are played before the match is stopped, however long that takes.
    await page.fill('[data-test=match-games]', '1000');
    await page.fill('[data-test=match-move]', '15');
    await page.click('[data-test=match-begin]');
    await page.waitForSelector('dialog', { state: 'detached' });
    await until(async () => (await count(page, '[data-test=live-board] svg')) >= 1, 'a live board');
    await page.screenshot({ path: `${pictures}match-live-${size}-${language}.png` });
    const path = new URL(page.url()).pathname.slice(1);
    const before = Number((await text(page, 'match-played')).split('/')[0]);
    at.pages.splice(at.pages.indexOf(page), 1);
    await page.context().close();
    const again = await at.visit(path, { size, language });
    await until(
      async () => Number((await text(again, 'match-played')).split('/')[0]) > before,
      'games were played meanwhile',
    );
    await again.click('[data-test=match-stop]');
    await until(
      async () => (await text(again, 'match-phase')) === say('stopped', '已停止'),
      'it stops',
    );
    await until(async () => (await count(again, '[data-test=match-go-on]')) === 1, 'it can go on');
    const pgn = await saved(again, '[data-test=match-download-pgn]');
    assert.match(pgn.text, /\[(Red|Black) "Other"\]/);
    await again.click('[data-test=match-go-on]');
    await until(
      async () => (await text(again, 'match-phase')) === say('running', '进行中'),
      'it goes on',
    );
    await again.click('[data-test=match-stop]');
    await until(
      async () => (await text(again, 'match-phase')) === say('stopped', '已停止'),
      'it stops again',
    );
    await again.click('[data-test=match-delete]');
    await until(() => !again.url().endsWith(path), 'it is deleted');
    // Deleted in one click, and back in one click with its games; also after a reload.
    await again.click('[data-test=toast-undo]');
    await until(() => again.url().endsWith(path), 'it is restored');
    await again.click('[data-test=match-delete]');
    await until(() => !again.url().endsWith(path), 'it is deleted again');
    await again.reload();
    const number = path.split('/').at(-1);
    await button(again, say(`Restore match ${number}`, `恢复比赛 ${number}`)).click();
    await until(() => again.url().endsWith(path), 'it is restored');
    await until(
      async () =>
        Number((await text(again, 'match-played').catch(() => '0')).split('/')[0]) > before,
      'with its games',
    );
    // The list names it with its players.
    await again.click('[data-test=match-all]');
    const listed = again.locator(`[data-test=match-${path.split('/').at(-1)}]`);
    await listed.waitFor();
    assert.match(await listed.textContent(), /Other/);
    await listed.click();
    await until(() => again.url().endsWith(path), 'it is opened from the list');
  },
);

flow('a stop does not wait for the move under way', async (form) => {
  const { say } = form;
  const page = await at.visit('lab/matches', form);
  await page.click('[data-test=match-new]');
  await page.selectOption('[data-test=match-game]', 'xiangqi');
  // Ours and an engine of others in turn; to this depth a move takes hours.
  const player = form.number % 2 ? 'engine:Other' : 'level:full';
  for (const seat of [0, 1]) await page.selectOption(`[data-test=match-player-${seat}]`, player);
  await page.selectOption('[data-test=match-control]', 'depth');
  await page.fill('[data-test=match-depth]', '40');
  await page.click('dialog summary');
  await page.fill('[data-test=match-plies]', '0');
  await page.click('[data-test=match-begin]');
  await page.waitForSelector('dialog', { state: 'detached' });
  await until(async () => (await count(page, '[data-test=live-board] svg')) >= 1, 'a live board');
  await page.click('[data-test=match-stop]');
  await until(
    async () => (await text(page, 'match-phase')) === say('stopped', '已停止'),
    'it stops',
  );
  await page.click('[data-test=match-delete]');
  await until(async () => (await count(page, '[data-test=match-go-on]')) === 0, 'it is deleted');
});

flow('an empty bench offers a short match', async (form) => {
  const page = await at.visit('lab/matches', form, await at.serve());
  await page.click('[data-test=match-sample]');
  await until(
    async () => (await text(page, 'match-phase')) === form.say('finished', '已结束'),
    'it is over',
  );
});
