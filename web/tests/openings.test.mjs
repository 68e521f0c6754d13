// The opening explorer: without a collection it says how to make one; with one it has the counts of `xun xiangqi explore`.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { count, flow, moves, newGame, panel, pictures, stage, text, until } from './stage.mjs';

const at = stage();
const program = process.env.XUN ?? new URL('../../target/debug/xun', import.meta.url).pathname;
const games = mkdtempSync(join(tmpdir(), 'xun-games-'));
after(() => rmSync(games, { recursive: true, force: true }));

const records = [
  ['胡荣华', '1980.05.01', '1. C2=5 H8+7 2. H2+3 R9=8 3. R1=2 H2+3 1-0'],
  ['杨官璘', '1962.11.02', '1. C2=5 H8+7 2. H2+3 C8=9 0-1'],
  ['柳大华', '1985.03.03', '1. C8=5 H2+3 2. H8+7 R1=2 1/2-1/2'],
  ['吕钦', '2003.01.01', '1. P7+1 P7+1 2. H8+7 1-0'],
];
for (const [index, [red, date, line]] of records.entries())
  writeFileSync(
    join(games, `${index}.pgn`),
    `[Red "${red}"]\n[Black "许银川"]\n[Date "${date}"]\n[Result "${line.split(' ').at(-1)}"]\n\n${line}\n`,
  );

/** Imports the games into the collection of a server. */
function collect(server) {
  const file = join(server.folder, 'collection.sqlite');
  execFileSync(program, ['collection', 'import', games, '--collection', file]);
  return (...line) =>
    JSON.parse(
      execFileSync(program, ['xiangqi', 'explore', ...line, '--collection', file, '--json'], {
        encoding: 'utf8',
      }),
    );
}

const rows = (page) =>
  page
    .locator('[data-test=explorer] tbody tr')
    .evaluateAll((list) =>
      list.map((row) => [
        row.querySelector('button').textContent.trim(),
        Number.parseInt(row.cells[1].textContent, 10),
        row.querySelector('[role=img]').getAttribute('aria-label'),
        row.cells[3].textContent.replace(/\s+/g, ' ').trim(),
      ]),
    );

flow('moves of a collection are counted, named and played', async (form) => {
  const { say, size, language } = form;
  const server = await at.serve();
  const page = await at.visit('xiangqi', form, server);
  await page.waitForSelector('.square svg');
  await newGame(page);
  await panel(page, 'openings');
  await until(
    async () => (await count(page, '[data-test=no-collection] code')) === 1,
    'without a collection a line says how to make one',
  );
  assert.match(await text(page, 'no-collection'), /xun collection import/);

  const explore = collect(server);
  await page.reload();
  await page.waitForSelector('.square svg');
  await panel(page, 'openings');
  await until(async () => (await rows(page)).length === 2, 'both first moves are listed');
  const told = explore();
  const listed = await rows(page);
  assert.deepEqual(
    listed.map(([, played]) => played),
    told.moves.map((one) => one.games),
    'as the command line counts them',
  );
  const share = say('Red wins 33 %, draws 34 %, Black wins 33 %', '红胜 33%，和 34%，黑胜 33%');
  assert.deepEqual(listed[0], [say('C2=5', '炮二平五'), 3, share, '1975 (1985)']);
  assert.equal(told.moves[0].average_year, 1975);
  await page.screenshot({ path: `${pictures}openings-${size}-${language}.png` });

  await page.locator('[data-test=explorer] tbody button').first().click();
  await until(async () => (await moves(page)) === 1, 'the move is played');
  await until(async () => (await rows(page)).length >= 1, 'its replies are listed');
  assert.equal(await text(page, 'opening'), await text(page, 'opening-name'));
  assert.match(await text(page, 'opening-name'), say(/Cannon/, /炮/));
  assert.equal(
    (await rows(page)).reduce((sum, [, played]) => sum + played, 0),
    3,
    'mirror images count together',
  );
});
