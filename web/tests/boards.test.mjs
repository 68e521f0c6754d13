// The board rooms in a real browser: moves, rules, clocks, analysis, review, the editor, the keys.

import assert from 'node:assert/strict';
import {
  boxOf,
  button,
  count,
  flow,
  holds,
  moves,
  newGame,
  panel,
  pictures,
  ply,
  point,
  pointAt,
  press,
  stage,
  stone,
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

flow('Xiangqi is played, taken back and analysed', async (form) => {
  const { size, language, say } = form;
  const page = await room('xiangqi', form);
  await newGame(page);
  await point(page, 'h2');
  await until(
    async () => (await page.locator('circle.target').count()) === 12,
    'legal moves have dots',
  );
  await point(page, 'e2');
  await panel(page, 'moves');
  await until(
    async () => /C2=5|炮二平五/.test(await text(page, 'tree')),
    'the move is in the list',
  );
  await until(async () => (await count(page, 'circle.last')) === 2, 'the last move is marked');
  // A piece is dragged, too.
  await stroke(page, await pointAt(page, 'h9'), await pointAt(page, 'g7'));
  await until(async () => (await moves(page)) === 2, 'a dragged move is played');
  await page.fill('[data-test=type-move]', '傌二进三');
  await page.keyboard.press('Enter');
  await until(async () => (await moves(page)) === 3, 'a typed move is played');
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('ArrowLeft');
  await until(async () => (await ply(page)) === '2 / 3', 'one move back');
  await point(page, 'b0');
  await point(page, 'c2');
  await until(
    async () => (await page.locator('[data-test=tree] .variation').count()) === 1,
    'another move is a variation',
  );
  await panel(page, 'analysis');
  await page.click('[data-test=analyse]');
  await until(async () => (await page.locator('[data-test=lines] li').count()) >= 3, 'three lines');
  await until(
    async () => (await page.locator('g.arrows path.best').count()) === 1,
    'an arrow for the best move',
  );
  await until(async () => (await count(page, '.gauge')) === 1, 'the bar shows the chances');
  await until(async () => (await count(page, '.wdl')) === 1, 'win, draw and loss');
  for (const name of ['score', 'depth'])
    await until(async () => /\d/.test(await text(page, name)), `a number: ${name}`);
  await page.click('[data-test=threat]');
  await until(async () => (await count(page, 'g.arrows path.threat')) === 1, 'the threat is drawn');
  await page.screenshot({ path: `${pictures}xiangqi-analysis-${size}-${language}.png` });
  await page.click('[data-test=analyse]');
  await page.waitForSelector('[data-test=analyse][aria-checked=false]');
  // A line is previewed by pointing at it, or by reaching it with the keyboard, and played by pressing it.
  // The lines stand still now; the first may be of any length.
  const line = page.locator('[data-test=lines] li').first().locator('button');
  const length = Math.min(3, await line.count());
  const end = line.nth(length - 1);
  if (page.touch) await end.focus();
  else await end.hover();
  await until(async () => (await count(page, '.square svg.dim')) === 1, 'the line is previewed');
  const before = await moves(page);
  await end.click();
  await until(async () => (await moves(page)) === before + length, 'the line is played');
  // The notation is a matter of taste.
  await panel(page, 'moves');
  for (const [name, first] of [
    ['iccs', /h2-?e2/i],
    ['zh', /炮二平五/],
    ['wxf', /C2=5/],
  ]) {
    await page.click('[data-test=settings]');
    await page.selectOption('[data-test=notation]', name);
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    await until(async () => first.test(await text(page, 'tree')), name);
  }
  await panel(page, 'players');
  await page.click('[data-test=undo]');
  await panel(page, 'moves');
  await until(async () => (await moves(page)) === before + length - 1, say('taken back', '悔棋'));
});

flow(
  'a review marks the mistakes, says what was better, and its graph leads there',
  async (form) => {
    const { size, language } = form;
    const page = await room('xiangqi', form);
    await page.click('[data-test=files]');
    // A rook goes where it is taken for nothing.
    await page.fill(
      '[data-test=import-text]',
      '[Event "Blunder"]\n1. A0-A1 A9-A8 2. A1-D1 H9-G7 3. D1-D8 A8-D8 *',
    );
    await page.click('[data-test=import]');
    await page.waitForSelector('dialog', { state: 'detached' });
    await panel(page, 'moves');
    await page.click('[data-test=review]');
    await until(
      async () => (await count(page, '[data-test=tree] .blunder')) >= 1,
      'the blunder is marked',
    );
    await until(
      async () =>
        (await page.locator('[data-test=review]').isEnabled()) &&
        (await count(page, '.graph')) === 1,
      'the review ends',
    );
    await page.locator('[data-test=tree] button').nth(4).click();
    await until(
      async () => (await count(page, '[data-test=better]')) === 1,
      'something better is said',
    );
    const better = (await page.textContent('[data-test=better] button')).trim();
    assert.match(better, language === 'zh' ? /[进退平]/ : /[+\-=]/, 'in the reader’s notation');
    await page.screenshot({ path: `${pictures}xiangqi-review-${size}-${language}.png` });
    // Pointing at it, or reaching it with the keyboard, shows it on the board.
    const line = page.locator('[data-test=better] .line');
    if (page.touch) await line.focus();
    else await line.hover();
    await until(async () => (await count(page, '.square svg.dim')) === 1, 'it is previewed');
    if (page.touch) await line.blur();
    else await page.mouse.move(0, 0);
    await until(async () => (await count(page, '.square svg.dim')) === 0, 'and no more');
    const graph = await boxOf(page, '.graph');
    await press(page, { x: graph.x + graph.width / 6 + 1, y: graph.y + graph.height / 2 });
    await until(async () => (await ply(page)) === '1 / 6', 'a press on the graph goes there');
    await page.locator('[data-test=tree] button').nth(4).click();
    await page.click('[data-test=better] button');
    await until(
      async () => (await count(page, '[data-test=tree] .variation')) === 1,
      'the better move is a variation',
    );
    await until(async () => (await count(page, '.graph')) === 1, 'the graph of the game stays');
  },
);

flow('an engine answers, a hint is drawn, engines play each other', async (form) => {
  const page = await room('xiangqi', form);
  await newGame(page, { second: 'level:beginner' });
  await point(page, 'b2');
  await point(page, 'e2');
  await panel(page, 'moves');
  await until(async () => (await moves(page)) === 2, 'the engine answers');
  await panel(page, 'players');
  await page.click('[data-test=hint]');
  await until(async () => (await count(page, 'g.arrows path.hint')) === 1, 'a hint is drawn');
  // The reader takes the other side, and the engine begins.
  await newGame(page, { first: 'level:beginner', rules: 'chinese' });
  await panel(page, 'moves');
  await until(async () => (await moves(page)) === 1, 'the engine begins');
  await page.waitForSelector('.square[data-flipped]');
  await newGame(page, { first: 'level:beginner', second: 'level:novice' });
  await panel(page, 'moves');
  await until(async () => (await moves(page)) >= 3, 'engines play each other');
});

flow(
  'a game by the clock: it runs, the board is flipped, sound is switched, games are resigned and drawn',
  async (form) => {
    const { say } = form;
    const page = await room('xiangqi', form);
    // So much time that it is not used up on any machine.
    await newGame(page, { minutes: 60 });
    await panel(page, 'players');
    const clocks = async () =>
      (await page.locator('.player output').allTextContents()).map((time) => time.trim());
    const full = await until(async () => {
      const [far, near] = await clocks();
      return far && far === near && far;
    }, 'both have an hour');
    await point(page, 'h2');
    await point(page, 'e2');
    await until(async () => (await clocks())[0] !== full, 'black’s clock runs');
    const corner = page.locator('g.piece[data-point="0"]');
    const stood = await corner.getAttribute('transform');
    await page.keyboard.press('f');
    await until(
      async () => (await corner.getAttribute('transform')) !== stood,
      'the board is flipped',
    );
    // Far and near player change places with the board.
    const names = () => page.locator('.player b').allTextContents();
    await holds(async () =>
      assert.deepEqual(await names(), [say('Red', '红方'), say('Black', '黑方')]),
    );
    const sound = () => page.evaluate(() => JSON.parse(localStorage.getItem('xun.settings')).sound);
    const was = await sound();
    await page.click('[data-test=settings]');
    await page.click('[data-test=switch-sound]');
    await until(async () => (await sound()) === !was, 'the sound is switched');
    await page.click('[data-test=switch-sound]');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    await button(page, say('Resign', '认输')).click();
    await page.click('[data-test=confirm]');
    await until(
      async () => (await text(page, 'status')) === say('Red wins: resignation', '红方胜：认输'),
      'resigned',
    );
    await until(
      async () => (await text(page, 'result')).includes(say('Red wins', '红方胜')),
      'the result is on the board',
    );
    assert.equal(await count(page, '[data-test=result-review]'), 1, 'with the next step');
    await newGame(page);
    await point(page, 'h2');
    await point(page, 'e2');
    await panel(page, 'players');
    await until(async () => (await count(page, 'circle.last')) === 2, 'a move is played');
    await button(page, say('Draw', '和棋')).click();
    await until(
      async () => (await text(page, 'status')) === say('Draw: agreement', '和棋：双方议和'),
      'drawn',
    );
  },
);

flow('the editor names every fault, and a game begins from any position', async (form) => {
  const { say } = form;
  const page = await room('xiangqi', form);
  await newGame(page);
  await page.click('[data-test=editor]');
  await page.waitForSelector('dialog .board svg');
  await page.locator('dialog [role=radio]').first().click();
  const place = async (file, rank) => {
    const box = await boxOf(page, 'dialog .board svg');
    await press(page, {
      x: box.x + ((90 + file * 100) / 980) * box.width,
      y: box.y + ((90 + (9 - rank) * 100) / 1080) * box.height,
    });
  };
  await place(4, 9);
  await until(
    async () =>
      /没有将帅|no general|no king/i.test((await text(page, 'faults').catch(() => '')) ?? ''),
    'a missing general is named',
  );
  assert.ok(await page.locator('dialog [data-test=begin]').isDisabled());
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
  await page.click('[data-test=files]');
  await page.fill('[data-test=import-text]', '4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1');
  await page.click('[data-test=import]');
  await page.waitForSelector('dialog', { state: 'detached' });
  await until(async () => (await count(page, 'circle.check')) === 1, 'check is shown');
  await panel(page, 'players');
  await until(
    async () => (await text(page, 'status')) === say('Black is in check.', '黑方被将军。'),
    'and said',
  );
  await page.click('[data-test=editor]');
  await page.waitForSelector('dialog .board svg');
  await until(
    async () => page.locator('dialog [data-test=begin]').isEnabled(),
    'the position is possible',
  );
  await page.click('dialog [data-test=begin]');
  await page.waitForSelector('dialog', { state: 'detached' });
  await until(async () => (await count(page, 'g.piece')) === 3, 'the game begins from it');
});

flow(
  'Gomoku is played to five, with renju’s forbidden points shown, on boards of other sizes and rules',
  async (form) => {
    const { size, language } = form;
    const page = await room('gomoku', form);
    await newGame(page);
    const five = ['h8', 'a1', 'i8', 'a2', 'j8', 'a3', 'k8', 'a4', 'l8'];
    for (const [index, name] of five.entries()) {
      await stone(page, name);
      await until(
        async () => (await page.locator('.stone').count()) === index + 1,
        `stone ${index + 1}`,
      );
    }
    await panel(page, 'players');
    await until(
      async () =>
        (language === 'zh' ? /黑方胜.*五连/ : /wins: five in a row/).test(
          await text(page, 'status'),
        ),
      'five wins',
    );
    await until(async () => (await count(page, 'circle.five')) === 5, 'all five are ringed');
    await page.screenshot({ path: `${pictures}gomoku-five-${size}-${language}.png` });
    // The beginning is read, the stone that matters is placed.
    const after = async (terms, text, last) => {
      await newGame(page, terms);
      await page.click('[data-test=files]');
      await page.fill('[data-test=import-text]', text);
      await page.click('[data-test=import]');
      await page.waitForSelector('dialog', { state: 'detached' });
      const stones = text.match(/[a-t]\d+/g).length;
      await until(async () => (await count(page, '.stone')) === stones, `${stones} stones`);
      if (!last) return;
      await stone(page, last, terms.size);
      await until(async () => (await count(page, '.stone')) === stones + 1, last);
    };
    await after({ rules: 'renju' }, 'h8a1h9a15i10o1j10o15');
    await until(
      async () => (await page.locator('path.forbidden').count()) >= 1,
      'a double three is crossed',
    );
    // Pressing it says why.
    await stone(page, 'h10');
    await until(
      async () =>
        (await count(page, '[data-test=toast]')) === 1 &&
        (language === 'zh' ? /三三/ : /double three/).test(await text(page, 'toast')),
      'the reason is told',
    );
    // A five blocked at both ends does not win under caro, and six are no five under the standard rule.
    await after({ rules: 'caro', size: 20 }, 'h8g8i8m8j8a1k8a2', 'l8');
    assert.equal(await count(page, 'circle.five'), 0);
    await after({ rules: 'standard', size: 15 }, 'e8a1f8a3g8a5i8a7j8a9', 'h8');
    assert.equal(await count(page, 'circle.five'), 0);
  },
);

flow(
  'keys are listed, a dialog closes by Escape, and the board can be played with keys alone',
  async (form) => {
    const page = await room('xiangqi', form);
    await newGame(page);
    await page.keyboard.press('?');
    await page.waitForSelector('dialog kbd');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    // The room's keys rest while a dialog is open, and Escape closes it.
    await page.keyboard.press('n');
    await page.waitForSelector('dialog');
    await page.keyboard.press('f');
    assert.equal(await count(page, '.square[data-flipped]'), 0);
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    await page.locator('.square svg').focus();
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter', 'ArrowUp', 'Enter'])
      await page.keyboard.press(key);
    await panel(page, 'moves');
    await until(
      async () => /P5\+1|兵五进一/.test(await text(page, 'tree')),
      'the middle soldier advanced',
    );
    // One after the other, as fast as it goes: none is lost.
    for (const name of ['h9g7', 'h0g2']) {
      await page.fill('[data-test=type-move]', name);
      await page.keyboard.press('Enter');
    }
    await until(async () => (await moves(page)) === 3, 'three moves');
    await page.evaluate(() => document.activeElement?.blur());
    for (const [key, where] of [
      ['Home', '0 / 3'],
      ['ArrowRight', '1 / 3'],
      ['End', '3 / 3'],
      ['ArrowLeft', '2 / 3'],
    ]) {
      await page.keyboard.press(key);
      await until(async () => (await ply(page)) === where, `${key}: ${where}`);
    }
  },
);
