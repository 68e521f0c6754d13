import { describe, expect, it } from 'vitest';
import {
  cellAt,
  cellSize,
  centredOn,
  centreOf,
  fitted,
  isWhole,
  panned,
  showing,
  visible,
  zoomed,
  type Frame,
} from './view';

const small: Frame = { width: 800, height: 600, rows: 10, columns: 20, ratio: 1 };
const large: Frame = { width: 800, height: 600, rows: 1000, columns: 1000, ratio: 1 };

describe('a fitted view', () => {
  it('shows the whole map in the middle, with whole pixels where there are lines', () => {
    expect(fitted(small)).toEqual({ zoom: 39, left: 10, top: 105 });
    expect(fitted({ ...small, columns: 19 }).zoom).toBe(41);
  });

  it('shows a map with more cells than pixels', () => {
    const view = fitted(large);
    expect(view).toEqual({ zoom: 0.58, left: 110, top: 10 });
    expect(isWhole(view, large)).toBe(true);
    expect(cellAt(view, large, 110, 10)).toBe(0);
    expect(cellAt(view, large, 689, 589)).toBe(998 * 1000 + 998);
    expect(cellAt(view, large, 50, 0)).toBeUndefined();
  });

  it('has no giant cells', () => {
    expect(fitted({ ...small, rows: 2, columns: 2 }).zoom).toBe(64);
  });
});

describe('zoom and pan', () => {
  it('keep the point under the pointer', () => {
    for (const factor of [4, 20, 200]) {
      const view = zoomed(fitted(large), large, factor, 320, 240);
      const cell = cellAt(fitted(large), large, 320, 240)!;
      const [x, y] = centreOf(view, large, cell);
      expect(Math.hypot(x - 320, y - 240)).toBeLessThan(cellSize(view) * 1.5 + 1);
    }
  });

  it('go back to the whole map and no further', () => {
    const near = zoomed(fitted(large), large, 30, 700, 500);
    expect(isWhole(near, large)).toBe(false);
    expect(zoomed(near, large, 1e-6, 10, 10)).toEqual(fitted(large));
    expect(zoomed(fitted(small), small, 1000, 0, 0).zoom).toBe(128);
  });

  it('add up small factors', () => {
    let view = fitted(small);
    for (let i = 0; i < 100; i++) view = zoomed(view, small, 1.005, 400, 300);
    expect(view.zoom).toBeCloseTo(39 * 1.005 ** 100, 5);
  });

  it('leave no more than a margin beside a large map', () => {
    const near = zoomed(fitted(large), large, 30, 400, 300);
    const size = cellSize(near) * 1000;
    expect(panned(near, large, 1e9, 1e9)).toMatchObject({ left: 10, top: 10 });
    expect(panned(near, large, -1e9, -1e9)).toMatchObject({ left: 790 - size, top: 590 - size });
  });
});

describe('places', () => {
  it('are told by the cells in view', () => {
    const near = panned(zoomed(fitted(large), large, 30, 0, 0), large, -55, -37);
    const span = visible(near, large);
    expect([span.firstRow, span.firstColumn]).toEqual([1, 2]);
    expect(span.lastRow - span.firstRow).toBeLessThanOrEqual(600 / 17 + 2);
    expect(visible(fitted(small), small)).toEqual({
      firstRow: 0,
      lastRow: 10,
      firstColumn: 0,
      lastColumn: 20,
    });
  });

  it('come into view with as little movement as needed', () => {
    const near = zoomed(fitted(large), large, 30, 400, 300);
    const inView = cellAt(near, large, 400, 300)!;
    expect(showing(near, large, inView)).toEqual(near);
    const there = showing(near, large, 0);
    const [x, y] = centreOf(there, large, 0);
    expect([x > 0, y > 0, x < 800, y < 600]).toEqual([true, true, true, true]);
  });

  it('come into the middle', () => {
    const near = zoomed(fitted(large), large, 30, 0, 0);
    const there = centredOn(near, large, 0.5, 0.5);
    expect(cellAt(there, large, 400, 300)).toBe(500 * 1000 + 500);
  });
});
