// Maps in the path room: large ones, kept ones, priced ones; undo; stops, events and comparison.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import {
  boxOf,
  count,
  flow,
  holds,
  panel,
  saved,
  stage,
  stroke,
  text,
  timeline,
  until,
} from './stage.mjs';
import { cellSize, drawing, drop, mapOf, paste, placeOf, plain } from './maps.mjs';

const at = stage();
const program = process.env.XUN ?? new URL('../../target/debug/xun', import.meta.url).pathname;

const found = (page, { say }, index = 0) =>
  until(
    async () => (await text(page, `outcome-${index}`)) === say('found', '找到'),
    `search ${index} has found its goal`,
  );

async function search(page, form, algorithm) {
  await panel(page, 'search');
  if (algorithm) await page.selectOption('[data-test=algorithm-0]', algorithm);
  await page.click('[data-test=run]');
  await panel(page, 'numbers');
}

const events = async (page) => Number((await timeline(page)).split(' / ')[1]);
const now = async (page) => Number((await timeline(page)).split(' / ')[0]);

/** A number of the table of results. */
const shownNumber = async (page, form, en, zh) => {
  const row = page.locator('.panel-numbers tr', { hasText: form.say(en, zh) }).first();
  return (await row.locator('td').nth(1).textContent()).trim().replaceAll(',', '');
};

flow(
  'a map of 1000 × 1000 is whole in view, zoomed, moved, and there after a reload',
  async (form) => {
    const page = await at.visit('paths', form);
    const rows = Array.from({ length: 1000 }, (_, row) =>
      Array.from({ length: 1000 }, (_, column) => (row % 40 === 20 && column % 97 > 2 ? '#' : '.')),
    );
    rows[3][3] = 'S';
    rows[996][996] = 'G';
    const content = rows.map((row) => row.join('')).join('\n');
    await drop(page, [{ name: 'large.txt', content }]);
    await until(async () => /id=\d+/.test(page.url()), 'the address has its number');
    assert.ok(!page.url().includes('map='), 'the map itself is too long for the address');
    const box = await boxOf(page, '.stack');
    const size = await holds(async () => {
      const now = await cellSize(page);
      assert.ok(now * 1000 <= Math.min(box.width, box.height) + 1, 'all of it is in view');
      assert.equal(await count(page, '[data-test=overview]'), 0);
      return now;
    });

    // The wheel zooms about the pointer; a phone has buttons.
    for (let before = size; before < 20; before = await cellSize(page)) {
      if (page.touch) await page.locator('[data-test=zoom-in]').first().click();
      else {
        const { x, y } = await placeOf(page, 3, 3);
        await page.mouse.move(x, y);
        await page.mouse.wheel(0, -600);
      }
      await until(async () => (await cellSize(page)) > before, 'it grows');
    }
    await page.waitForSelector('[data-test=overview]');
    const corner = await boxOf(page, '[data-test=overview]');
    const press = page.touch
      ? (x, y) => page.touchscreen.tap(x, y)
      : (x, y) => page.mouse.click(x, y);
    await press(corner.x + 2, corner.y + 2);
    const left = () => page.locator('.stack').getAttribute('data-left').then(Number);
    await until(async () => (await left()) >= 0, 'the overview leads to the corner');
    await page.click('[data-test=tool-look]');
    await stroke(
      page,
      { x: box.x + box.width * 0.7, y: box.y + box.height * 0.5 },
      { x: box.x + box.width * 0.4, y: box.y + box.height * 0.5 },
    );
    await until(async () => (await left()) < -box.width * 0.2, 'the map is dragged');
    await page.locator('[data-test=zoom-fit]').first().click();
    await until(async () => (await cellSize(page)) === size, 'the whole map again');

    await search(page, form, 'astar');
    await found(page, form);
    const cost = await shownNumber(page, form, 'Cost', '代价');
    await page.reload();
    await page.waitForSelector('.room');
    await until(async () => (await cellSize(page)) === size, 'the same map');
    await search(page, form, 'astar');
    await found(page, form);
    assert.equal(await shownNumber(page, form, 'Cost', '代价'), cost);
  },
);

