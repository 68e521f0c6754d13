// The questions of the path room beside that for a path: asked, drawn, stepped back and forth.

import assert from 'node:assert/strict';
import { paste, placeOf } from './maps.mjs';
import { flow, panel, pictures, press, stage, text, until } from './stage.mjs';

const at = stage();

const ROOMS = 'S..#...\n.#.#.G.\n...#...\n';
const TRAP = '.......\n.####..\nS...#.G\n.####..\n.......\n';

/** Asks a question, and waits for its answer in words. */
async function ask(page, name, words) {
  await panel(page, 'search');
  await page.selectOption('[data-test=question]', name);
  await page.click('[data-test=run]');
  await panel(page, 'numbers');
  await until(
    async () =>
      (await page.locator('[data-test=explanation]').count()) &&
      words.test(await text(page, 'explanation')),
    `${name}: ${words}`,
  );
}

/** A count now and at the end. */
async function counts(page, kind) {
  const cells = await page.locator(`[data-test=count-${kind}] td`).allTextContents();
  return cells.slice(1).map(Number);
}

flow(
  'the nearest point is found where there is no way, and the guarantee is said',
  async (form) => {
    const page = await at.visit('paths', form);
    await paste(page, ROOMS);
    await ask(page, 'nearest', /\(1,2\)/);
    await panel(page, 'search');
    assert.match(await text(page, 'guarantee'), /Exact|精确/);
    await page.screenshot({
      path: `${pictures}question-nearest-${form.size}-${form.language}.png`,
    });
    await until(() => /[?&]q=nearest/.test(page.url()), 'the address holds the question');
    await page.reload();
    await panel(page, 'search');
    await until(
      async () => (await page.inputValue('[data-test=question]')) === 'nearest',
      'a reload asks the same',
    );
  },
);

flow('marked cells are way-points, and goals', async (form) => {
  const page = await at.visit('paths', form);
  await paste(page, ROOMS);
  await panel(page, 'search');
  await page.selectOption('[data-test=question]', 'all-goals');
  await page.click('[data-test=tool-mark]');
  await press(page, await placeOf(page, 2, 2));
  await press(page, await placeOf(page, 0, 2));
  await until(() => /marks=16\.2(&|$)/.test(page.url()), 'two cells are marked');
  await ask(page, 'all-goals', /2 of 3|3 个终点中可到达 2/);
  await page.screenshot({ path: `${pictures}question-goals-${form.size}-${form.language}.png` });
  await panel(page, 'search');
  await page.selectOption('[data-test=question]', 'tour');
  await page.locator('.panel-search select').nth(2).selectOption('last');
  await ask(page, 'tour', /(order|顺序) 2 1/);
  await ask(page, 'field', /17/);
  await page.screenshot({ path: `${pictures}question-field-${form.size}-${form.language}.png` });
});

flow('a robot is followed in both directions, and its replans are counted', async (form) => {
  const page = await at.visit('paths', form);
  await paste(page, TRAP);
  await ask(page, 'discover', /again [1-9]|重新规划 [1-9]/);
  await page.keyboard.press('End');
  const [, all] = await until(async () => {
    const [now, end] = await counts(page, 11);
    return now === end && end > 0 && [now, end];
  }, 'all replans are counted at the end');
  await page.screenshot({ path: `${pictures}question-robot-${form.size}-${form.language}.png` });
  await page.keyboard.press('Home');
  await until(async () => (await counts(page, 11))[0] === 0, 'none at the beginning');
  await page.keyboard.press('End');
  await until(async () => (await counts(page, 11))[0] === all, 'and all again');
});

flow('lines at any angle and several agents are drawn', async (form) => {
  const page = await at.visit('paths', form);
  await paste(page, '...\n...\nS.G\n...\n');
  await ask(page, 'anya', /(Length|长度) 2/);
  await paste(page, 'S.G\n#.#\n');
  await panel(page, 'search');
  await page.selectOption('[data-test=question]', 'cbs');
  await page.click('[data-test=tool-mark]');
  await press(page, await placeOf(page, 0, 1));
  await press(page, await placeOf(page, 1, 1));
  await ask(page, 'cbs', /(times|之和) 3/);
  await page.keyboard.press('End');
  await page.screenshot({ path: `${pictures}question-agents-${form.size}-${form.language}.png` });
  await page.keyboard.press('ArrowLeft');
});

flow('a trip says why there is none and what would help', async (form) => {
  const page = await at.visit('paths', form);
  await paste(page, 'tank 3\nS..*..G\n');
  await ask(page, 'trip', /(Distance|距离) 6/);
  await panel(page, 'search');
  await page.fill('[data-test=reserve]', '1');
  await page.locator('[data-test=reserve]').blur();
  await ask(page, 'trip', /(smallest tank|最小容量).*4/);
});
