// Engines at the boards: swap2 from both sides, premoves, limits without a clock, engines of others, the growing graph.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import {
  count,
  flow,
  newGame,
  openNewGame,
  panel,
  pictures,
  point,
  press,
  stage,
  stone,
  stoneAt,
  text,
  until,
} from './stage.mjs';

const beside = (name) => (process.env.XUN ?? '').replace(/xun$/, name);
/** A brain of a few lines that answers a swap2 question with what is given for so many stones. */
const brain = (swap2) =>
  `gomocup sh -c 'n=0; while read w r; do case $w in START) echo OK;; SWAP2BOARD) n=0;; [0-9]*) n=$((n+1));; DONE) ${swap2};; esac; done'`;
const corner = brain('case $n in 0) echo 0,0 1,1 2,2;; *) echo 3,3;; esac');
/** Engines that wait at a gate move when its file is there, and not by the clock. */
const gates = mkdtempSync(join(tmpdir(), 'xun-gates-'));
after(() => rmSync(gates, { recursive: true, force: true }));
const gate = (name) => join(gates, name);
const open = (name) => writeFileSync(gate(name), '');
const wait = (name) => `while ! [ -e ${gate(name)} ]; do sleep 0.05; done`;
const patient = `gomocup sh -c 'n=0; while read w r; do case $w in START) echo OK;; [0-9]*) n=$((n+1));; DONE) [ $n = 1 ] || ${wait('never')}; ${wait('stone')}; echo 14,14;; esac; done'`;
/** Our UCI engine: from the game's seventh move on it waits ("position startpos moves" and six more words). */
const six = `uci sh -c 'while read -r line; do case $line in position*) set -- $line; [ $# -lt 9 ] || ${wait('never')};; esac; echo "$line"; done | ${beside('xun-uci')}'`;
const at = stage({
  extra: [
    '--engine',
    `Patient=${patient}`,
    '--engine',
    `Six=${six}`,
    '--engine',
    `Corner=${corner}`,
    '--engine',
    `Plain=${brain('echo UNKNOWN')}`,
    '--engine',
    `Brain=gomocup ${beside('pbrain-xun')}`,
    '--engine',
    'Broken=uci false',
  ],
});

flow(
  'swap2: the engine places three stones and the reader chooses',
  async ({ size, language, say }) => {
    const page = await at.visit('gomoku', { size, language });
    await page.waitForSelector('.square svg');
    await newGame(page, { first: 'level:easy', second: 'human', opening: 'swap2' });
    await until(async () => (await count(page, '.stone')) === 3, 'three stones are placed');
    await panel(page, 'players');
    await until(async () => (await count(page, '[data-test^=choose-]')) === 3, 'three choices');
    await page.screenshot({ path: `${pictures}swap2-${size}-${language}.png` });
    await page.click('[data-test=choose-more]');
    await until(
      async () => (await count(page, '[data-test^=choose-]')) === 0,
      'the choice is made',
    );
    await panel(page, 'moves');
    const taken = await text(page, 'tree');
    const [fourth, fifth] = ['c3', 'm13', 'c13', 'm3', 'c8'].filter(
      (name) => !new RegExp(`${name}(?!\\d)`).test(taken),
    );
    await stone(page, fourth);
    await until(async () => (await count(page, '.stone')) === 4, 'a fourth stone');
    await stone(page, fifth);
    // The engine, who placed first, now chooses its colour; then someone moves.
    await until(
      async () =>
        (await count(page, '[data-test=toast]')) === 1 &&
        /takes|has chosen|执|已选色/.test(await text(page, 'toast')),
      'the engine chooses',
    );
    await page.reload();
    await page.waitForSelector('.square svg');
    await until(async () => (await count(page, '.stone')) >= 5, 'the opening is found again');
    await until(
      async () => !(await text(page, 'status')).includes(say('Swap2:', 'Swap2：')),
      'and its choice',
    );
  },
);

flow('swap2: an engine of others is asked in its own words', async ({ size, language }) => {
  const page = await at.visit('gomoku', { size, language });
  await page.waitForSelector('.square svg');
  // This one places its three stones in a corner, where none of ours would, and takes white with a stone of its own.
  await newGame(page, { first: 'engine:Corner', second: 'human', opening: 'swap2' });
  await until(async () => (await count(page, '.stone')) === 3, 'three stones are placed');
  await panel(page, 'moves');
  await until(async () => /a1.*b2.*c3/.test(await text(page, 'tree')), 'in the corner');
  await newGame(page, { first: 'human', second: 'engine:Corner', opening: 'swap2' });
  for (const [index, name] of ['h8', 'a1', 'i9'].entries()) {
    await stone(page, name);
    await until(async () => (await count(page, '.stone')) >= index + 1, `stone ${index + 1}`);
  }
  await until(async () => (await count(page, '.stone')) === 4, 'it takes white and plays on');
  await until(async () => /d4/.test(await text(page, 'tree')), 'with the stone it named');
  // One that does not know the command: ours acts for it.
  await newGame(page, { first: 'engine:Plain', second: 'human', opening: 'swap2' });
  await until(async () => (await count(page, '.stone')) === 3, 'three stones are placed');
});