flow('two fingers zoom a map, and one draws on it', async (form) => {
  const page = await at.visit('paths', form);
  if (!page.touch) return;
  const before = await until(() => cellSize(page), 'the map is drawn');
  const address = mapOf(page);
  const box = await boxOf(page, '.stack');
  const session = await page.context().newCDPSession(page);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const fingers = (apart) =>
    [-1, 1].map((side, id) => ({ x: middle.x + side * apart, y: middle.y, id }));
  const send = (type, touchPoints) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', fingers(20).slice(0, 1));
  await send('touchStart', fingers(20));
  for (const apart of [30, 45, 60, 80]) await send('touchMove', fingers(apart));
  await send('touchEnd', []);
  await session.detach();
  await until(async () => (await cellSize(page)) > before * 2, 'the cells are larger');
  assert.equal(mapOf(page), address, 'nothing was drawn');
});

flow('every change of a map is undone and redone, also after a reload', async (form) => {
  const page = await at.visit('paths', form);
  await paste(page, 'S........\n.........\n........G\n');
  const sheet = plain(3, 9, 26);
  const { like, line } = drawing(page, sheet);
  await like('the map is read');
  const states = [mapOf(page)];
  const kept = () => states.push(mapOf(page));
  await line('wall', 'a', 1, 2, 5);
  kept();
  await stroke(page, await placeOf(page, 0, 0), await placeOf(page, 2, 0));
  sheet.start = 18;
  await like('the start is moved');
  kept();
  await page.click('[data-test=clear]');
  sheet.cells.fill('b');
  await like('the map is empty');
  kept();
  await until(async () => (await count(page, '[data-test=toast]')) === 1, 'the toast');
  await panel(page, 'map');
  await page.click('[data-test=generate]');
  await until(() => mapOf(page) !== states.at(-1), 'another map');
  kept();
  const back = async (to, by) => {
    await by();
    await until(() => mapOf(page) === states[to], `back to state ${to}`);
  };
  const press = (keys) => () => page.keyboard.press(keys);
  await page.evaluate(() => document.activeElement?.blur());
  await back(3, () => page.click('[data-test=toast-undo]'));
  await back(2, press('Control+z'));
  await page.reload();
  await page.waitForSelector('.room');
  await until(async () => !(await page.isDisabled('[data-test=undo]')), 'undo is offered');
  await back(1, press('Control+z'));
  await back(0, () => page.click('[data-test=undo]'));
  for (const to of [1, 2, 3, 4]) await back(to, press('Control+Shift+z'));
  assert.ok(await page.isDisabled('[data-test=redo]'));
});

flow('a map that was left is there again, from the bar and from home', async (form) => {
  const page = await at.visit('paths', form);
  await paste(page, 'S........\n.........\n........G\n');
  const { like, line } = drawing(page, plain(3, 9, 26));
  await like('the map is read');
  await line('wall', 'a', 1, 2, 5);
  const drawn = mapOf(page);
  await page.click('nav a[href="/xiangqi"]');
  await page.waitForSelector('.square svg');
  await page.click('nav a[href="/paths"]');
  await until(() => mapOf(page) === drawn, 'the map that was drawn');
  await until(async () => !(await page.isDisabled('[data-test=undo]')), 'with its changes');
  await page.click('a.seal');
  await page.click('[data-test=continue-map]');
  await until(() => mapOf(page) === drawn, 'also from home');
});

flow('a wall drawn across the path changes the search that is shown', async (form) => {
  const page = await at.visit('paths', form);
  await paste(page, 'S........\n.........\n........G\n');
  const { line } = drawing(page, plain(3, 9, 26));
  await search(page, form);
  await found(page, form);
  await until(async () => (await shownNumber(page, form, 'Cost', '代价')) === '10', 'its cost');
  await page.keyboard.press('End');
  await line('wall', 'a', 1, 0, 7);
  await panel(page, 'numbers');
  await until(
    async () => (await shownNumber(page, form, 'Cost', '代价')) === '10',
    'the way round is as long',
  );
  await line('wall', 'a', 0, 8, 8);
  await panel(page, 'numbers');
  await until(
    async () => (await text(page, 'outcome-0')) === form.say('no path', '无路径'),
    'there is no path now',
  );
  await page.keyboard.press('Control+z');
  await found(page, form);
});

