// What is brought comes back, what is asked for is shown and nothing else, and two tabs show one game.

import assert from 'node:assert/strict';
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

const RECORD = `[Game "Chinese Chess"]
[Event "Autumn cup"]
[Date "2026.11.16"]
[Red "First"]
[Black "第二"]
[Result "1-0"]
[Format "ICCS"]

1. H2-E2 $1 {[%eval 0.35] [%cal Gh2e2] the centre} ( 1. C3-C4 {a quiet start}
1... H9-G7 ) 1... H9-G7 2. H0-G2 $6 I9-H9 1-0
`;

async function room(path, form) {
  const page = await at.visit(path, form);
  await page.waitForSelector('.square svg, [data-test=wrong]');
  return page;
}

async function importText(page, record) {
  await page.click('[data-test=files]');
  await page.fill('[data-test=import-text]', record);
  await page.click('[data-test=import]');
}

async function type(page, move) {
  const before = await moves(page);
  await page.fill('[data-test=type-move]', move);
  await page.keyboard.press('Enter');
  await until(async () => (await moves(page)) === before + 1, `${move} is played`);
}

flow('a game record with everything in it comes back unchanged', async (form) => {
  const { say } = form;
  const page = await room('xiangqi', form);
  await importText(page, RECORD);
  await page.waitForSelector('dialog', { state: 'detached' });
  await panel(page, 'moves');
  await until(async () => (await moves(page)) === 6, 'main line and variation');
  await until(
    async () => (await text(page, 'status')).includes(say('Red wins', '红方胜')),
    'the result is kept',
  );
  assert.match(await text(page, 'headers'), /Autumn cup · 2026\.11\.16/);
  await page.reload();
  await page.waitForSelector('.square svg');
  await page.click('[data-test=games]');
  await until(
    async () => /First – 第二/.test(await text(page, 'game-list')),
    'the players are named in the list',
  );
  const first = page.locator('[data-test=game-list] li').first();
  await until(
    async () => /4\s*(moves|步)/.test(await first.textContent()),
    'variations are not counted',
  );
  await page.keyboard.press('Escape');
  await page.click('[data-test=files]');
  await page.selectOption('[data-test=format]', 'pgn');
  await until(
    async () => (await page.inputValue('[data-test=exported]')) === RECORD,
    'the record is unchanged',
  );
});

flow('a game with a result keeps it, whichever move is looked at', async (form) => {
  const { say } = form;
  const page = await room('xiangqi', form);
  await importText(page, RECORD);
  await page.waitForSelector('dialog', { state: 'detached' });
  await panel(page, 'moves');
  await until(async () => (await moves(page)) === 6, 'main line and variation');
  await page.locator('[data-test=tree] button').first().click();
  await until(async () => /1 \/ 4/.test(await text(page, 'ply')), 'an earlier move is shown');
  assert.ok((await text(page, 'tree')).includes(say('Red wins', '红方胜')), 'the result stays');
  for (const act of [say('Resign', '认输'), say('Draw', '和棋')])
    assert.equal(await button(page, act).count(), 0, `no “${act}” in a game that is over`);
});

flow('a reload gives no thinking time back', async (form) => {
  const page = await room('xiangqi', form);
  await newGame(page, { minutes: 5 });
  await panel(page, 'moves');
  await type(page, 'h2e2');
  const clock = async () => /\d:\d\d/.exec(await text(page, 'player-row-1'))?.[0] ?? '';
  await until(async () => (await clock()) < '4:58', 'two seconds');
  const before = await clock();
  await page.reload();
  await page.waitForSelector('.square svg');
  await until(async () => (await clock()) !== '', 'the clock');
  assert.ok((await clock()) <= before, `${await clock()} after ${before}`);
});

flow('a mark and a comment are written, kept, and undone', async (form) => {
  const page = await room('xiangqi', form);
  await newGame(page);
  await panel(page, 'moves');
  await type(page, 'h2e2');
  await page.click('[data-test=write]');
  await page.click('[data-test=mark-3]');
  await page.fill('[data-test=write-comment]', '当头炮');
  await page.locator('[data-test=write-comment]').blur();
  await until(async () => (await text(page, 'tree')).includes('当头炮'), 'the comment');
  await page.reload();
  await page.waitForSelector('.square svg');
  await panel(page, 'moves');
  await until(async () => /!![\s\S]*当头炮/.test(await text(page, 'tree')), 'both are kept');
  await page.click('[data-test=write]');
  await page.fill('[data-test=write-comment]', '');
  await page.locator('[data-test=write-comment]').blur();
  await until(async () => !(await text(page, 'tree')).includes('当头炮'), 'it is taken away');
  await page.click('[data-test=toast-undo]');
  await until(async () => (await text(page, 'tree')).includes('当头炮'), 'and comes back');
});

flow(
  'a typed move that is not legal stays in its field, with the reason beside it',
  async (form) => {
    const page = await room('xiangqi', form);
    await newGame(page);
    await panel(page, 'moves');
    await page.fill('[data-test=type-move]', 'e0e5');
    await page.keyboard.press('Enter');
    await until(async () => (await text(page, 'typed-error')).length > 4, 'the reason');
    assert.equal(await page.inputValue('[data-test=type-move]'), 'e0e5');
    await page.fill('[data-test=type-move]', 'e0e1');
    await until(async () => (await text(page, 'typed-error')) === '', 'mending takes it away');
    await page.keyboard.press('Enter');
    await until(async () => (await moves(page)) === 1, 'the mended move is played');
    assert.equal(await page.inputValue('[data-test=type-move]'), '');
  },
);

