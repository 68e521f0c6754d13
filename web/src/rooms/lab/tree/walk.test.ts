import { describe, expect, it } from 'vitest';
import type { Tree } from '../../../api';
import { momentAt, puzzleAt } from './walk';

const tree = {
  nodes: [
    { parent: null, alpha: '−∞', beta: '+∞' },
    { parent: 0, alpha: '−∞', beta: '+∞' },
    { parent: 0, alpha: '3', beta: '+∞' },
    { parent: 2, alpha: '3', beta: '+∞' },
  ],
  steps: [
    { kind: 'e', node: 0, window: null, value: null },
    { kind: 'e', node: 1, window: null, value: null },
    { kind: 'l', node: 1, window: null, value: '3' },
    { kind: 'n', node: 0, window: ['3', '+∞'], value: null },
    { kind: 'e', node: 2, window: null, value: null },
    { kind: 'e', node: 3, window: null, value: null },
    { kind: 'l', node: 3, window: null, value: '2' },
    { kind: 'c', node: 2, window: null, value: null },
    { kind: 'l', node: 2, window: null, value: '2' },
    { kind: 'l', node: 0, window: null, value: '3' },
  ],
} as unknown as Tree;

describe('momentAt', () => {
  it('knows nothing before the first step', () => {
    const { known, here } = momentAt(tree, 0);
    expect(here).toBe(-1);
    expect(known.some((node) => node.entered || node.left || node.cut)).toBe(false);
  });

  it('replays windows, cuts and values', () => {
    expect(momentAt(tree, 2).here).toBe(1);
    const returned = momentAt(tree, 3);
    expect(returned.here, 'leaving a node leads to its parent').toBe(0);
    expect(returned.known[1]).toMatchObject({ entered: true, left: true, value: '3' });
    expect(momentAt(tree, 4).known[0]).toMatchObject({ alpha: '3', beta: '+∞' });
    expect(momentAt(tree, 8).known[2]).toMatchObject({ cut: true, left: false });
    expect(momentAt(tree, 99).known[0]).toMatchObject({ left: true, value: '3' });
  });
});

describe('puzzleAt', () => {
  it('asks after a child was left, and knows whether the rest is cut', () => {
    expect(puzzleAt(tree, 3)).toEqual({ node: 0, cut: false });
    expect(puzzleAt(tree, 7)).toEqual({ node: 2, cut: true });
  });

  it('asks nothing elsewhere, nor where no child is left to search', () => {
    expect(puzzleAt(tree, 2)).toBeUndefined();
    expect(puzzleAt(tree, 9)).toBeUndefined();
    expect(puzzleAt(tree, 10)).toBeUndefined();
  });
});