flow('stations get prices and cells costs, which are kept, saved and explained', async (form) => {
  const page = await at.visit('paths', form);
  await paste(
    page,
    'tank 6\nprice a 9\n##########\n#S..a...G#\n#.######.#\n#........#\n##########\n',
  );
  await until(() => mapOf(page)?.endsWith('-14p9'), 'the price is in the address');
  await search(page, form, 'auto');
  await found(page, form);
  await holds(async () => {
    assert.equal(await shownNumber(page, form, 'Cost', '代价'), '9');
    assert.match(
      await text(page, 'explanation'),
      form.language === 'zh'
        ? /在 \(1,4\)：以单价 9 购买 1，共 9/
        : /At \(1,4\): buys 1 at 9 each for 9\./,
    );
  });
  // A cheaper station on the way round, drawn with its price.
  await page.click('[data-test=tool-station]');
  await page.fill('[data-test=station-price]', '1');
  await page.locator('[data-test=station-price]').blur();
  const place = await placeOf(page, 3, 4);
  if (page.touch) await page.touchscreen.tap(place.x, place.y);
  else await page.mouse.click(place.x, place.y);
  await until(() => /-14p9\.34p1$/.test(mapOf(page) ?? ''), 'the drawn station has its price');
  await panel(page, 'numbers');
  await until(async () => (await shownNumber(page, form, 'Cost', '代价')) === '5', 'the cheap way');
  await until(async () => (await shownNumber(page, form, 'Steps', '步数')) === '11', 'its steps');
  // The price of a chosen cell is a field.
  await page.click('[data-test=tool-look]');
  if (page.touch) await page.touchscreen.tap(place.x, place.y);
  else await page.mouse.click(place.x, place.y);
  await panel(page, 'cell');
  await page.fill('[data-test=cell-price]', '8');
  await page.locator('[data-test=cell-price]').blur();
  await until(() => /-14p9\.34p8$/.test(mapOf(page) ?? ''), 'the field sets the price');
  await page.fill('[data-test=cell-cost]', '12');
  await page.locator('[data-test=cell-cost]').blur();
  await until(() => /k12k/.test(mapOf(page) ?? ''), 'the field sets the cost');
  await panel(page, 'map');
  await page.selectOption('[data-test=map-format]', 'ascii');
  const file = await saved(page, '[data-test=save]');
  assert.match(file.text, /price \w 9\n/);
  assert.match(file.text, /station 3,4 8/);
  const address = page.url();
  await page.reload();
  await page.waitForSelector('.room');
  assert.equal(page.url(), address);
});

flow('the page answers as the command line on every example', async (form) => {
  const folder = new URL('../../examples/paths/', import.meta.url);
  const page = await at.visit('paths', form);
  for (const name of readdirSync(folder).filter((one) => /\.(txt|map)$/.test(one))) {
    const before = page.url();
    await drop(page, [{ name, content: readFileSync(new URL(name, folder), 'utf8') }]);
    await until(() => page.url() !== before, `${name} is read`);
    await search(page, form, 'auto');
    await panel(page, 'map');
    await page.selectOption('[data-test=map-format]', 'ascii');
    const file = await saved(page, '[data-test=save]');
    const solved = spawnSync(program, ['path', 'solve', '-', '--json'], { input: file.text });
    const answer = JSON.parse(solved.stdout.toString());
    await panel(page, 'numbers');
    const isFound = answer.outcome === 'found';
    const outcome = isFound ? form.say('found', '找到') : form.say('no path', '无路径');
    await holds(async () => {
      assert.equal(await text(page, 'outcome-0'), outcome, name);
      if (!isFound) return;
      assert.equal(Number(await shownNumber(page, form, 'Cost', '代价')), answer.cost, name);
      assert.equal(Number(await shownNumber(page, form, 'Steps', '步数')), answer.steps, name);
      for (const { cell, units, price } of answer.purchases ?? []) {
        const words = await text(page, 'explanation');
        assert.ok(words.includes(`(${cell})`), `${name}: ${words}`);
        assert.ok(words.includes(String(units)) && words.includes(String(price)), words);
      }
    });
  }
});

