// Every room: opens, is accessible, does not scroll sideways, is photographed in both languages, sizes and lights; the tour.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { pictures, stage } from './stage.mjs';

const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const at = stage();

for (const size of ['desktop', 'phone']) {
  for (const language of ['en', 'zh']) {
    test(`every room opens, is accessible, and is photographed (${size}, ${language})`, async () => {
      const page = await at.visit('', { size, language, theme: language === 'zh' ? 'night' : 'day' });
      const benches = (size === 'desktop') === (language === 'en') ? ['lab/matches', 'lab/experiments'] : [];
      for (const room of ['', 'paths?run=1', 'xiangqi', 'gomoku', 'lab', ...benches]) {
        await page.goto(at.server.url + room);
        await page.waitForSelector(room ? '.room' : '.home');
        await page.waitForTimeout(300);
        await page.evaluate(axe);
        const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
        const serious = found.violations.filter((one) => ['serious', 'critical'].includes(one.impact));
        assert.deepEqual(serious.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).slice(0, 3).join(' | ')}`), [], `accessibility of /${room}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `/${room} does not scroll sideways (${wide})`);
        await page.screenshot({ path: `${pictures}${room.replace(/\?.*/, '').replace('/', '-') || 'home'}-${size}-${language}.png` });
      }
      assert.equal(await page.getAttribute('html', 'lang'), language === 'zh' ? 'zh-Hans' : 'en');
    });
  }
}

test('a first visit gets the tour, in both languages, once', async () => {
  for (const language of ['en', 'zh']) {
    const page = await at.visit('paths', { language, tour: true });
    for (let step = 0; step < 4; step++) await page.locator('.card button.main').click();
    await page.waitForSelector('.card', { state: 'detached' });
    await page.reload();
    await page.waitForSelector('.room');
    assert.equal(await page.locator('.card').count(), 0);
  }
});
