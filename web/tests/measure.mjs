// Measures what docs/page.md states: how soon the page is ready, how soon a board reacts, how soon the first line of an
// analysis is there, how fast maps play, and how the server answers while 50 pages analyse and 500 are idle.
//
//   XUN=../target/quick/xun node --experimental-websocket tests/measure.mjs

import { readFileSync } from 'node:fs';
import { launch, open, serve } from './browser.mjs';
import { cellSize, drop, placeOf } from './maps.mjs';
import { text, until } from './stage.mjs';

const middle = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const show = (name, list) =>
  console.log(
    `${name}: median ${middle(list).toFixed(1)} ms, worst ${Math.max(...list).toFixed(1)} ms of ${list.length}`,
  );
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
const memory = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

async function inBrowser() {
  const server = await serve();
  const browser = await launch();
  for (const [room, ready] of [
    ['', '.home'],
    ['paths', '.room canvas'],
    ['xiangqi', '.square svg'],
    ['gomoku', '.square svg'],
    ['lab', '.room .node'],
    ['lab/matches', '.empty'],
    ['lab/experiments', '[data-test=experiments] li'],
  ]) {
    const times = [];
    for (let round = 0; round < 7; round++) {
      const page = await open(browser, 'about:blank');
      const began = performance.now();
      await page.goto(server.url + room, { waitUntil: 'commit' });
      await page.waitForSelector(ready);
      times.push(performance.now() - began);
      await page.context().close();
    }
    show(`ready /${room}`, times);
  }
  const page = await open(browser, `${server.url}xiangqi`);
  await page.waitForSelector('.square svg');
  await page.waitForTimeout(500);
  // From the press of a piece to the frame in which its legal moves are shown.
  const reactions = await page.evaluate(async () => {
    const svg = document.querySelector('.square svg');
    const box = svg.getBoundingClientRect();
    const times = [];
    for (let round = 0; round < 20; round++) {
      await new Promise(requestAnimationFrame);
      const began = performance.now();
      svg.dispatchEvent(
        new PointerEvent('pointerdown', {
          bubbles: true,
          button: 0,
          pointerId: 1,
          clientX: box.left + (775 / 950) * box.width,
          clientY: box.top + (775 / 1076) * box.height,
        }),
      );
      svg.dispatchEvent(
        new PointerEvent('pointerup', {
          bubbles: true,
          button: 0,
          pointerId: 1,
          clientX: box.left + (775 / 950) * box.width,
          clientY: box.top + (775 / 1076) * box.height,
        }),
      );
      let frames = 0;
      const wanted = round % 2 === 0;
      do {
        await new Promise(requestAnimationFrame);
        frames += 1;
      } while (document.querySelectorAll('circle.target').length > 0 !== wanted && frames < 30);
      times.push([performance.now() - began, frames]);
    }
    return times;
  });
  show(
    'board reacts',
    reactions.map((one) => one[0]),
  );
  console.log(`board reacts: frames ${reactions.map((one) => one[1]).join(' ')}`);
  const lines = [];
  for (let round = 0; round < 9; round++) {
    lines.push(
      await page.evaluate(async () => {
        const began = performance.now();
        document.querySelector('[data-test=analyse]').click();
        while (!document.querySelector('[data-test=lines] li'))
          await new Promise(requestAnimationFrame);
        return performance.now() - began;
      }),
    );
    await page.click('[data-test=analyse]');
    await page.keyboard.press('Escape');
    // Another position each time, so that no line of before is on the screen.
    await page.evaluate(() => document.activeElement?.blur());
    await page.fill(
      '[data-test=type-move]',
      ['h2e2', 'h9g7', 'h0g2', 'i9h9', 'i0h0', 'g6g5', 'c3c4', 'b9c7', 'b0c2'][round],
    );
    await page.keyboard.press('Enter');
    await page.waitForTimeout(900);
  }
  show('first line of an analysis', lines);
  const size = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .reduce((sum, one) => sum + (one.encodedBodySize || 0), 0),
  );
  console.log(`bytes of the Xiangqi room, as sent: ${size}`);
  await maps(browser, server);
  await browser.close();
  await server.kill();
  server.clean();
}

/** Milliseconds of so many frames, the shortest first. */
const framesOf = (page, count = 60) =>
  page.evaluate(async (number) => {
    const times = [];
    for (let last = await new Promise(requestAnimationFrame); times.length < number;) {
      const now = await new Promise(requestAnimationFrame);
      times.push(now - last);
      last = now;
    }
    return times.sort((a, b) => a - b);
  }, count);

