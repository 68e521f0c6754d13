// Games and positions as text, files, addresses and pictures: what is wrong is named, and what goes out comes back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drop } from './maps.mjs';
import {
  button,
  count,
  flow,
  moves,
  newGame,
  panel,
  rest,
  saved,
  stage,
  text,
  until,
} from './stage.mjs';

const at = stage();

async function room(name, form) {
  const page = await at.visit(name, form);
  await page.waitForSelector('.square svg');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  return page;
}

async function read(page, given) {
  await page.click('[data-test=files]');
  await page.fill('[data-test=import-text]', given);
  await page.click('[data-test=import]');
}

async function taken(page) {
  await page.waitForSelector('dialog', { state: 'detached' });
}

/** The game in a form, and the file that saving makes of it. */
async function exported(page, format, say) {
  await page.selectOption('[data-test=format]', format);
  await page.waitForSelector(`[data-test=exported][data-format=${format}]`);
  const shown = await page.inputValue('[data-test=exported]');
  const file = await saved(page, button(page.locator('dialog'), say('Save', '保存')));
  assert.equal(
    file.text.replaceAll('\r', '').trim(),
    shown.trim(),
    `the file is what is shown: ${format}`,
  );
  return shown;
}

/** The pictures of the board, and the addresses of position and game. */
async function shared(page, say) {
  const svg = await saved(page, button(page, say('Picture (SVG)', '图片（SVG）')));
  assert.match(svg.name, /\.svg$/);
  assert.match(svg.text, /^<svg[^>]+xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  assert.ok(!/class=|var\(/.test(svg.text), 'the picture needs no style sheet');
  const png = await saved(page, button(page, say('Picture (PNG)', '图片（PNG）')));
  assert.deepEqual([...png.bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  assert.ok(png.bytes.length > 20_000, 'and shows something');
  const links = [];
  for (const name of [
    say('Link to the position', '局面链接'),
    say('Link to the game', '对局链接'),
  ]) {
    await page.evaluate(() => navigator.clipboard.writeText('nothing'));
    await button(page, name).click();
    links.push(
      await until(async () => {
        const copied = await page.evaluate(() => navigator.clipboard.readText());
        return copied.startsWith('http') && copied;
      }, name),
    );
  }
  return links;
}

/** The mean colours of a picture in a grid of so many fields, for comparing pictures of any size. */
function fieldsOf(page, bytes, grid = 24) {
  return page.evaluate(
    async ([base64, fields]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = fields * 16;
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      const means = [];
      for (let row = 0; row < fields; row++)
        for (let column = 0; column < fields; column++) {
          const { data } = context.getImageData(column * 16, row * 16, 16, 16);
          const sums = [0, 0, 0];
          for (let at = 0; at < data.length; at += 4)
            for (let part = 0; part < 3; part++) sums[part] += data[at + part];
          means.push(sums.map((sum) => sum / 256));
        }
      return means;
    },
    [bytes.toString('base64'), grid],
  );
}

for (const theme of ['day', 'night'])
  for (const [kind, game] of [
    ['xiangqi', '[Event "x"]\n1. C2=5 h8+7 2. H2+3 *'],
    ['gomoku', 'h8i9j8i8'],
  ])
    test(`the exported picture has the board's colours (${kind}, ${theme})`, async () => {
      const page = await room(kind, { theme });
      await read(page, game);
      await taken(page);
      await until(async () => (await text(page, 'ply')) !== '0 / 0', 'the game is there');
      // The pointer and the piece that moved rest.
      await page.mouse.move(0, 0);
      await rest(page);
      const shown = await fieldsOf(page, await page.locator('.square svg').screenshot());
      await page.click('[data-test=files]');
      const png = await saved(page, button(page, 'Picture (PNG)'));
      const exported = await fieldsOf(page, png.bytes);
      // The screenshot also has what lies behind the rounded corners.
      const corners = [0, 23, 23 * 24, 24 * 24 - 1];
      shown.forEach((colour, field) => {
        if (corners.includes(field)) return;
        const apart = Math.max(...colour.map((part, at) => Math.abs(part - exported[field][at])));
        assert.ok(
          apart < 14,
          `field ${field}: ${colour} on the board, ${exported[field]} exported`,
        );
      });
    });

flow('games are dropped and pasted on the board', async (form) => {
  const { say } = form;
  const page = await room('xiangqi', form);
  await newGame(page);
  await panel(page, 'moves');
  await drop(page, [{ name: 'one.pgn', content: '1. C2=5 h8+7 *' }]);
  await until(async () => (await moves(page)) === 2, 'a dropped game is shown');
  await taken(page);
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '1. C2=5 h8+7 2. H2+3 r9=8 *');
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await until(async () => (await moves(page)) === 4, 'a pasted game is shown');
  await taken(page);
  // A fault is shown where a text can be mended.
  await drop(page, [{ name: 'bad.pgn', content: '1. C2=5 Q9+9 *' }]);
  await page.waitForSelector('[data-test=import-error]');
  assert.equal(await page.inputValue('[data-test=import-text]'), '1. C2=5 Q9+9 *');
  await page.keyboard.press('Escape');
  await taken(page);
  assert.equal(await moves(page), 4, 'the game before it stays');
  // A file in GBK is read as it is meant.
  const gbk = [
    49, 46, 32, 197, 218, 182, 254, 198, 189, 206, 229, 32, 194, 237, 56, 189, 248, 55, 32, 42,
  ];
  await drop(page, [{ name: 'gbk.pgn', content: gbk }]);
  await until(async () => (await moves(page)) === 2, 'a game in GBK is shown');
  await taken(page);
  // Every game of a file is kept, the first one is shown.
  const two = '[Event "A"]\n\n1. C2=5 h8+7 2. H2+3 *\n\n[Event "B"]\n\n1. C8=5 *\n';
  await drop(page, [{ name: 'two.pgn', content: two }]);
  await until(async () => (await moves(page)) === 3, 'the first of two games is shown');
  await until(async () => (await text(page, 'toast')).includes('2'), 'and both are told of');
  await taken(page);
  await page.click('[data-test=games]');
  await until(
    async () => (await page.locator('[data-test=game-list] li').count()) >= 2,
    'both are in the list',
  );
  assert.match(
    await page.locator('[data-test=game-list] li').nth(1).textContent(),
    /B/,
    'the second of them',
  );
  await page.keyboard.press('Escape');
  await taken(page);
  // Many at once become saved games.
  await drop(page, [
    { name: 'spring.pgn', content: '1. C2=5 h8+7 *' },
    { name: 'summer.pgn', content: '1. C8=5 h2+3 *' },
    { name: 'notes.doc', content: 'nothing' },
    { name: 'broken.pgn', content: '1. Q9+9 *' },
  ]);
  await page.waitForSelector('[data-test=game-list]');
  await until(
    async () => /spring[^]*summer|summer[^]*spring/.test(await text(page, 'game-list')),
    'both are listed',
  );
  await until(
    async () =>
      say(/2 games.*broken\.pgn/, /2 局.*broken\.pgn/).test(await text(page, 'toast')) &&
      !/notes/.test(await text(page, 'toast')),
    'the faulty one is named',
  );
});

flow(
  'Xiangqi: FEN, PGN, ten lines and moves go out and come back; links and pictures',
  async (form) => {
    const { say } = form;
    const page = await room('xiangqi', form);
    await read(page, '[Event "x"]\n1. C2=5 H2+3 2. Q9+9 *');
    await until(
      async () =>
        (await text(page, 'import-error').catch(() => ''))?.includes(say('Line 2', '第 2 行')),
      'the fault is named',
    );
    await page.fill('[data-test=import-text]', '[Event "Test"]\n1. C2=5 h8+7 2. H2+3 *');
    await page.click('[data-test=import]');
    await taken(page);
    await panel(page, 'moves');
    await until(async () => (await moves(page)) === 3, 'three moves');
    await page.click('[data-test=files]');
    const out = {};
    for (const format of ['fen', 'pgn', 'board', 'moves'])
      out[format] = await exported(page, format, say);
    assert.match(out.pgn, /H2-E2/i);
    assert.equal(out.moves.trim(), 'h2e2 h9g7 h0g2');
    assert.match(out.fen, /^rnbakab1r\/9\/1c4nc1\/.* b /);
    const [position, game] = await shared(page, say);
    await page.keyboard.press('Escape');
    await taken(page);
    for (const [format, length] of [
      ['pgn', 3],
      ['moves', 3],
      ['fen', 0],
      ['board', 0],
    ]) {
      await read(page, out[format]);
      await taken(page);
      await until(async () => (await moves(page)) === length, `${format} comes back`);
      await until(async () => (await count(page, 'g.piece')) === 32, `${format} with all pieces`);
    }
    // A file of the reader's own.
    await page.click('[data-test=files]');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      button(page, say('Open a file…', '打开文件…')).click(),
    ]);
    await chooser.setFiles({
      name: 'game.pgn',
      mimeType: 'text/plain',
      buffer: Buffer.from(out.pgn),
    });
    await taken(page);
    await until(async () => (await moves(page)) === 3, 'the file is read');
    for (const [link, length] of [
      [position, 0],
      [game, 3],
    ]) {
      await page.goto(link);
      await until(() => /\/xiangqi\/game\/\d+/.test(page.url()), 'the link opens a game');
      await panel(page, 'moves');
      await until(
        async () => (await moves(page)) === length && (await count(page, 'g.piece')) === 32,
        `a link of ${length} moves`,
      );
    }
  },
);

flow(
  'Gomoku: coordinates, drawn boards, .psq and SGF go out and come back; links and pictures',
  async (form) => {
    const { say } = form;
    const page = await room('gomoku', form);
    await read(page, 'h8i9z9');
    await until(
      async () => ((await text(page, 'import-error').catch(() => '')) ?? '').length > 0,
      'the fault is named',
    );
    await page.fill('[data-test=import-text]', 'h8i9j8');
    await page.click('[data-test=import]');
    await taken(page);
    await until(async () => (await count(page, '.stone')) === 3, 'three stones');
    await page.click('[data-test=files]');
    const out = {};
    for (const format of ['sgf', 'moves', 'board', 'psq'])
      out[format] = await exported(page, format, say);
    assert.match(out.sgf, /GM\[4\]/);
    assert.equal(out.moves.trim(), 'h8i9j8');
    assert.match(out.psq, /^Piskvorky 15x15/);
    const [position, game] = await shared(page, say);
    await page.keyboard.press('Escape');
    await taken(page);
    await panel(page, 'moves');
    for (const [format, length] of [
      ['sgf', 3],
      ['psq', 3],
      ['board', 0],
      ['moves', 3],
    ]) {
      await read(page, out[format]);
      await taken(page);
      await until(
        async () => (await moves(page)) === length && (await count(page, '.stone')) === 3,
        `${format} comes back`,
      );
    }
    for (const link of [position, game]) {
      await page.goto(link);
      await until(() => /\/gomoku\/game\/\d+/.test(page.url()), 'the link opens a game');
      await until(async () => (await count(page, '.stone')) === 3, 'with its stones');
    }
  },
);
