// The room of paths in a real browser.

import assert from 'node:assert/strict';
import { drawing, drop, mapOf, paste, plain, written } from './maps.mjs';
import {
  button,
  count,
  flow,
  holds,
  panel,
  pictures,
  saved,
  stage,
  stroke,
  text,
  timeline,
  until,
} from './stage.mjs';

const at = stage();

flow('a path is searched, walked back, compared and explained', async ({ size, language, say }) => {
  const page = await at.visit('paths', { size, language });
  await panel(page, 'search');
  await page.click('[data-test=run]');
  await panel(page, 'numbers');
  await until(
    async () => (await text(page, 'outcome-0')) === say('found', '找到'),
    'the path is found',
  );
  await page.keyboard.press('End');
  const now = async () =>
    Number(
      (await page.getAttribute('.timeline input[type=range]', 'aria-valuetext')).split(' / ')[0],
    );
  const end = await until(now, 'the timeline has events');
  await page.keyboard.press('ArrowLeft');
  await until(async () => (await now()) === end - 1, 'one step back');
  await page.keyboard.press('Home');
  await until(async () => (await now()) === 0, 'back to the beginning');
  await panel(page, 'search');
  await page.click('[data-test=compare]');
  await page.selectOption('[data-test=algorithm-1]', 'ida');
  await page.click('[data-test=run]');
  await panel(page, 'numbers');
  await until(
    async () => (await text(page, 'outcome-1')) === say('found', '找到'),
    'the second is found too',
  );
  await panel(page, 'search');
  await until(
    async () =>
      (language === 'zh' ? /指数/ : /exponential/).test(await page.textContent('.panel-search')),
    'what IDA* costs is said',
  );
  await panel(page, 'bounds');
  await until(async () => (await count(page, '.panel-bounds li')) >= 1, 'bounds are listed');
  await page.screenshot({ path: `${pictures}paths-compare-${size}-${language}.png` });
});

flow(
  'maps are made, pasted with every fault named, and supply matters',
  async ({ size, language, say }) => {
    const page = await at.visit('paths', { size, language });
    await panel(page, 'map');
    await page.locator('summary').click();
    await page.fill('[data-test=paste]', '2 3 5\n3 0\n1 x 4\n');
    await page.click('[data-test=read]');
    await holds(async () => {
      const faults = await text(page, 'faults');
      assert.match(faults, language === 'zh' ? /第 2 行/ : /Line 2/);
      assert.match(faults, language === 'zh' ? /第 3 行/ : /Line 3/);
    });
    await page.fill('[data-test=paste]', '3 5 3\n3 0 2 0 4\n1 1 1 1 1\n0 0 0 0 0\n');
    await page.click('[data-test=read]');
    await until(
      async () => (await page.inputValue('[data-test=tank]')) === '3',
      'the tank is read',
    );
    await panel(page, 'search');
    await page.selectOption('[data-test=algorithm-0]', 'labels');
    await page.click('[data-test=run]');
    await panel(page, 'numbers');
    await until(
      async () => (await text(page, 'outcome-0')) === say('found', '找到'),
      'found with a refill',
    );
    await until(
      async () => /Refills at|在 .* 补给/.test(await page.textContent('.panel-numbers')),
      'the refill is named',
    );
    await panel(page, 'map');
    await page.selectOption('[data-test=family]', 'maze');
    const before = page.url();
    await page.click('[data-test=generate]');
    await until(
      () => page.url() !== before && /map=/.test(page.url()),
      'the address holds the map',
    );
    const address = page.url();
    await page.reload();
    await page.waitForSelector('.room');
    assert.equal(page.url(), address, 'a reload keeps the view');
  },
);

