// Every room, bench and dialog: opens, closes, is accessible by day and by night, does not scroll sideways, is photographed; the tours.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { flow, holds, panel, pictures, rest, stage, text, until } from './stage.mjs';

const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const at = stage();

/** What axe finds on the page or in a part of it by day and by night, and what is wider than the screen. */
async function look(page, what, within) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  for (const light of ['night', 'day']) {
    await page.evaluate((name) => (document.documentElement.dataset.theme = name), light);
    await lookByOneLight(page, `${what} by ${light}`, within);
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${what} does not scroll sideways (${wide})`);
  // A room fills the window of a desktop; its panels scroll inside.
  if (page.touch || !(await page.locator('.room, .home').count())) return;
  const tall = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  assert.ok(tall <= 0, `${what} does not scroll downwards (${tall})`);
}

async function lookByOneLight(page, what, within) {
  const found = await page.evaluate(async (part) => {
    const { violations } = await globalThis.axe.run(part ?? document, {
      resultTypes: ['violations'],
    });
    return violations.map(
      (one) =>
        `${one.id}: ${one.nodes
          .map((node) => node.html)
          .slice(0, 3)
          .join(' | ')}`,
    );
  }, within);
  assert.deepEqual(found, [], `accessibility of ${what}`);
}

const dialogs = {
  xiangqi: ['new', 'games', 'editor', 'exercises', 'files', 'settings'],
  gomoku: ['new', 'games', 'editor', 'exercises', 'files', 'settings'],
  'lab/matches': ['match-new'],
};

flow(
  'every room and dialog opens, closes, is accessible by day and by night, and is photographed',
  async ({ size, language }) => {
    // English by day and Chinese by night: over all four forms everything is seen by both lights at both sizes.
    const theme = language === 'en' ? 'day' : 'night';
    const page = await at.visit('', { size, language, theme });
    // Colours are judged at rest.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const shot = (name) =>
      page.screenshot({
        path: `${pictures}${name.replace(/\?.*/, '').replaceAll('/', '-')}-${size}-${language}.png`,
      });
    for (const room of [
      '',
      'paths?run=1',
      'xiangqi',
      'gomoku',
      'learn/astar',
      'nowhere',
      'lab/tree',
      'lab/tree?fen=start&depth=2',
      'lab/matches',
      'lab/matches/99',
      'lab/experiments',
      'lab/experiments/heuristics',
      'lab/experiments/ablation',
    ]) {
      await page.goto(at.server.url + room);
      await page.waitForSelector(room ? '.room, .learn, [data-test=not-found]' : '.home');
      if (['xiangqi', 'gomoku'].includes(room)) await page.waitForSelector('.square svg');
      if (room === 'paths?run=1') {
        const found = language === 'zh' ? '找到' : 'found';
        await until(async () => (await text(page, 'outcome-0')) === found, 'the search ends');
      }
      await rest(page);
      // On a phone the panels are tabs, beside the Xiangqi board some are: each is looked at.
      const tabs = await page
        .locator('[role=tab]:visible')
        .evaluateAll((list) => list.map((tab) => tab.id.replace('tab-', '')));
      await look(page, `/${room}`);
      await shot(room || 'home');
      for (const tab of tabs.slice(1)) {
        await panel(page, tab);
        await look(page, `/${room}, ${tab}`, `#panel-${tab}`);
      }
      for (const name of dialogs[room] ?? []) {
        await page.click(`[data-test=${name}]`);
        await page.waitForSelector('dialog');
        await rest(page);
        await look(page, `/${room}, ${name}`, 'dialog');
        await shot(`${room}-${name}`);
        await page.keyboard.press('Escape');
        await page.waitForSelector('dialog', { state: 'detached' });
      }
    }
    await page.keyboard.press('?');
    await page.waitForSelector('dialog kbd');
    await look(page, 'help', 'dialog');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    assert.equal(await page.getAttribute('html', 'lang'), language === 'zh' ? 'zh-Hans' : 'en');
  },
);

flow(
  'a first visit gets the tour of each room and bench, once; help shows it again; Escape ends it',
  async (form) => {
    const { size, language, say } = form;
    const page = await at.visit('', { ...form, tour: true });
    for (const [room, stops] of [
      ['paths', 4],
      ['xiangqi', 4],
      ['gomoku', 4],
      ['lab/tree', 4],
      ['lab/matches', 4],
      ['lab/experiments', 3],
    ]) {
      await page.goto(at.server.url + room);
      await page.waitForSelector('.card');
      for (let stop = 0; stop < stops; stop++) {
        // Each card stands on the screen, and the ring around something that is there.
        await holds(async () => {
          const [card, ring] = await Promise.all([
            page.locator('.card').boundingBox(),
            page.locator('div.ring').boundingBox(),
          ]);
          assert.ok(
            ring && ring.width > 20 && ring.height > 20,
            `${room}, stop ${stop + 1} points at something`,
          );
          assert.ok(
            card.x >= 0 &&
              card.y >= 0 &&
              card.x + card.width <= page.viewportSize().width &&
              card.y + card.height <= page.viewportSize().height,
            `${room}, stop ${stop + 1} is on the screen`,
          );
        });
        assert.match(
          await page.textContent('.card'),
          language === 'zh' ? /[\u4e00-\u9fff]{6}/ : /[a-z]{3}/,
        );
        if (stop === 2)
          await page.screenshot({
            path: `${pictures}tour-${room.replace('/', '-')}-${size}-${language}.png`,
          });
        await page.locator('.card button.main').click();
      }
      await page.waitForSelector('.card', { state: 'detached' });
      await page.reload();
      await page.waitForSelector('.room');
      assert.equal(await page.locator('.card').count(), 0, `${room} is shown once`);
    }
    await page.keyboard.press('?');
    await page.getByRole('button', { name: say('Take the tour', '开始导览') }).click();
    await page.waitForSelector('.card');
    await page.keyboard.press('Escape');
    await until(async () => (await page.locator('.card').count()) === 0, 'Escape ends it');
  },
);
