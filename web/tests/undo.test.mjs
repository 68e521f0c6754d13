// Everything that removes something can be undone, also after a reload: removed and taken back moves, a resignation, a
// deleted game.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  button,
  count,
  flow,
  gameOf,
  moves,
  newGame,
  panel,
  stage,
  text,
  until,
} from './stage.mjs';

const at = stage();

const list = (page) => page.locator('[data-test=tree] button').allTextContents();
const undoKey = (page) => page.keyboard.press('Control+z');

/** A game of six moves with a variation. */
async function game(form) {
  const page = await at.visit('xiangqi', form);
  await page.waitForSelector('.square svg');
  await newGame(page);
  await panel(page, 'moves');
  for (const [number, move] of ['h2e2', 'h9g7', 'h0g2', 'i9h9', 'i0h0', 'b9c7'].entries()) {
    await page.fill('[data-test=type-move]', move);
    await page.keyboard.press('Enter');
    await until(async () => (await moves(page)) === number + 1, `${move} is played`);
  }
  await page.evaluate(() => document.activeElement?.blur());
  return page;
}

async function reload(page) {
  await page.reload();
  await page.waitForSelector('.square svg');
  await panel(page, 'moves');
  await page.waitForSelector('[data-test=tree]');
}

flow('removed moves come back by the toast, by Ctrl+Z, and after a reload', async (form) => {
  const { say } = form;
  const page = await game(form);
  const before = await list(page);
  const remove = async () => {
    await page.locator('[data-test=tree] button').nth(1).click();
    await until(
      async () =>
        (await page.getAttribute('[data-test=tree] button >> nth=1', 'aria-current')) !== null,
      'the second move is shown',
    );
    await button(page, say('Delete from here', '从此处删除')).click();
    await until(async () => (await moves(page)) === 1, 'five moves are removed');
  };
  await remove();
  await until(
    async () => say(/Removed 5 moves/, /已删除 5 步/).test(await text(page, 'toast')),
    'the toast names the act',
  );
  await page.click('[data-test=toast-undo]');
  await until(async () => (await moves(page)) === 6, 'the toast brings them back');
  assert.deepEqual(await list(page), before);
  await remove();
  await undoKey(page);
  await until(async () => (await moves(page)) === 6, 'Ctrl+Z brings them back');
  await page.keyboard.press('Control+Shift+z');
  await until(async () => (await moves(page)) === 1, 'and Ctrl+Shift+Z removes them again');
  await reload(page);
  await until(async () => (await moves(page)) === 1, 'they are removed');
  await undoKey(page);
  await until(async () => (await moves(page)) === 6, 'after a reload too');
  assert.deepEqual(await list(page), before);
});

test('a toast goes by itself, also after another one was pressed away under the pointer', async () => {
  const page = await game({});
  const removed = async () => {
    await page.locator('[data-test=tree] button').last().click();
    await button(page, 'Delete from here').click();
    await page.waitForSelector('[data-test=toast]');
  };
  await removed();
  await page.click('[data-test=toast-undo]');
  await until(async () => (await count(page, '[data-test=toast]')) === 0, 'undone');
  await page.evaluate(() => (window.briefToasts = true));
  await removed();
  await until(async () => (await count(page, '[data-test=toast]')) === 0, 'it goes by itself');
});

flow('a deleted game comes back after a reload', async (form) => {
  const page = await at.visit('xiangqi', form);
  await page.waitForSelector('.square svg');
  const name = `Lost ${form.number}`;
  await newGame(page, { name });
  const number = gameOf(page);
  await panel(page, 'moves');
  await page.fill('[data-test=type-move]', 'h2e2');
  await page.keyboard.press('Enter');
  await until(async () => (await moves(page)) === 1, 'a move');
  await newGame(page);
  await page.click('[data-test=games]');
  const row = page.locator('[data-test=game-list] li', { hasText: name });
  await row.locator('.icon-button').click();
  await until(async () => (await row.count()) === 0, 'it is deleted');
  await page.reload();
  await page.waitForSelector('.square svg');
  await page.click('[data-test=games]');
  await page.waitForSelector('[data-test=game-list] li');
  assert.equal(await row.count(), 0, 'it is still deleted');
  await page.locator('dialog h2').click();
  await undoKey(page);
  await row.locator('.open').click();
  await until(() => gameOf(page) === number, 'the same game');
  await panel(page, 'moves');
  await until(async () => (await moves(page)) === 1, 'with its move');
});

flow('a take-back while looking at a game only steps back', async (form) => {
  const page = await game(form);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('u');
  await page.click('[data-test=undo]');
  await panel(page, 'moves');
  await until(
    async () =>
      (await page.getAttribute('[data-test=tree] button >> nth=3', 'aria-current')) !== null,
    'the fourth move is shown',
  );
  assert.equal(await moves(page), 6, 'nothing is removed');
  await page.locator('[data-test=tree] button').nth(5).click();
  await page.click('[data-test=undo]');
  await panel(page, 'moves');
  await until(async () => (await moves(page)) === 5, 'at the end a move is taken back');
  await reload(page);
  await until(async () => (await moves(page)) === 5, 'also after a reload');
  await undoKey(page);
  await until(async () => (await moves(page)) === 6, 'and comes back');
});

flow('a resignation asks, and can be undone after a reload', async (form) => {
  const { say } = form;
  const page = await game(form);
  const status = await text(page, 'status');
  await button(page, say('Resign', '认输')).click();
  await button(page, say('Cancel', '取消')).click();
  assert.equal(await text(page, 'status'), status, 'nothing happened');
  await button(page, say('Resign', '认输')).click();
  await page.click('[data-test=confirm]');
  await until(async () => /认输|resign/.test(await text(page, 'status')), 'resigned');
  await page.reload();
  await page.waitForSelector('[data-test=status]');
  await until(async () => /认输|resign/.test(await text(page, 'status')), 'still resigned');
  await undoKey(page);
  await until(async () => (await text(page, 'status')) === status, 'the game goes on');
});
