// Experiments in the lab: listed with their questions, run with growing plots, stopped, reported; each that ships is run once.

import assert from 'node:assert/strict';
import { count, flow, forms, panel, pictures, saved, stage, text, until } from './stage.mjs';

const at = stage();

flow(
  'an empty lab offers an experiment, which is run, drawn, explained and reported',
  async (form) => {
    const { size, language, say } = form;
    const page = await at.visit('lab/experiments', form, await at.serve());
    await until(
      async () => (await count(page, '[data-test=experiments] > li')) === 9,
      'experiments are listed',
    );
    // Before anything was run: a picture and a finding of ours, said to be ours.
    assert.equal(await count(page, '[data-test=finding]'), 8, 'all but the one on threads');
    assert.equal(await count(page, '[data-test=mini-plot]'), 8);
    await page.screenshot({ path: `${pictures}experiments-${size}-${language}.png` });
    await page.click('[data-test=experiment-alphabeta]');
    await until(
      async () => /AMD EPYC/.test(await text(page, 'shipped').catch(() => '')),
      'the origin of the results is said',
    );
    await panel(page, 'findings');
    assert.match(await text(page, 'findings'), say(/minimax visits/, /极小极大/));
    await page.screenshot({ path: `${pictures}experiment-shipped-${size}-${language}.png` });
    await page.goBack();
    await page.click('[data-test=lab-sample]');
    await panel(page, 'run');
    await until(
      async () => (await text(page, 'lab-phase')) === say('finished', '已完成'),
      'it is done',
    );
    await until(
      async () => (await count(page, '[data-test^=figure-] canvas')) >= 2,
      'lines are drawn',
    );
    assert.equal(
      await count(page, '[data-test=shipped]'),
      0,
      'now the results are of this machine',
    );
    assert.match((await saved(page, '[data-test=lab-csv]')).text, /^[a-z_]+,/);
    await panel(page, 'findings');
    await until(
      async () => (await count(page, '[data-test=findings] li')) >= 1,
      'findings are said',
    );
    await page.screenshot({ path: `${pictures}experiment-${size}-${language}.png` });
    await page.click('[data-test=report]');
    const frame = page.frameLocator('[data-test=report-frame]');
    await until(
      async () =>
        (await frame
          .locator('h2')
          .count()
          .catch(() => 0)) >= 1,
      'the report opens in the page',
    );
    await until(
      () =>
        page.locator('[data-test=report-frame]').evaluate((one) => {
          const inside = one.contentDocument;
          const family = one.contentWindow.getComputedStyle(inside.body).fontFamily;
          return (
            family === getComputedStyle(document.documentElement).fontFamily &&
            [...inside.fonts].some(
              (face) => /Inter Variable/.test(face.family) && face.status === 'loaded',
            )
          );
        }),
      'the report is written in the typeface of the page',
    );
    await page.screenshot({ path: `${pictures}report-${size}-${language}.png` });
  },
);

/** How many pixels of a picture have each of the colours, written as `rgb(1, 2, 3)`. */
const pixels = (page, picture, colours) =>
  page.evaluate(
    async ({ data, colours }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      const found = new Map();
      const { data: bytes } = context.getImageData(0, 0, image.width, image.height);
      for (let at = 0; at < bytes.length; at += 4) {
        const colour = `rgb(${bytes[at]}, ${bytes[at + 1]}, ${bytes[at + 2]})`;
        found.set(colour, (found.get(colour) ?? 0) + 1);
      }
      return colours.map((colour) => found.get(colour) ?? 0);
    },
    { data: picture.toString('base64'), colours },
  );

flow(
  'the lines of a plot have the colours of its legend, also where one lies on another',
  async (form) => {
    for (const theme of ['day', 'night'])
      for (const id of ['alphabeta', 'memory']) {
        const page = await at.visit(`lab/experiments/${id}`, { ...form, theme });
        const figure = page.locator('[data-test^=figure-]').first();
        await figure.locator('canvas').first().waitFor();
        const colours = await figure
          .locator('.legend i')
          .evaluateAll((list) => list.map((one) => getComputedStyle(one).backgroundColor));
        assert.ok(colours.length >= 4, `${id} compares several variants`);
        const panels = figure.locator('.plot');
        const counts = colours.map(() => 0);
        for (let number = 0; number < (await panels.count()); number++) {
          const found = await pixels(page, await panels.nth(number).screenshot(), colours);
          for (const [index, count] of found.entries()) counts[index] += count;
        }
        for (const [index, count] of counts.entries())
          assert.ok(count > 20, `${id}, ${theme}: ${count} pixels of ${colours[index]}`);
      }
  },
);

flow(
  'a long experiment shows its numbers as they come, and stops',
  async ({ size, language, say }) => {
    const page = await at.visit('lab/experiments/heuristics', { size, language });
    await panel(page, 'run');
    await page.locator('#panel-run select').selectOption({ index: 1 });
    await page.click('[data-test=lab-run]');
    await until(async () => (await count(page, '[data-test=lab-stop]')) === 1, 'it runs');
    await page.click('[data-test=lab-stop]');
    await until(
      async () => (await text(page, 'lab-phase')) === say('stopped', '已停止'),
      'it stops',
    );
    await page.waitForSelector('[data-test=lab-run]');
    // The way back to what was shown before.
    await page.click('[data-test=lab-back]');
    await until(
      async () => (await text(page, 'lab-phase')) !== say('stopped', '已停止'),
      'the last results are back',
    );
  },
);

// The others, each in one of the forms.
const others = [
  ['memory', 'threads'],
  ['alphabeta', 'ordering'],
  ['ablation', 'depth'],
  ['evaluations', 'patterns'],
];

flow('every experiment that ships is run', async (form) => {
  const { say } = form;
  const page = await at.visit('lab/experiments', form);
  const ids = await until(async () => {
    const found = await page
      .locator('[data-test=experiments] a')
      .evaluateAll((list) => list.map((one) => one.dataset.test.replace('experiment-', '')));
    return found.length && found;
  }, 'experiments are listed');
  assert.deepEqual(
    ids.toSorted(),
    ['heuristics', ...others.flat()].toSorted(),
    'all that ship are here',
  );
  const own = others.filter((_, index) => index % forms.length === form.number);
  for (const id of own.flat()) {
    await page.goto(`${at.server.url}lab/experiments/${id}`);
    await panel(page, 'run');
    const began = Date.now();
    await page.click('[data-test=lab-run]');
    await until(
      async () => (await text(page, 'lab-phase')) === say('finished', '已完成'),
      `${id} is done`,
    );
    await until(async () => (await count(page, '[data-test^=figure-]')) >= 1, `${id} is drawn`);
    await panel(page, 'findings');
    await until(
      async () => (await count(page, '[data-test=findings] li')) >= 1,
      `${id} says what it found`,
    );
    await page.screenshot({
      path: `${pictures}experiment-${id}-${form.size}-${form.language}.png`,
    });
    console.log(`${id}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
});
