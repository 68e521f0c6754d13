// Game trees in a real browser: the blackboard's tree and real positions, walked both ways, compared, folded, practised.

import assert from 'node:assert/strict';
import {
  button,
  count,
  flow,
  holds,
  panel,
  pictures,
  stage,
  text,
  timeline,
  until,
} from './stage.mjs';

const at = stage();

flow(
  'a tree is stepped through, its cuts explained, its leaves changed, and practised',
  async ({ size, language }) => {
    const page = await at.visit('lab/tree', { size, language });
    await until(async () => /\/ [1-9]/.test((await timeline(page)) ?? ''), 'steps are there');
    await holds(async () => {
      const [drawn, view] = [
        await page.locator('.view svg').boundingBox(),
        await page.locator('.view').boundingBox(),
      ];
      assert.ok(
        drawn.height >= view.height - 4,
        `the tree fills its place: ${drawn.height} of ${view.height}`,
      );
    });
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await until(async () => (await timeline(page)).startsWith('2 /'), 'two steps forwards');
    await until(async () => (await count(page, '.window')) >= 1, 'the window [α, β] is shown');
    await page.keyboard.press('ArrowLeft');
    await until(async () => (await timeline(page)).startsWith('1 /'), 'one step back');
    await page.keyboard.press('End');
    await until(
      async () => (await page.locator('path.scissors').count()) === 2,
      'two leaves are cut',
    );
    await until(async () => (await count(page, '.link.best')) >= 2, 'the best line is highlighted');
    // Where it stood when it cut, it says why.
    await panel(page, 'why');
    const cut = await page
      .locator('.timeline .marks i')
      .first()
      .evaluate((mark) => parseFloat(mark.style.left));
    const steps = Number((await timeline(page)).split(' / ')[1]);
    await page.locator('.timeline .track input').fill(String(Math.round((cut / 100) * steps)));
    await until(
      async () => (await text(page, 'reason').catch(() => ''))?.match(/[αβ]/),
      'the reason of the cut is said',
    );
    await panel(page, 'search');
    await page.selectOption('[data-test=algorithm]', 'minimax');
    await panel(page, 'counts');
    await until(
      async () => (await page.locator('.panel-counts tbody tr').count()) === 2,
      'both are compared',
    );
    await panel(page, 'search');
    await page.selectOption('[data-test=algorithm]', 'alpha-beta');
    await page.locator('foreignObject input').first().fill('9');
    await page.locator('foreignObject input').first().blur();
    await until(
      async () => /\(9 12 8\)/.test(await page.inputValue('[data-test=tree-text]')),
      'a leaf is changed',
    );
    // The reason names nodes that carry their names in the drawing.
    assert.ok((await page.locator('.view text.name').allTextContents()).includes('2.1'));
    await page.click('[data-test=practice]');
    await panel(page, 'why');
    await page.click('[data-test=keep]');
    await until(
      async () => /Correct|Wrong|答对|不对/.test(await page.textContent('.panel-why')),
      'an answer to the answer',
    );
    // Practice belongs to its tree: another one ends it.
    await page.click('[data-test=source-gomoku]');
    await until(
      async () => (await page.getAttribute('[data-test=practice]', 'aria-pressed')) === 'false',
      'practice ends with the tree',
    );
  },
);

flow(
  'real positions of both games unfold, fold, grow and shrink',
  async ({ size, language, say }) => {
    const page = await at.visit('lab/tree', { size, language });
    for (const game of ['xiangqi', 'gomoku']) {
      await page.click(`[data-test=source-${game}]`);
      await panel(page, 'counts');
      await until(
        async () => (await page.locator('.panel-counts tbody tr').count()) >= 1,
        'a real position',
      );
      await page.screenshot({ path: `${pictures}lab-${game}-${size}-${language}.png` });
      const nodes = await until(() => count(page, '.view .node'), 'nodes');
      await page.locator('.view .node').nth(1).dispatchEvent('click');
      await until(async () => (await count(page, '.view .node')) !== nodes, 'a branch unfolds');
      await page.locator('.view .node').nth(1).dispatchEvent('click');
      await until(async () => (await count(page, '.view .node')) === nodes, 'and folds');
      // The board of the node pointed at: the start position and one more, or one other, than at the root.
      await panel(page, 'why');
      const standing = () =>
        page.locator('[data-test=node-board] svg').evaluate((board) => board.innerHTML);
      await page.locator('.view .node').nth(0).dispatchEvent('pointerenter');
      await until(async () => (await count(page, '[data-test=node-board]')) === 1, 'a board');
      const first = await standing();
      await page.locator('.view .node').nth(1).dispatchEvent('pointerenter');
      await until(async () => (await standing()) !== first, 'the board after the move');
      // Nothing is smaller than 12 px.
      const smallest = await page
        .locator('.view svg text')
        .evaluateAll((list) =>
          Math.min(
            ...list.map((one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a),
          ),
        );
      assert.ok(smallest >= 12, `the smallest text has ${smallest} px`);
      const scale = () => page.locator('.view svg > g').getAttribute('transform');
      const before = await scale();
      await button(page, say('Zoom in', '放大')).click();
      await until(async () => (await scale()) !== before, 'it grows');
      const large = await scale();
      await button(page, say('Fit', '适应窗口')).click();
      await until(async () => (await scale()) !== large, 'all is shown');
    }
    // A refinement is switched, and the nodes are compared.
    await panel(page, 'search');
    await page.locator('.switches input').first().check();
    await button(page.locator('#panel-search'), say('Search', '搜索')).click();
    await panel(page, 'counts');
    await until(
      async () => (await page.locator('.panel-counts tbody tr').count()) >= 2,
      'the rows stay',
    );
  },
);