flow('walls and terrain are drawn, erased and searched, and the ends are dragged', async (form) => {
  const page = await at.visit('paths', form);
  await paste(page, 'S........\n.........\n.........\n.........\n........G\n');
  const sheet = plain(5, 9, 44);
  const { cell, like, line } = drawing(page, sheet);
  await like('the map is read');
  await line('wall', 'a', 1, 1, 7);
  await page.click('[data-test=tool-terrain]');
  await page.fill('[data-test=terrain-cost]', '7');
  await page.locator('[data-test=terrain-cost]').blur();
  await line('terrain', 'h', 3, 2, 5);
  // What is drawn over again goes the other way; the eraser frees whatever there is.
  await line('erase', 'b', 1, 1, 2);
  await stroke(page, await cell(0, 0), await cell(2, 0));
  sheet.start = 18;
  await like('the start is dragged');
  await stroke(page, await cell(4, 8), await cell(2, 8));
  sheet.goal = 26;
  await like('the goal is dragged');
  await line('look', '', 4, 4, 6);
  await panel(page, 'search');
  await page.click('[data-test=run]');
  await panel(page, 'numbers');
  await until(
    async () => (await text(page, 'outcome-0')) === form.say('found', '找到'),
    'the drawn map is searched',
  );
});

flow(
  'a tank is given and stations are drawn; every format goes out and comes back',
  async (form) => {
    const page = await at.visit('paths', form);
    await paste(page, 'S........\n.........\n........G\n');
    const sheet = plain(3, 9, 26);
    const { like, line } = drawing(page, sheet);
    const tank = async (value) => {
      await panel(page, 'map');
      await page.fill('[data-test=tank]', value);
      await page.locator('[data-test=tank]').blur();
      sheet.tank = value;
      await like(`a tank of ${value}`);
    };
    await like('the map is read');
    await tank('6');
    await line('station', 's', 1, 4, 5);
    await panel(page, 'map');
    const formats = await until(async () => {
      const list = await page
        .locator('[data-test=map-format] option')
        .evaluateAll((options) => options.map((one) => one.value));
      return list.length && list;
    }, 'the menu has come');
    assert.deepEqual(formats.sort(), ['ascii', 'lab', 'matrix', 'movingai']);
    for (const format of ['lab', 'ascii', 'matrix', 'movingai']) {
      if (format === 'ascii') {
        // Only the lab format has a place for the tank; without one there are no stations.
        sheet.cells.fill('b');
        await tank('');
      }
      await page.selectOption('[data-test=map-format]', format);
      const file = await saved(page, '[data-test=save]');
      // What a format has no place for is said.
      const isMapAlone = ['matrix', 'movingai'].includes(format);
      await until(
        async () => (await count(page, '[data-test=save-note]')) === Number(isMapAlone),
        `${format}: a word about start and goal`,
      );
      await page.click('[data-test=generate]');
      await until(() => mapOf(page) !== written(sheet), 'another map');
      await drop(page, [{ name: file.name, content: file.text }]);
      // A Moving AI map says nothing of the ends.
      const known = (map) => (format === 'movingai' ? map?.split('-')[4] : map);
      await until(() => known(mapOf(page)) === known(written(sheet)), `${format} comes back`);
    }
  },
);

flow(
  'a search is run, paused, scrubbed, slowed and looked at cell by cell; a heuristic that may be wrong is named',
  async (form) => {
    const { say } = form;
    const page = await at.visit('paths', form);
    await panel(page, 'search');
    await page.selectOption('[data-test=moves]', '8');
    await page.click('[data-test=run]');
    await until(
      async () => (await count(page, '.panel-search .notice')) === 1,
      'Manhattan with diagonal moves is warned of',
    );
    await page.selectOption('[data-test=heuristic-0]', 'octile');
    // One event a second: it still plays when it is paused.
    await page.fill('[data-test=speed]', '0');
    await page.click('[data-test=run]');
    const now = async () => Number((await timeline(page)).split(' / ')[0]);
    await until(
      async () => Number((await timeline(page)).split(' / ')[1]) > 50,
      'events are there',
    );
    await until(
      async () => (await count(page, '.panel-search .notice')) === 0,
      'octile needs no warning',
    );
    await button(page, say('Pause', '暂停')).click();
    const stood = await now();
    await new Promise((resolve) => setTimeout(resolve, 400));
    assert.equal(await now(), stood, 'it is paused');
    await page.locator('.timeline .track input').fill('40');
    await until(async () => (await now()) === 40, 'the timeline is scrubbed');
    for (const [name, to] of [
      [say('Next', '下一步'), 41],
      [say('Previous', '上一步'), 40],
    ]) {
      await button(page, name).click();
      await until(async () => (await now()) === to, name);
    }
    await page.keyboard.press('PageDown');
    await until(async () => (await now()) > 40, 'the next f-layer');
    for (const shown of ['f', 'g', 'states']) await page.selectOption('[data-test=shown]', shown);
    await panel(page, 'cell');
    await page.locator('.stack').focus();
    await page.keyboard.press('ArrowRight');
    await until(
      async () => /g.*\d/s.test(await page.textContent('.panel-cell')),
      'g, h and f of a cell',
    );
  },
);

