// The trainer: a wrong move is refuted, the right ones solve, and what was missed counts.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { count, flow, pictures, point, stage, text, until } from './stage.mjs';

const at = stage();

/** Two rooks mate; the solution's theme is one that no shipped puzzle has. */
const own = 'best; 1; 4k4/9/9/9/9/9/9/9/R3A4/1R2K4 w - - 0 1; a1a8(e9d9 b0b9)(e9f9 b0b9)\n';

const pieces = (page) => page.locator('dialog .board g.piece');
const result = (page) => page.getAttribute('[data-test=puzzle-result]', 'data-result');
const atRest = (page) =>
  until(
    async () =>
      !(await page
        .locator('[data-test=puzzle-solution]')
        .isDisabled()
        .catch(() => false)),
    'the moves were shown',
  );

flow('a puzzle is missed, explained, and solved', async (form) => {
  const { say, size, language } = form;
  const server = await at.serve();
  writeFileSync(`${server.folder}/puzzles.txt`, own);
  const page = await at.visit('xiangqi', form, server);
  await page.waitForSelector('.square svg');
  await page.click('[data-test=exercises]');
  await page.waitForSelector('[data-test=puzzle-task]');
  await page.selectOption('dialog select', 'best');
  const task = say('Red to move: find the best move', '红先，找出最佳着法');
  await until(async () => (await text(page, 'puzzle-task')).trim() === task, 'the own problem');
  assert.equal(await pieces(page).count(), 5);
  await page.screenshot({ path: `${pictures}puzzle-${size}-${language}.png` });
  // A hint names the piece.
  await page.click('[data-test=puzzle-hint]');
  await until(async () => (await count(page, 'dialog g.arrows .blue')) === 1, 'the hint');
  const move = async (from, to) => {
    await point(page, from, 'dialog .board svg');
    await point(page, to, 'dialog .board svg');
  };
  await move('a1', 'a7');
  await until(async () => (await result(page)) === 'wrong', 'a1a7 is refuted');
  await atRest(page);
  assert.equal((await text(page, 'puzzle-missed')).trim(), '0', 'after a hint nothing counts');
  await page.screenshot({ path: `${pictures}puzzle-wrong-${size}-${language}.png` });
  await page.click('[data-test=puzzle-again]');
  await move('a1', 'a8');
  await until(async () => (await result(page)) === 'right', 'a1a8 is right');
  await atRest(page);
  await move('b0', 'b9');
  await until(async () => (await result(page)) === 'solved', 'mate');
  assert.equal((await text(page, 'puzzle-next')).trim(), say('Next', '下一题'));
  assert.ok(await page.locator('[data-test=puzzle-next]').isEnabled());
});

flow('a shipped puzzle shows its solution and is missed by it', async (form) => {
  const server = await at.serve();
  const page = await at.visit('gomoku', form, server);
  await page.waitForSelector('.square svg');
  await page.click('[data-test=exercises]');
  await page.waitForSelector('[data-test=puzzle-task]');
  const first = await page.getAttribute('[data-test=puzzle-task]', 'data-puzzle');
  await page.click('[data-test=puzzle-solution]');
  await until(async () => (await result(page)) === 'shown', 'the solution');
  assert.equal((await text(page, 'puzzle-missed')).trim(), '1');
  assert.equal((await text(page, 'puzzle-streak')).trim(), '0');
  await page.screenshot({
    path: `${pictures}puzzle-gomoku-${form.size}-${form.language}.png`,
  });
  const next = page.locator('[data-test=puzzle-next]');
  await until(() => next.isEnabled(), 'the moves were shown');
  await next.click();
  await until(
    async () => (await page.getAttribute('[data-test=puzzle-task]', 'data-puzzle')) !== first,
    'another puzzle',
  );
  // Also after a hint, with which a puzzle counts neither way.
  const second = await page.getAttribute('[data-test=puzzle-task]', 'data-puzzle');
  await page.click('[data-test=puzzle-hint]');
  await until(async () => page.locator('[data-test=puzzle-solution]').isEnabled(), 'the hint');
  await page.click('[data-test=puzzle-solution]');
  await until(() => next.isEnabled(), 'the moves were shown');
  await next.click();
  await until(
    async () => (await page.getAttribute('[data-test=puzzle-task]', 'data-puzzle')) !== second,
    'a third puzzle',
  );
});