flow('swap2: the reader places, the engine chooses and says what', async (form) => {
  const { size, language } = form;
  const page = await at.visit('gomoku', { size, language });
  await page.waitForSelector('.square svg');
  await newGame(page, { first: 'human', second: 'level:easy', opening: 'swap2' });
  for (const [index, name] of ['h8', 'a1', 'i9'].entries()) {
    await stone(page, name);
    await until(async () => (await count(page, '.stone')) === index + 1, `stone ${index + 1}`);
  }
  // What it chooses is its own affair; it says what, and it is so.
  const told = await until(async () => {
    const words = (await count(page, '[data-test=toast]')) && (await text(page, 'toast'));
    return words && /Easy|入门/.test(words) && words;
  }, 'the choice is told');
  if (/two stones|两子/.test(told)) {
    await until(
      async () => (await count(page, '[data-test^=choose-]')) === 2,
      'the reader chooses',
    );
    return;
  }
  assert.equal(await count(page, '.square[data-flipped]'), 0, 'a board of Gomoku never turns');
  const black = /takes Black|执黑，/.test(told) ? 0 : 1;
  await until(
    async () => /Easy|入门/.test(await text(page, `player-row-${black}`)),
    'the engine has the colour that it named',
  );
  assert.doesNotMatch(await text(page, `player-row-${1 - black}`), /Easy|入门/);
});

flow('a premove is played when the engine has moved', async ({ size, language }) => {
  rmSync(gate('stone'), { force: true });
  const page = await at.visit('gomoku', { size, language });
  await page.waitForSelector('.square svg');
  await openNewGame(page);
  await page.selectOption('[data-test=player-0]', 'human');
  await page.selectOption('[data-test=player-1]', 'engine:Patient');
  await page.selectOption('[data-test=opening]', 'free');
  await page.selectOption('[data-test=think]', 'time');
  await page.fill('[data-test=think-time]', '60');
  await page.click('[data-test=begin]');
  await page.waitForSelector('dialog', { state: 'detached' });
  await stone(page, 'h8');
  await until(async () => (await count(page, '.stone')) === 1, 'the first stone');
  await press(page, await stoneAt(page, 'c3'));
  await until(async () => (await count(page, 'circle.premove')) === 1, 'the premove is shown');
  open('stone');
  await until(async () => (await count(page, '.stone')) >= 3, 'the premove is played');
  await panel(page, 'moves');
  await until(async () => /h8.*o15.*c3/.test(await text(page, 'tree')), 'in its turn');
  assert.equal(await count(page, 'circle.premove'), 0);
});

flow('the graph grows while engines play', async ({ size, language }) => {
  const page = await at.visit('gomoku', { size, language });
  await page.waitForSelector('.square svg');
  await newGame(page, { first: 'human', second: 'level:strong' });
  await stone(page, 'h8');
  await until(async () => (await count(page, '.stone')) === 2, 'the answer');
  await stone(page, 'a1');
  await panel(page, 'moves');
  await until(async () => (await count(page, '.graph')) === 1, 'the graph grows while they play');
});

flow('an engine of others plays against ours, within a depth', async ({ size, language, say }) => {
  const page = await at.visit('xiangqi', { size, language });
  await page.waitForSelector('.square svg');
  await openNewGame(page);
  await page.selectOption('[data-test=player-0]', 'engine:Six');
  await page.selectOption('[data-test=player-1]', 'level:full');
  await page.selectOption('[data-test=think]', 'depth');
  await page.fill('[data-test=think-depth]', '3');
  await page.click('[data-test=begin]');
  await page.waitForSelector('dialog', { state: 'detached' });
  await panel(page, 'moves');
  await until(
    async () => (await count(page, '[data-test=tree] button')) === 6,
    'both engines move',
  );
  await panel(page, 'players');
  assert.match(await text(page, 'player-row-0'), /Six/);
  await page.getByRole('button', { name: say('Pause', '暂停'), exact: true }).click();
  await until(
    async () => (await text(page, 'status')) === say('Engine paused.', '引擎已暂停。'),
    'the game is paused',
  );
});

flow('a Gomocup engine answers the reader', async ({ size, language }) => {
  const page = await at.visit('gomoku', { size, language });
  await page.waitForSelector('.square svg');
  await newGame(page, { first: 'human', second: 'engine:Brain' });
  await stone(page, 'h8');
  await until(async () => (await count(page, '.stone')) === 2, 'it answers');
});

flow('an engine that fails is named, and the game waits', async ({ size, language }) => {
  const page = await at.visit('xiangqi', { size, language });
  await page.waitForSelector('.square svg');
  await newGame(page, { first: 'human', second: 'engine:Broken' });
  await point(page, 'h2');
  await point(page, 'e2');
  await panel(page, 'players');
  await until(
    async () => (await count(page, '[data-test=game-error]')) === 1,
    'the failure is said',
  );
  assert.match(await text(page, 'game-error'), /Broken/);
});