// How fast it plays is measured by measure.mjs; here each frame must show what the events say.
flow('200 × 200 is played from start to end', async (form) => {
  const page = await at.visit('paths', form);
  await panel(page, 'map');
  for (const [index, value] of [
    [0, '200'],
    [1, '200'],
  ]) {
    const field = page.locator('#panel-map input[type=number]').nth(index);
    await field.fill(value);
    await field.blur();
  }
  await page.selectOption('[data-test=family]', 'random');
  await page.click('[data-test=generate]');
  await panel(page, 'search');
  await page.click('[data-test=run]');
  await panel(page, 'numbers');
  await until(
    async () => (await text(page, 'outcome-0')) === form.say('found', '找到'),
    'the generated map is searched, not the one before it',
  );
  // Without motion, the cells of an event are there in the next frame.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const shown = () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      return document.querySelector('.stack canvas').toDataURL();
    });
  const [now, all] = [0, 1].map(
    (index) => async () => Number((await timeline(page)).split(' / ')[index]),
  );
  await page.keyboard.press('End');
  await until(async () => (await now()) === (await all()), 'at the end');
  const end = await until(shown, 'the end is drawn');
  await page.keyboard.press('Home');
  await until(async () => (await now()) === 0, 'at the start');
  assert.notEqual(await shown(), end);
  await page.click('.timeline .run');
  await until(async () => (await now()) === (await all()), 'it plays to the end');
  await until(async () => (await shown()) === end, 'and has drawn the same as one jump');
});

flow(
  'a map and its scenarios are dropped, and a problem is chosen',
  async ({ size, language, say }) => {
    const page = await at.visit('paths', { size, language });
    const map = 'type octile\nheight 4\nwidth 6\nmap\n......\n.@@@..\n......\n......\n';
    const line = (bucket, from, to, length) =>
      [bucket, 'small.map', 6, 4, ...from, ...to, length].join('\t');
    const scen = `version 1\n${line(0, [0, 0], [5, 0], 5)}\n${line(1, [0, 1], [4, 1], 6)}\n`;
    await drop(page, [
      { name: 'small.map.scen', content: scen },
      { name: 'small.map', content: map },
    ]);
    await panel(page, 'map');
    await until(
      async () => /5\.00/.test((await text(page, 'scenario-about').catch(() => '')) ?? ''),
      'the first problem',
    );
    await page.fill('[data-test=scenario]', '2');
    await page.locator('[data-test=scenario]').blur();
    await until(async () => /6\.00/.test(await text(page, 'scenario-about')), 'the second problem');
    await panel(page, 'search');
    await page.click('[data-test=run]');
    await panel(page, 'numbers');
    await until(
      async () => (await text(page, 'outcome-0')) === say('found', '找到'),
      'it is solved',
    );
    await until(
      async () =>
        (language === 'zh' ? /代价6/ : /Cost6/).test(await page.textContent('.panel-numbers')),
      'with the length of the file',
    );
    await drop(page, [
      { name: 'other.scen', content: `version 1\n0\tlarge.map\t99\t99\t0\t0\t5\t5\t7\n` },
    ]);
    await panel(page, 'map');
    await until(
      async () => /large\.map/.test((await text(page, 'faults').catch(() => '')) ?? ''),
      'the missing map is named',
    );
  },
);

