// The board rooms as one sees them: the plan at every size of window, labels, the cursor, drawings, lessons, proofs,
// the editor, and the everyday choices of a new game.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  boxOf,
  button,
  count,
  flow,
  holds,
  moves,
  newGame,
  panel,
  point,
  pointAt,
  press,
  stage,
  stroke,
  text,
  until,
} from './stage.mjs';

const at = stage();

async function room(name, form) {
  const page = await at.visit(name, form);
  await page.waitForSelector('.square svg');
  return page;
}

async function read(page, given) {
  await page.click('[data-test=files]');
  await page.fill('[data-test=import-text]', given);
  await page.click('[data-test=import]');
  await page.waitForSelector('dialog', { state: 'detached' });
}

const shownBox = (page, selector) => page.locator(selector).first().boundingBox();

for (const kind of ['xiangqi', 'gomoku'])
  for (const [width, height] of [
    [1280, 720],
    [1440, 900],
    [1920, 1080],
  ])
    test(`board and column use the window (${kind}, ${width} × ${height})`, async () => {
      const page = await room(kind, {});
      await page.setViewportSize({ width, height });
      await holds(async () => {
        const board = await shownBox(page, '.square');
        const bottom = (box) => box.y + box.height;
        assert.ok(board.height > 0.8 * height, 'the board is as tall as the window');
        assert.ok(bottom(board) <= height, 'the board is not cut');
        const [far, near] = [await shownBox(page, '.far'), await shownBox(page, '.near')];
        assert.ok(Math.abs(far.y - board.y) < 4, 'the far player is level with the top edge');
        assert.ok(Math.abs(bottom(near) - bottom(board)) < 4, 'the near player with the bottom');
        assert.ok(far.width >= 416 && far.width <= 520, `a column of ${far.width} px`);
        const tree = await shownBox(page, '[data-test=tree]');
        assert.ok(tree.height >= 200, `moves in view: ${tree.height} px`);
        assert.ok(far.x + far.width <= width && far.x > board.x + board.width, 'side by side');
      });
    });

test('on a phone both players, the last moves and the board are in view', async () => {
  const page = await room('xiangqi', { size: 'phone' });
  await newGame(page, { minutes: 5 });
  await point(page, 'h2');
  await point(page, 'e2');
  await until(async () => (await text(page, 'last-moves')).includes('C2=5'), 'the last move');
  await page.evaluate(() => scrollTo(0, 0));
  await holds(async () => {
    const bar = await shownBox(page, 'header.bar');
    for (const part of [
      '.far output',
      '.square',
      '.near output',
      '[data-test=last-moves]',
      '.steps',
    ]) {
      const box = await shownBox(page, part);
      assert.ok(box.y >= 0 && box.y + box.height <= bar.y, `${part} is in view`);
    }
    const board = await shownBox(page, '.square');
    assert.ok(board.width > 0.9 * 390, 'the board is as wide as the phone');
  });
});

test('on a phone held sideways the board fills the height', async () => {
  const page = await room('xiangqi', { size: 'phone' });
  await page.setViewportSize({ width: 844, height: 390 });
  await holds(async () => {
    const box = await shownBox(page, '.square');
    assert.ok(box.height >= 0.85 * 390 && box.y + box.height <= 390, 'the board fills the height');
    const panel = await shownBox(page, '#panel-moves');
    assert.ok(panel.height >= 60 && panel.y + panel.height < 390, 'the moves are beside it');
  });
});

flow('files are labelled for both sides, in both orientations', async ({ size, language }) => {
  const page = await room('xiangqi', { size, language });
  await newGame(page);
  const edge = (side) =>
    page.locator(`.files-${side} text`).evaluateAll((list) =>
      list
        .map((one) => [one.getBoundingClientRect(), one.textContent.trim()])
        .sort(([a], [b]) => a.x - b.x)
        .map(([box, label]) => ({ y: box.y, label: label.slice(0, 1) })),
    );
  const labels = async (side) => (await edge(side)).map((one) => one.label).join('');
  await until(async () => (await labels('red')) === '九八七六五四三二一', 'Red’s files');
  assert.equal(await labels('black'), '123456789');
  assert.ok((await edge('red'))[0].y > (await edge('black'))[0].y, 'Red sits below');
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('f');
  await until(async () => (await labels('red')) === '一二三四五六七八九', 'turned');
  assert.equal(await labels('black'), '987654321');
  assert.ok((await edge('red'))[0].y < (await edge('black'))[0].y, 'Black sits below');
});

