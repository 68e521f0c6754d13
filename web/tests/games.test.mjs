// Saved games: listed, searched, opened, deleted, exported; and nothing is lost when the server dies in mid-game.

import assert from 'node:assert/strict';
import { flow, moves, newGame, panel, point, saved, stage, text, until } from './stage.mjs';

const at = stage();

async function played(page, list) {
  await panel(page, 'moves');
  for (const [from, to] of list) {
    const before = await moves(page);
    await point(page, from);
    await point(page, to);
    await until(async () => (await moves(page)) === before + 1, `${from}${to} is played`);
  }
}

flow('games are listed, searched, resumed, exported and deleted', async (form) => {
  const { say, number } = form;
  const page = await at.visit('xiangqi', form);
  await page.waitForSelector('.square svg');
  const name = `Autumn ${number}`;
  await newGame(page, { name });
  await played(page, [
    ['h2', 'e2'],
    ['h9', 'g7'],
  ]);
  await newGame(page, { name: `Winter ${number}`, second: 'level:beginner' });
  await page.click('[data-test=games]');
  const list = page.locator('[data-test=game-list] li');
  await until(async () => (await list.count()) >= 2, 'games are listed');
  // In the reader's own words, not in the program's names.
  await until(
    async () => (await text(page, 'game-list')).includes(say('Asian', '亚洲')),
    'the rules are named',
  );
  await page.fill('dialog input[type=search]', name);
  await until(
    async () => (await list.count()) === 1 && (await list.first().textContent()).includes(name),
    'one is found',
  );
  const all = await saved(page, page.locator('dialog a[download]'));
  assert.ok(
    all.text.includes(name) && all.text.includes(`Winter ${number}`),
    'all games are exported',
  );
  await list.first().locator('.open').click();
  await page.waitForSelector('dialog', { state: 'detached' });
  await panel(page, 'moves');
  await until(async () => (await moves(page)) === 2, 'the game is resumed where it was');
  await played(page, [['h0', 'g2']]);
  await page.click('[data-test=games]');
  await page.fill('dialog input[type=search]', `Winter ${number}`);
  await until(
    async () => (await list.count()) === 1 && (await list.first().textContent()).includes('Winter'),
    'the other is found',
  );
  await list.first().locator('.icon-button').click();
  await until(
    async () => (await text(page, 'game-list')).includes(say('Nothing found.', '没有找到。')),
    'one press deletes',
  );
  await until(async () => (await text(page, 'toast')).includes(`Winter ${number}`), 'the toast');
  await page.click('[data-test=toast-undo]');
  await until(async () => (await list.count()) === 1, 'the deleted game is back');
});

flow('kill -9 in mid-game loses nothing, and the open page goes on with its game', async (form) => {
  const { say } = form;
  const own = await at.serve();
  const page = await at.visit('xiangqi', form, own);
  await page.waitForSelector('.square svg');
  await newGame(page);
  await played(page, [
    ['h2', 'e2'],
    ['h9', 'g7'],
    ['h0', 'g2'],
  ]);
  const game = new URL(page.url()).pathname.slice(1);
  await own.kill('SIGKILL');
  await until(
    async () => (await page.locator('.lost').count()) === 1,
    'the page says that the server is gone',
  );
  assert.ok((await page.textContent('.lost')).includes(say('Connection lost', '连接已断开')));
  const again = await at.serve({ data: own.folder, port: new URL(own.url).port });
  await until(
    async () => (await page.locator('.lost').count()) === 0,
    'the page finds the server again',
  );
  await until(async () => (await moves(page)) === 3, 'all three moves are there');
  await played(page, [['i9', 'h9']]);
  // Another browser finds the same.
  const other = await at.visit(game, form, again);
  await panel(other, 'moves');
  await until(async () => (await moves(other)) === 4, 'all four moves are there');
  // The console tells of the lost connection.
  page.problems = page.problems.filter((problem) => !/WebSocket|ERR_CONNECTION/.test(problem));
});
