// Engines at the boards: swap2 from both sides, premoves, limits without a clock, engines of others, the growing graph.

import assert from 'node:assert/strict';
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
const at = stage({
  extra: [
    '--engine',
    `Corner=${corner}`,
    '--engine',
    `Plain=${brain('echo UNKNOWN')}`,
    '--engine',
    `Other=uci ${beside('xun-uci')}`,
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
    await stone(page, 'c3');
    await until(async () => (await count(page, '.stone')) === 4, 'a fourth stone');
    await stone(page, 'm13');
    // The engine, who placed first, now chooses its colour; then someone moves.
    await until(async () => !/Swap2/.test(await text(page, 'status')), 'the engine chooses');
    await page.reload();
    await page.waitForSelector('.square svg');
    await until(async () => (await count(page, '.stone')) >= 5, 'the opening is found again');
    assert.ok(!(await text(page, 'status')).includes(say('Swap2:', 'Swap2：')));
  },
);

flow('swap2: an engine of others is asked in its own words', async ({ size, language }) => {
  const page = await at.visit('gomoku', { size, language });
  await page.waitForSelector('.square svg');
  // This one places its three stones in a corner, where none of ours would, and takes white with a stone of its own.
  await newGame(page, { first: 'engine:Corner', second: 'human', opening: 'swap2' });
  await until(async () => (await count(page, '.stone')) === 3, 'three stones are placed');
  await panel(page, 'moves');
  assert.match(await text(page, 'tree'), /a1.*b2.*c3/);
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

flow('swap2: the reader places, the engine chooses', async ({ size, language }) => {
  const page = await at.visit('gomoku', { size, language });
  await page.waitForSelector('.square svg');
  await newGame(page, { first: 'human', second: 'level:easy', opening: 'swap2' });
  for (const [index, name] of ['h8', 'a1', 'i9'].entries()) {
    await stone(page, name);
    await until(async () => (await count(page, '.stone')) === index + 1, `stone ${index + 1}`);
  }
  // Two stones in the middle against one in the corner: nobody leaves black to the reader.
  await panel(page, 'players');
  await until(
    async () => /Easy|入门/.test(await text(page, 'player-row-0')),
    'the engine takes black',
  );
});

flow(
  'a premove is played when the engine has moved, and the graph grows',
  async ({ size, language }) => {
    const page = await at.visit('gomoku', { size, language });
    await page.waitForSelector('.square svg');
    await openNewGame(page);
    await page.selectOption('[data-test=player-0]', 'human');
    await page.selectOption('[data-test=player-1]', 'level:strong');
    await page.selectOption('[data-test=opening]', 'free');
    await page.selectOption('[data-test=think]', 'time');
    await page.fill('[data-test=think-time]', '1.5');
    await page.click('[data-test=begin]');
    await page.waitForSelector('dialog', { state: 'detached' });
    await stone(page, 'h8');
    await until(async () => (await count(page, '.stone')) === 1, 'the first stone');
    await press(page, await stoneAt(page, 'c3'));
    await until(async () => (await count(page, 'circle.premove')) === 1, 'the premove is shown');
    await until(async () => (await count(page, '.stone')) === 3, 'the premove is played');
    assert.equal(await count(page, 'circle.premove'), 0);
    await panel(page, 'moves');
    await until(async () => (await count(page, '.graph')) === 1, 'the graph grows while they play');
  },
);

flow('an engine of others plays against ours, within a depth', async ({ size, language, say }) => {
  const page = await at.visit('xiangqi', { size, language });
  await page.waitForSelector('.square svg');
  await openNewGame(page);
  await page.selectOption('[data-test=player-0]', 'engine:Other');
  await page.selectOption('[data-test=player-1]', 'level:full');
  await page.selectOption('[data-test=think]', 'depth');
  await page.fill('[data-test=think-depth]', '3');
  await page.click('[data-test=begin]');
  await page.waitForSelector('dialog', { state: 'detached' });
  await panel(page, 'moves');
  await until(async () => (await count(page, '[data-test=tree] button')) >= 4, 'both engines move');
  await panel(page, 'players');
  assert.match(await text(page, 'player-row-0'), /Other/);
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
