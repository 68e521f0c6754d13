// Takes the README's pictures (docs/images/) in both languages, each 1200×720:
//   XUN=target/release/xun node web/tests/readme-pictures.mjs

import { mkdirSync, readFileSync } from 'node:fs';
import { launch, open, serve } from './browser.mjs';

const folder = new URL('../../docs/images/', import.meta.url).pathname;
const map = readFileSync(new URL('../../examples/paths/caves.txt', import.meta.url), 'utf8');
const opening = ['h2e2', 'h9g7', 'h0g2', 'i9h9', 'i0h0', 'g6g5', 'b0c2', 'b9c7', 'h0h6'];
mkdirSync(folder, { recursive: true });
const server = await serve();
const browser = await launch();

async function picture(name, room, language, prepare) {
  const page = await open(browser, server.url + room, { language });
  await page.setViewportSize({ width: 1200, height: 720 });
  await page.waitForTimeout(1000);
  await prepare(page);
  await page.screenshot({ path: `${folder}${name}${language === 'zh' ? '.zh' : ''}.png` });
  await page.context().close();
}

/** Waits until the count behind the slash of the timeline is not zero, then goes to its end. */
async function toTheEnd(page) {
  await page.waitForFunction(() =>
    /\/ [1-9]/.test(
      document.querySelector('.timeline input[type=range]')?.getAttribute('aria-valuetext') ?? '',
    ),
  );
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('End');
  await page.waitForTimeout(1500);
}

for (const language of ['en', 'zh']) {
  await picture('xiangqi', 'xiangqi', language, async (page) => {
    await page.waitForSelector('.square svg');
    await page.click('[data-test=new]');
    await page.check('[data-test=opponent-human]');
    await page.check('[data-test=clock-0]');
    await page.click('[data-test=begin]');
    for (const move of opening) {
      await page.fill('[data-test=type-move]', move);
      await page.keyboard.press('Enter');
      await page.waitForTimeout(500);
    }
    await page.click('[data-test=analyse]');
    await page.waitForTimeout(15_000);
  });
  await picture('paths', 'paths', language, async (page) => {
    await page.locator('summary').first().click();
    await page.fill('[data-test=paste]', map);
    await page.click('[data-test=read]');
    await page.selectOption('[data-test=algorithm-0]', 'labels');
    await page.click('[data-test=run]');
    await toTheEnd(page);
    await page.locator('.panel-numbers').scrollIntoViewIfNeeded();
    await page.waitForTimeout(500);
  });
  await picture('tree', 'lab/tree', language, toTheEnd);
}
await browser.close();
await server.kill();
server.clean();
