// Experiments in the lab: listed with their questions, run with growing plots, stopped, reported.

import assert from 'node:assert/strict';
import { count, flow, panel, pictures, stage, text, until } from './stage.mjs';

const at = stage();

flow('an experiment is run, drawn, explained and reported', async ({ size, language, say }) => {
  const page = await at.visit('lab/experiments', { size, language });
  await until(async () => (await count(page, '[data-test=experiments] li')) >= 1, 'experiments are listed');
  await page.screenshot({ path: `${pictures}experiments-${size}-${language}.png` });
  await page.click('[data-test=experiment-heuristics]');
  await panel(page, 'run');
  await page.click('[data-test=lab-run]');
  await until(async () => (await text(page, 'lab-phase')) === say('finished', '已完成'), 'it is done', 60_000);
  await until(async () => (await count(page, '[data-test^=figure-] canvas')) >= 2, 'lines are drawn');
  await panel(page, 'findings');
  await until(async () => (await count(page, '[data-test=findings] li')) >= 1, 'findings are said');
  await page.screenshot({ path: `${pictures}experiment-${size}-${language}.png` });
  await page.click('[data-test=report]');
  const frame = page.frameLocator('[data-test=report-frame]');
  await until(async () => (await frame.locator('h2').count().catch(() => 0)) >= 1, 'the report opens in the page');
  await page.screenshot({ path: `${pictures}report-${size}-${language}.png` });
});

flow('a long experiment shows its numbers as they come, and stops', async ({ size, language, say }) => {
  const page = await at.visit('lab/experiments/heuristics', { size, language });
  await panel(page, 'run');
  await page.locator('#panel-run select').selectOption({ index: 1 });
  await page.click('[data-test=lab-run]');
  await until(async () => (await count(page, '[data-test=lab-stop]')) === 1, 'it runs');
  await page.click('[data-test=lab-stop]');
  await until(async () => (await text(page, 'lab-phase')) === say('stopped', '已停止'), 'it stops', 30_000);
  assert.equal(await count(page, '[data-test=lab-run]'), 1);
});