flow('the cursor of the keyboard is shown after a key only', async (form) => {
  const page = await room('xiangqi', form);
  await newGame(page);
  await point(page, 'h2');
  await until(async () => (await count(page, 'circle.target')) === 12, 'a piece is chosen');
  assert.equal(await count(page, 'rect.cursor'), 0);
  await page.locator('.square svg').focus();
  await page.keyboard.press('ArrowUp');
  await until(async () => (await count(page, 'rect.cursor')) === 1, 'a key shows it');
  await point(page, 'b2');
  await until(async () => (await count(page, 'rect.cursor')) === 0, 'a press hides it');
});

test('arrows and circles are drawn and kept with the move', async () => {
  const page = await room('xiangqi', {});
  await newGame(page);
  await point(page, 'h2');
  await point(page, 'e2');
  await until(async () => (await moves(page)) === 1, 'a move');
  const right = async (from, to, key) => {
    const [a, b] = [await pointAt(page, from), await pointAt(page, to)];
    if (key) await page.keyboard.down(key);
    await page.mouse.move(a.x, a.y);
    await page.mouse.down({ button: 'right' });
    await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2);
    await page.mouse.move(b.x, b.y);
    await page.mouse.up({ button: 'right' });
    if (key) await page.keyboard.up(key);
  };
  const drawings = (kind) => count(page, `g.arrows.kept .${kind}`);
  await right('h9', 'g7');
  await until(async () => (await drawings('green')) === 1, 'an arrow');
  await right('e6', 'e6', 'Shift');
  await until(async () => (await drawings('red')) === 1, 'a circle');
  assert.equal(await moves(page), 1, 'drawing plays no move');
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('ArrowLeft');
  await until(async () => (await drawings('green')) === 0, 'they belong to the move');
  await page.keyboard.press('ArrowRight');
  await until(async () => (await drawings('green')) === 1, 'and come with it');
  await page.reload();
  await until(
    async () => (await drawings('green')) + (await drawings('red')) === 2,
    'they are kept',
  );
  await right('h9', 'g7');
  await until(async () => (await drawings('green')) === 0, 'the same again removes it');
});

flow('after a review the mistakes are counted, and each can be played better', async (form) => {
  const { say } = form;
  const page = await room('xiangqi', form);
  await read(page, '[Event "Blunder"]\n1. A0-A1 A9-A8 2. A1-D1 H9-G7 3. D1-D8 A8-D8 *');
  await panel(page, 'moves');
  await page.click('[data-test=review]');
  await page.waitForSelector('[data-test=summary]');
  await until(async () => page.locator('[data-test=review]').isEnabled(), 'the review ends');
  // Other moves of this game may be called blunders too, by a search that had more time.
  await until(
    async () => /\d+ %[\s\S]*[1-9] \?\?/.test(await text(page, 'summary')),
    'the blunder is counted',
  );
  await page.locator('[data-test=tree] button').nth(4).click();
  await page.click('[data-test=try]');
  await page.waitForSelector('[data-test=lesson]');
  // The same blunder again is not good, and the game is left as it is.
  await point(page, 'd1');
  await point(page, 'd8');
  await until(
    async () => (await text(page, 'lesson')).includes(say('Try again', '再想想')),
    'a bad try is named',
  );
  assert.equal(await moves(page), 6, 'a try is no move');
  await button(page, say('Show the move', '看答案')).click();
  await until(async () => (await count(page, '.square svg.dim')) === 1, 'the answer is shown');
});

