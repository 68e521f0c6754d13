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
      async () => (await count(page, '[data-test=experiments] li')) === 9,
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
    await page.screenshot({ path: `${pictures}report-${size}-${language}.png` });
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