flow('a trace of another program is walked like our own', async ({ size, language, say }) => {
  const page = await at.visit('paths', { size, language });
  const posthoc = {
    version: '1.4.0',
    events: [
      { type: 'source', id: 1, x: 0, y: 0 },
      { type: 'destination', id: 9, x: 2, y: 2 },
      { type: 'generating', id: 1, pId: null, x: 0, y: 0, g: 0, f: 4 },
      { type: 'expanding', id: 1, x: 0, y: 0, g: 0, f: 4 },
      { type: 'generating', id: 2, pId: 1, x: 1, y: 1, g: 2, f: 4 },
      { type: 'expanding', id: 2, pId: 1, x: 1, y: 1, g: 2, f: 4 },
      { type: 'generating', id: 9, pId: 2, x: 2, y: 2, g: 4, f: 4 },
      { type: 'end', id: 9, pId: 2, x: 2, y: 2, g: 4 },
    ],
  };
  await drop(page, [{ name: 'search.trace.json', content: JSON.stringify(posthoc) }]);
  await until(
    async () =>
      (await page.getAttribute('.timeline input[type=range]', 'aria-valuetext')) === '0 / 6',
    'six events',
  );
  await page.keyboard.press('End');
  await panel(page, 'numbers');
  await until(
    async () => (await text(page, 'outcome-0')) === say('found', '找到'),
    'its end is shown',
  );
  const own = [
    '{"version":"1.4.0","format":"xun-trace-1","algorithm":"astar","rows":2,"columns":3,"start":[0,0],"goal":[0,2],"map":["...","###"]}',
    '{"type":"expand","id":"0,0","pId":null,"x":0,"y":0,"g":0,"h":2,"f":2}',
    '{"type":"generate","id":"0,1","pId":"0,0","x":1,"y":0,"g":1,"h":1,"f":2}',
    '{"type":"found","id":"0,2","pId":"0,1","x":2,"y":0,"g":2}',
    '{"type":"end","outcome":"found","cost":2,"steps":2,"path":[[0,0],[0,1],[0,2]]}',
  ].join('\n');
  await drop(page, [{ name: 'trip.jsonl', content: own }]);
  await until(
    async () =>
      (await page.getAttribute('.timeline input[type=range]', 'aria-valuetext')) === '0 / 3',
    'three events',
  );
  // The same in YAML, in blocks and in brackets, with what the page does not need.
  const yaml = [
    '# a small search',
    "version: '1.4.0'",
    'views:',
    '  main:',
    '    - $: rect',
    '      fill: >-',
    '        ${{ theme.accent }}',
    '      x: ${{ $.x }}',
    'events:',
    '  - { type: source, id: 1, x: 0, y: 0 }',
    '  - {type: destination, id: 9, x: 2, y: 2}',
    '  - type: expanding',
    '    id: 1',
    '    pId: null',
    '    x: 0',
    '    y: 0   # here',
    '    g: 0',
    '    f: 4.5',
    '  - {type: generating, id: 9, pId: 1,',
    '     x: 2, y: 2, g: 4.5, f: 4.5, "note": "it\'s # here"}',
    '  - type: end',
    '    id: 9',
    '    pId: 1',
    '    x: 2',
    '    y: 2',
    '    g: 4.5',
    '',
  ].join('\n');
  await drop(page, [{ name: 'search.trace.yaml', content: yaml }]);
  await until(async () => (await timeline(page)) === '0 / 3', 'three events of the YAML');
  await page.keyboard.press('End');
  await panel(page, 'numbers');
  await until(
    async () =>
      (await text(page, 'outcome-0')) === say('found', '找到') &&
      /4\.5/.test(await page.textContent('.panel-numbers')),
    'with its cost',
  );
  for (const [content, what] of [
    ['events:\n  - type: x\n   y: 1\n', say('Line 3', '第 3 行')],
    ['events: &all\n  - 1\n', '&all'],
    ['version: 1\n', 'events'],
    ['events:\n  - {x: 1\n', say('is not closed', '没有闭合')],
  ]) {
    await drop(page, [{ name: 'broken.yaml', content }]);
    await panel(page, 'map');
    await until(
      async () => (await text(page, 'faults').catch(() => ''))?.includes(what),
      `${what} is named`,
    );
  }
  await drop(page, [{ name: 'broken.jsonl', content: '{"version":"1"}\n{oops\n' }]);
  await panel(page, 'map');
  await until(
    async () => (await text(page, 'faults').catch(() => ''))?.includes(say('Line 2', '第 2 行')),
    'the broken line is named',
  );
});