async function maps(browser, server) {
  const page = await open(browser, `${server.url}paths`);
  const found = () => until(async () => (await text(page, 'outcome-0')) === 'found', 'found');
  for (const index of [0, 1]) {
    const field = page.locator('#panel-map input[type=number]').nth(index);
    await field.fill('200');
    await field.blur();
  }
  await page.selectOption('[data-test=family]', 'random');
  await page.click('[data-test=generate]');
  await page.click('[data-test=run]');
  await found();
  for (let round = 0; round < 3; round++) {
    await page.keyboard.press('Home');
    show('frames of 200 × 200 at rest', await framesOf(page));
    await page.evaluate(() => document.querySelector('.timeline .run').click());
    show('frames of 200 × 200 playing', await framesOf(page));
  }
  const rows = Array.from({ length: 1000 }, (_, row) =>
    Array.from({ length: 1000 }, (_, column) => (row % 40 === 20 && column % 97 > 2 ? '#' : '.')),
  );
  rows[3][3] = 'S';
  rows[996][996] = 'G';
  let began = performance.now();
  await drop(page, [{ name: 'large.txt', content: rows.map((row) => row.join('')).join('\n') }]);
  await until(async () => /id=\d+/.test(page.url()) && (await cellSize(page)) < 1, 'read');
  console.log(`1000 × 1000 read and drawn: ${(performance.now() - began).toFixed(0)} ms`);
  began = performance.now();
  await page.click('[data-test=run]');
  await found();
  console.log(`1000 × 1000 searched: ${(performance.now() - began).toFixed(0)} ms`);
  show('frames of 1000 × 1000 playing', await framesOf(page));
  await page.keyboard.press('End');
  const { x, y } = await placeOf(page, 3, 3);
  await page.mouse.move(x, y);
  const zooming = framesOf(page);
  for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, turn < 10 ? -300 : 300);
  show('frames of 1000 × 1000 zooming', await zooming);
  await page.context().close();
}

function socketOf(url) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.onopen = () => resolve(socket);
    socket.onerror = reject;
  });
}

let number = 1;
function ask(socket, question) {
  const id = number++;
  return new Promise((resolve) => {
    const hear = (event) => {
      if (!event.data.includes(`"id":${id},`) || !event.data.includes('"last":true')) return;
      socket.removeEventListener('message', hear);
      resolve(JSON.parse(event.data).tell);
    };
    socket.addEventListener('message', hear);
    socket.send(JSON.stringify({ v: 1, id, ask: question }));
  });
}

async function underLoad() {
  const server = await serve();
  const url = `${server.url.replace('http', 'ws')}api/v1/socket`;
  const setup = {
    game: 'xiangqi',
    name: '',
    rules: 'asian',
    size: 15,
    opening: 'free',
    position: null,
    players: [{ type: 'human' }, { type: 'human' }],
    clock: null,
  };
  console.log(`server at rest: ${memory(server.child.pid).toFixed(0)} MiB`);
  const idle = [];
  for (let index = 0; index < 500; index++) idle.push(await socketOf(url));
  console.log(`with 500 idle sockets: ${memory(server.child.pid).toFixed(0)} MiB`);
  const heard = new Array(50).fill(0);
  const analysts = [];
  for (let index = 0; index < 50; index++) {
    const socket = await socketOf(url);
    const game = await ask(socket, { type: 'board', what: 'new', setup });
    socket.addEventListener('message', () => (heard[index] += 1));
    socket.send(
      JSON.stringify({
        v: 1,
        id: number++,
        ask: { type: 'board', what: 'analyse', id: game.id, node: 0, lines: 3, threat: false },
      }),
    );
    analysts.push(socket);
  }
  await pause(3000);
  const player = await socketOf(url);
  const game = await ask(player, { type: 'board', what: 'new', setup });
  const moves = [
    'h2e2',
    'h9g7',
    'h0g2',
    'i9h9',
    'i0h0',
    'g6g5',
    'c3c4',
    'b9c7',
    'b0c2',
    'c9e7',
    'a0b0',
    'a9b9',
    'h0h6',
    'd9e8',
    'g3g4',
    'g5g4',
    'h6g6',
    'g4g3',
    'g6g7',
    'g3g2',
  ];
  const waits = [];
  let peak = 0;
  let at = 0;
  for (const text of moves) {
    const began = performance.now();
    const state = await ask(player, {
      type: 'board',
      what: 'play',
      id: game.id,
      at,
      text,
      spent: null,
    });
    if (state.type !== 'boardState') break;
    waits.push(performance.now() - began);
    at = state.current;
    peak = Math.max(peak, memory(server.child.pid));
    await pause(500);
  }
  show('a move while 50 analyse', waits);
  const before = [...heard];
  await pause(10_000);
  const gained = heard.map((count, index) => count - before[index]);
  peak = Math.max(peak, memory(server.child.pid));
  console.log(
    `lines heard in ten seconds: least ${Math.min(...gained)}, most ${Math.max(...gained)}; analyses that heard none: ${gained.filter((count) => count === 0).length}`,
  );
  console.log(`memory under load: ${peak.toFixed(0)} MiB (budget of the tables: 1024 MiB)`);
  for (const socket of [...idle, ...analysts, player]) socket.close();
  await server.kill();
  server.clean();
}

await inBrowser();
await underLoad();
process.exit(0);