flow(
  'Gomoku: candidate points have values, and a forced win is proved step by step',
  async (form) => {
    const page = await room('gomoku', form);
    await newGame(page);
    await read(page, 'h8a1i8a2j8a3');
    await panel(page, 'analysis');
    await page.click('[data-test=analyse]');
    await until(
      async () => (await count(page, 'g.value.best')) === 1,
      'the best point has a value',
    );
    await page.click('[data-test=analyse]');
    await page.click('[data-test=solve]');
    await page.waitForSelector('[data-test=verdict]');
    assert.match(await text(page, 'verdict'), /wins|胜/);
    const before = await count(page, '.stone');
    await page.locator('[data-test=proof-next] button').first().click();
    await until(
      async () => (await count(page, '.stone')) === before + 1,
      'its first move is shown',
    );
    await until(
      async () => (await text(page, 'proof-line')).includes('g8'),
      'the step is in the line',
    );
    assert.equal(await count(page, '.square svg .latest, .square svg .last'), 1, 'and is marked');
    await page.locator('[data-test=proof-line] button').first().click();
    await until(async () => (await count(page, '.stone')) === before, 'and back');
    // A proof belongs to its game: another one is shown as it is.
    await page.locator('[data-test=proof-next] button').first().click();
    await until(async () => (await count(page, '.square svg.dim')) === 1, 'a step is shown');
    await read(page, 'h8h9i9');
    await until(async () => (await count(page, '.stone')) === 3, 'the other game');
    assert.equal(await count(page, '.square svg.dim'), 0);
    assert.equal(await count(page, '[data-test=verdict]'), 0);
  },
);

flow('the editor moves, erases, mirrors, undoes, and follows its FEN field', async (form) => {
  const page = await room('xiangqi', form);
  await newGame(page);
  await page.click('[data-test=editor]');
  await page.waitForSelector('dialog .board svg');
  const place = async (name) => {
    const box = await boxOf(page, 'dialog .board svg');
    const [file, rank] = [name.charCodeAt(0) - 97, Number(name.slice(1))];
    return {
      x: box.x + ((90 + file * 100) / 980) * box.width,
      y: box.y + ((90 + (9 - rank) * 100) / 1080) * box.height,
    };
  };
  const fen = () => page.inputValue('[data-test=fen]');
  const start = await fen();
  await stroke(page, await place('a9'), await place('a8'));
  await until(async () => (await fen()).startsWith('1nbakabnr/r8/'), 'a piece is dragged');
  await page.click('[data-test=editor-mirror]');
  await until(async () => (await fen()).startsWith('rnbakabn1/8r/'), 'mirrored');
  await page.click('[data-test=editor-undo]');
  await page.click('[data-test=editor-undo]');
  await until(async () => (await fen()) === start, 'both undone');
  await page.click('[data-test=hand-eraser]');
  await press(page, await place('a9'));
  await until(async () => (await fen()).startsWith('1nbakabnr/9/'), 'erased');
  await page.fill('[data-test=fen]', '4k4/9/9/9/9/9/9/9/9/P3K4 w - - 0 1');
  await until(
    async () => (await count(page, 'dialog g.piece')) === 3,
    'the board follows the field',
  );
  await until(async () => (await count(page, 'dialog circle.fault')) >= 1, 'the fault is ringed');
  assert.ok(await page.locator('dialog [data-test=begin]').isDisabled());
  await page.click('[data-test=editor-start]');
  await until(async () => (await fen()) === start, 'the start position');
  await until(async () => page.locator('dialog [data-test=begin]').isEnabled(), 'which is legal');
});

flow('a game is begun with a level, a colour and a clock', async (form) => {
  const { say } = form;
  const page = await room('xiangqi', form);
  await page.click('[data-test=new]');
  await page.check('[data-test="opponent-level:beginner"]');
  await page.check('[data-test=colour-1]');
  await page.check('[data-test=clock-5]');
  await button(page, say('Start', '开始')).click();
  await page.waitForSelector('dialog', { state: 'detached' });
  await page.waitForSelector('.square[data-flipped]');
  await until(async () => (await moves(page)) === 1, 'the engine begins');
  assert.match(await text(page, 'player-row-0'), say(/Beginner/, /初学/));
  assert.match(await text(page, 'player-row-1'), /[0-5]:\d\d/);
});
