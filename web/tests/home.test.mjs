// Home: a sentence, four living pictures, the game to continue; the guided page; wrong addresses.

import assert from 'node:assert/strict';
import {
  count,
  flow,
  gameOf,
  newGame,
  pictures,
  ply,
  point,
  stage,
  text,
  until,
} from './stage.mjs';

const at = stage();

flow('home shows four living pictures and the game to continue', async (form) => {
  const page = await at.visit('xiangqi', form);
  await page.waitForSelector('.square svg');
  await newGame(page);
  await point(page, 'h2');
  await point(page, 'e2');
  await until(async () => (await ply(page)) === '1 / 1', 'a move');
  const game = gameOf(page);
  await page.goto(at.server.url);
  // Each goes through its states by itself: they need not be seen at one time.
  for (const [part, most] of [
    ['.picture.paths rect.expanded', 20],
    ['.picture.xiangqi .arrows path', 1],
    ['.picture.gomoku svg', 1],
    ['.picture.lab .node.seen', 2],
  ])
    await until(async () => (await count(page, part)) >= most, `the picture lives: ${part}`);
  await page.screenshot({ path: `${pictures}home-living-${form.size}-${form.language}.png` });
  const again = page.locator('[data-test=continue]');
  assert.equal(await again.getAttribute('href'), `/xiangqi/game/${game}`);
  assert.match(await again.textContent(), form.language === 'zh' ? /第 1 步/ : /move 1/);
});

flow('the guided page counts the cells of two real searches', async (form) => {
  const { say } = form;
  const page = await at.visit('learn/astar', form);
  for (let chapter = 0; chapter < 3; chapter++) await page.click('[data-test=next-chapter]');
  const words = await until(async () => {
    const found = await page.textContent('.chapter p');
    return found.match(/\d+/g)?.length >= 4 && found;
  }, 'the searches are there');
  // "Dijkstra needs 232 cells, A* 56: 76 % less. Both ways cost 21"
  const [dijkstra, astar, less, cost] = words.match(/\d+/g).map(Number);
  assert.equal(less, Math.round((1 - astar / dijkstra) * 100));
  assert.equal(cost, 21, 'both ways are the shortest');
  assert.ok(astar < dijkstra / 2);
  await page.keyboard.press('End');
  await until(
    async () => (await text(page, 'expanded-dijkstra')).includes(String(dijkstra)),
    'the search is walked to its end',
  );
  assert.ok((await text(page, 'expanded-astar')).includes(String(astar)));
  const paths = (name) => count(page, `[data-test=figure-${name}] path.path`);
  for (const name of ['dijkstra', 'astar'])
    await until(async () => (await paths(name)) === 1, `${name} is there`);
  await page.keyboard.press('ArrowLeft');
  await until(async () => (await paths('dijkstra')) === 0, 'one step back');
  await page.click('[data-test=next-chapter]');
  await page
    .getByRole('link', { name: say('Try it on your own map', '在自己的地图上试试') })
    .click();
  await page.waitForSelector('.room');
});

flow('a wrong address says so and offers the list', async (form) => {
  const { say } = form;
  const page = await at.visit('nowhere/at/all', form);
  for (const wrong of [
    'nowhere/at/all',
    'learn/other',
    'lab/nothing',
    'lab/experiments/none',
    'lab/matches/77',
    'lab/matches/abc',
  ]) {
    await page.goto(at.server.url + wrong);
    await page.waitForSelector('[data-test=not-found]');
    assert.equal(new URL(page.url()).pathname, `/${wrong}`, 'the address stays');
    assert.ok((await count(page, '[data-test=not-found] a')) > 0, `${wrong} offers a list`);
  }
  await page.goto(`${at.server.url}nowhere`);
  await page
    .locator('[data-test=not-found]')
    .getByRole('link', { name: say('Lab', '实验室') })
    .click();
  await page.waitForSelector('.room');
});
