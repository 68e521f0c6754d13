// Game trees in a real browser.

import assert from 'node:assert/strict';
import { count, flow, panel, pictures, stage, until } from './stage.mjs';

const at = stage();

flow('a tree is stepped through and practised', async ({ size, language, say }) => {
  const page = await at.visit('lab/tree', { size, language });
  await until(async () => /\/ [1-9]/.test((await page.getAttribute('.timeline input', 'aria-valuetext')) ?? ''), 'steps are there');
  const [drawn, view] = [await page.locator('.view svg').boundingBox(), await page.locator('.view').boundingBox()];
  assert.ok(drawn.height >= view.height - 4, `the tree fills its place: ${drawn.height} of ${view.height}`);
  await page.keyboard.press('End');
  await until(async () => (await page.locator('path.scissors').count()) === 2, 'two leaves are cut');
  await panel(page, 'search');
  await page.selectOption('[data-test=algorithm]', 'minimax');
  await panel(page, 'counts');
  await until(async () => (await page.locator('.panel-counts tbody tr').count()) === 2, 'both are compared');
  await panel(page, 'search');
  await page.selectOption('[data-test=algorithm]', 'alpha-beta');
  await page.click('[data-test=practice]');
  await panel(page, 'why');
  await page.click('[data-test=keep]');
  await until(async () => /Right|Not so|答对|不对/.test(await page.textContent('.panel-why')), 'an answer to the answer');
  await page.click('[data-test=practice]');
  await page.click('[data-test=real]');
  await panel(page, 'counts');
  await until(async () => (await page.locator('.panel-counts tbody tr').count()) >= 1, 'a real position', 15_000);
  await page.screenshot({ path: `${pictures}lab-real-${size}-${language}.png` });
});
