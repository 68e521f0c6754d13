import { describe, expect, it } from 'vitest';
import type { Tree, TreeNode } from '../../../api';
import { branchesOf, branchesOfTeaching, parseTree, place, withLeaf, writeTree } from './shape';

const node = (parent: number | null, name: string): TreeNode => ({
  parent,
  name: { en: name, zh: name },
  text: name,
  maximising: true,
  alpha: '−∞',
  beta: '+∞',
  value: null,
  size: 1,
  leaf: false,
  cut: null,
  cutBy: null,
  leftOut: 0,
  best: false,
});

/** A root with two children; the first has two of its own, the second was cut after one. */
const tree = {
  nodes: [
    node(null, '1'),
    node(0, '1.1'),
    node(1, '1.1.1'),
    node(1, '1.1.2'),
    node(0, '1.2'),
    node(4, '1.2.1'),
  ],
  steps: [],
} as unknown as Tree;

describe('the teaching tree as text', () => {
  it('is read from brackets and numbers, and written again', () => {
    const text = '((3 12 8) (2 -4 6) 14)';
    expect(parseTree(text)).toEqual([[3, 12, 8], [2, -4, 6], 14]);
    expect(writeTree(parseTree(text)!)).toBe(text);
    expect(parseTree('((3 12)(2))')).toEqual([[3, 12], [2]]);
  });

  it('is nothing where the brackets do not match', () => {
    expect(parseTree('((3 12)')).toBeUndefined();
    expect(parseTree('three')).toBeUndefined();
  });

  it('takes another number at one leaf', () => {
    expect(withLeaf([[3, 12], [2]], 2, 7)).toEqual([[3, 12], [7]]);
    expect(withLeaf([[3, 12], [2]], 9, 7)).toEqual([[3, 12], [2]]);
  });
});

describe('branches', () => {
  it('of the teaching tree include those that were never searched', () => {
    const root = branchesOfTeaching(
      [
        [3, 12],
        [2, 4],
      ],
      tree,
    );
    expect(root.children.map((child) => child.node)).toEqual([1, 4]);
    const leaves = root.children.flatMap((child) => child.children);
    expect(leaves.map(({ node, leaf, value }) => [node, leaf, value])).toEqual([
      [2, 0, '3'],
      [3, 1, '12'],
      [5, 2, '2'],
      [-1, 3, '4'],
    ]);
    const keys = [root, ...root.children, ...leaves].map((one) => one.key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('of a searched tree show what is unfolded, and count the rest', () => {
    const folded = branchesOf(tree, new Set(), 9);
    expect([folded.children.length, folded.folded]).toEqual([0, 2]);
    const open = branchesOf(tree, new Set([0, 1]), 1);
    expect(open.children.map((child) => child.node)).toEqual([1]);
    expect([open.folded, open.children[0]!.children.length, open.children[0]!.folded]).toEqual([
      1, 1, 1,
    ]);
  });

  it('are placed without negative coordinates, in either direction', () => {
    const root = branchesOf(tree, new Set([0, 1, 4]), 9);
    for (const down of [true, false]) {
      const { nodes, width, height } = place(root, down);
      expect(nodes).toHaveLength(6);
      expect(Math.min(...nodes.map((one) => one.x))).toBe(0);
      expect(width).toBeGreaterThan(0);
      expect(height).toBeGreaterThan(0);
    }
  });
});