flow('playing stops at a cell and where f rises; events are listed and pressed', async (form) => {
  const page = await at.visit('paths', form);
  await paste(page, 'S....\n.....\n...#.\n....G\n');
  await search(page, form, 'bfs');
  await found(page, form);
  await until(async () => (await events(page)) > 10, 'events');
  await page.keyboard.press('Home');
  await panel(page, 'events');
  await page.check('[data-test=f-rises]');
  const rises = [];
  for (let last = -1; ;) {
    await page.click('[data-test=next-stop]');
    await until(async () => (await now(page)) > last, 'it goes on');
    last = await now(page);
    if (last === (await events(page))) break;
    rises.push(last);
  }
  assert.ok(rises.length >= 5, `every layer of a breadth-first search is a stop: ${rises}`);
  await page.uncheck('[data-test=f-rises]');
  await page.click('[data-test=tool-look]');
  const place = await placeOf(page, 1, 2);
  if (page.touch) await page.touchscreen.tap(place.x, place.y);
  else await page.mouse.click(place.x, place.y);
  await panel(page, 'cell');
  await page.check('[data-test=cell-stop]');
  await page.keyboard.press('Home');
  await panel(page, 'events');
  await until(async () => (await count(page, '[data-test=stop]')) === 1, 'one stop');
  await page.click('[data-test=next-stop]');
  const stop = await until(() => now(page), 'it stopped');
  const line = page.locator(`[data-event="${stop}"]`);
  await until(
    async () =>
      (form.language === 'zh' ? /扩展 \(1,2\)/ : /expand \(1,2\)/).test(await line.textContent()),
    'the cell is expanded there',
  );
  // Playing by itself stops at the same event.
  await page.keyboard.press('Home');
  await until(async () => (await now(page)) === 0, 'at the start');
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press(' ');
  await until(async () => (await now(page)) === stop, 'playing stops there');
  await page.locator(`[data-event="${stop - 1}"]`).click();
  await until(async () => (await now(page)) === stop - 1, 'an event is gone to');
});

flow('all algorithms are compared in a table, and one press shows one of them', async (form) => {
  const page = await at.visit('paths', form);
  await panel(page, 'compare');
  await page.click('[data-test=compare-all]');
  const rows = () => count(page, '[data-test=comparison] tbody tr');
  await until(async () => (await rows()) >= 8, 'a row for each');
  await until(async () => !(await page.isDisabled('[data-test=compare-all]')), 'all are done');
  await page.click('[data-test=watch-bfs]');
  await panel(page, 'search');
  assert.equal(await page.inputValue('[data-test=algorithm-0]'), 'bfs');
  await panel(page, 'numbers');
  await found(page, form);
  const cell = (row) => row.locator('td').nth(2).textContent();
  const own = page.locator('[data-test=counts] tbody tr').first();
  const compared = page.locator('[data-test=comparison] tr', {
    has: page.locator('[data-test=watch-bfs]'),
  });
  await holds(async () => assert.equal((await cell(own)).trim(), (await cell(compared)).trim()));
});

flow('a second search leaves the first one as it is, and Play begins a search', async (form) => {
  const page = await at.visit('paths', form);
  await page.click('.timeline .run');
  await panel(page, 'numbers');
  await found(page, form);
  const expanded = await text(page, 'counts');
  await panel(page, 'search');
  await page.click('[data-test=compare]');
  await panel(page, 'numbers');
  await found(page, form, 1);
  assert.equal(await text(page, 'outcome-0'), form.say('found', '找到'));
  await until(
    async () => (await text(page, 'counts')).length > expanded.length,
    'both are counted',
  );
});

flow('the states of a cell are those of its supplies, and the path has its own', async (form) => {
  const page = await at.visit('paths', form);
  await paste(page, 'tank 3\nS..#G\n..*.*\n');
  await search(page, form, 'astar');
  await found(page, form);
  await page.keyboard.press('End');
  await page.click('[data-test=tool-look]');
  const place = await placeOf(page, 1, 1);
  if (page.touch) await page.touchscreen.tap(place.x, place.y);
  else await page.mouse.click(place.x, place.y);
  await panel(page, 'cell');
  await until(async () => (await count(page, '[data-test=states] tbody tr')) >= 1, 'its states');
  const supplies = await page.locator('[data-test=states] tbody td:first-child').allTextContents();
  assert.equal(new Set(supplies).size, supplies.length, 'each supply once');
});

flow('an address without a map says so and offers others', async (form) => {
  for (const wrong of ['paths?map=zzz', 'paths?id=123456', 'paths?id=none']) {
    const page = await at.visit(wrong, form);
    await page.waitForSelector('[data-test=wrong-address]');
    await page.locator('[data-test=wrong-address] button').nth(1).click();
    await until(() => mapOf(page)?.startsWith('13x29-'), 'a sample is opened');
    await until(async () => (await count(page, '[data-test=wrong-address]')) === 0, 'no more');
  }
});