flow('a line of the analysis stands still while it is pointed at', async (form) => {
  if (form.size === 'phone') return;
  const page = await room('xiangqi', form);
  await newGame(page);
  await panel(page, 'analysis');
  await page.click('[data-test=analyse]');
  const line = page.locator('[data-test=lines] li').first();
  await until(async () => (await line.locator('.moves button').count()) >= 3, 'a line');
  await line.locator('.moves button').nth(1).hover();
  const read = (await line.textContent()).trim();
  const depth = async () => Number((await text(page, 'depth')).split('/')[0]);
  const begun = await depth();
  await until(async () => (await depth()) >= begun + 2, 'the engine goes on');
  assert.equal((await line.textContent()).trim(), read);
});

flow('a faulty record says why, and its first moves can be read', async (form) => {
  const { say } = form;
  const page = await room('xiangqi', form);
  await importText(page, '1. 炮二平五 马8进7 2. 马二进四');
  await page.waitForSelector('[data-test=import-error]');
  const error = await until(async () => {
    const words = await text(page, 'import-error');
    return say(/the horse’s leg is blocked/, /蹩马腿/).test(words) && words;
  }, 'why it is no move');
  if (form.language === 'zh') assert.doesNotMatch(error, /legal move/);
  await page.click('[data-test=import-partial]');
  await page.waitForSelector('dialog', { state: 'detached' });
  await panel(page, 'moves');
  await until(async () => (await moves(page)) === 2, 'two moves are read');
});

flow('wrong addresses say so and show no other game', async (form) => {
  const page = await room('xiangqi', form);
  await newGame(page);
  const id = gameOf(page);
  for (const path of [
    `gomoku/game/${id}`,
    'xiangqi/game/99999',
    'xiangqi/game/none',
    'xiangqi/share?position=foo',
    'gomoku/share?position=foo',
  ]) {
    const other = await room(path, form);
    await other.waitForSelector('[data-test=wrong]');
    assert.equal(await count(other, '.square svg'), 0, `${path} shows no board`);
    assert.ok((await text(other, 'wrong')).trim().length > 4);
  }
  // The list is offered there.
  const other = await room(`gomoku/game/${id}`, form);
  await other.locator('[data-test=wrong] button').click();
  await other.waitForSelector('[data-test=game-list]');
});

flow('a game that is open in two tabs follows, and moves are announced', async (form) => {
  const { say } = form;
  const first = await room('xiangqi', form);
  await newGame(first);
  const address = new URL(first.url()).pathname.slice(1);
  const second = await room(address, form);
  await panel(first, 'moves');
  await panel(second, 'moves');
  await type(first, 'h2e2');
  await until(async () => (await moves(second)) === 1, 'the other tab follows');
  await type(second, 'h9g7');
  await until(async () => (await moves(first)) === 2, 'and the first one too');
  assert.equal(await count(first, '[data-test=tree] .variation'), 0);
  const spoken = say('Black: horse 8 forward 7.', '黑方：马８进７。');
  await until(async () => (await text(first, 'spoken')).trim() === spoken, 'announced');
});

flow('the side that sits below is kept with the game', async (form) => {
  const page = await room('xiangqi', form);
  await newGame(page);
  const corner = page.locator('g.piece[data-point="0"]');
  const stood = await corner.getAttribute('transform');
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('f');
  await until(async () => (await corner.getAttribute('transform')) !== stood, 'turned');
  const turned = await corner.getAttribute('transform');
  await page.reload();
  await page.waitForSelector('.square svg');
  await until(async () => (await corner.getAttribute('transform')) === turned, 'still turned');
});

flow('no two lines of an analysis begin with the same move', async (form) => {
  const page = await room('xiangqi', form);
  await newGame(page);
  await panel(page, 'analysis');
  await page.click('[data-test=analyse]');
  await until(async () => (await count(page, '[data-test=lines] li')) === 3, 'three lines');
  const depth = async () => Number.parseInt(await text(page, 'depth'), 10);
  // Looked at while iterations follow each other.
  for (let looks = 0, last = 0; looks < 20 || last < 6; looks++) {
    const lines = await page.locator('[data-test=lines] li').evaluateAll((list) =>
      list.map((line) => ({
        first: line.querySelector('button')?.textContent.trim(),
        score: Number(line.querySelector('.value').textContent.trim().replace('−', '-')),
      })),
    );
    assert.equal(
      new Set(lines.map(({ first }) => first)).size,
      lines.length,
      JSON.stringify(lines),
    );
    lines.forEach(({ score }, rank) => {
      if (rank) assert.ok(lines[rank - 1].score >= score, `the better line is above: ${rank}`);
    });
    last = await depth();
  }
});

flow('analysis of a mate in one says so and ends', async (form) => {
  const page = await room('xiangqi', form);
  await importText(page, '3k5/9/9/9/9/9/9/4R4/4A4/4K4 w - - 0 1');
  await page.waitForSelector('dialog', { state: 'detached' });
  await panel(page, 'analysis');
  await page.click('[data-test=analyse]');
  await page.waitForSelector('[data-test=finished]');
  await until(async () => /mates in 1|1 步杀/.test(await text(page, 'score')), 'a mate in one');
});
