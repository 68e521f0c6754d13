// The tree to draw: of the teaching tree every branch, also those that were never looked at; of a real position those
// that were, and a stub where moves were left out.

import { hierarchy, tree as layout, type HierarchyPointNode } from 'd3-hierarchy';
import type { Tree } from '../../../api';

export interface Branch {
  /** Its number in the searched tree; −1 if it was never looked at. */
  node: number;
  /** Its place among the leaves of the teaching tree, from the left; −1 for others. */
  leaf: number;
  /** A number to show where it was never looked at. */
  value: string;
  children: Branch[];
  /** Children that are folded away. */
  folded: number;
  key: string;
}

/** The teaching tree's brackets as nested lists. */
export type Nested = number | Nested[];

export function parseTree(text: string): Nested | undefined {
  try {
    const json = text
      .replace(/\(/g, '[')
      .replace(/\)/g, ']')
      .replace(/([\]\d])\s+(?=[[\d-])/g, '$1,')
      .replace(/\]\s*\[/g, '],[');
    return JSON.parse(json) as Nested;
  } catch {
    return undefined;
  }
}

export function writeTree(nested: Nested): string {
  return typeof nested === 'number' ? String(nested) : `(${nested.map(writeTree).join(' ')})`;
}

/** The same tree with another number at a leaf. */
export function withLeaf(nested: Nested, place: number, value: number): Nested {
  let at = 0;
  const walk = (one: Nested): Nested =>
    typeof one === 'number' ? (at++ === place ? value : one) : one.map(walk);
  return walk(nested);
}

function childrenOf(tree: Tree): number[][] {
  const lists: number[][] = tree.nodes.map(() => []);
  tree.nodes.forEach((node, index) => node.parent !== null && lists[node.parent]!.push(index));
  return lists;
}

export function branchesOfTeaching(nested: Nested, tree: Tree | undefined): Branch {
  const lists = tree ? childrenOf(tree) : [];
  let leaves = 0;
  const walk = (one: Nested, node: number, key: string): Branch => {
    if (typeof one === 'number')
      return { node, leaf: leaves++, value: String(one), children: [], folded: 0, key };
    const below = node >= 0 ? (lists[node] ?? []) : [];
    const children = one.map((child, index) =>
      walk(
        child,
        below.find(
          (found) => tree?.nodes[found]?.name.en.split('.').at(-1) === String(index + 1),
        ) ?? -1,
        `${key}.${index}`,
      ),
    );
    return { node, leaf: -1, value: '', children, folded: 0, key };
  };
  return walk(nested, tree?.nodes.length ? 0 : -1, 'r');
}

/** The searched tree with only the unfolded parts. */
export function branchesOf(tree: Tree, open: Set<number>, most: number): Branch {
  const lists = childrenOf(tree);
  const walk = (node: number): Branch => {
    const all = lists[node]!;
    const shown = open.has(node) ? all.slice(0, most) : [];
    return {
      node,
      leaf: -1,
      value: '',
      children: shown.map(walk),
      folded: all.length - shown.length,
      key: String(node),
    };
  };
  return walk(0);
}

/** Roughly the width of a text: East Asian characters are about twice as wide as others. */
export const textWidth = (text: string, perLetter: number): number =>
  [...text].reduce(
    (sum, letter) => sum + (/[\u2e80-\u9fff\uff00-\uffef]/.test(letter) ? 1.75 : 1) * perLetter,
    0,
  );

export interface Placed {
  nodes: HierarchyPointNode<Branch>[];
  width: number;
  height: number;
}

/** Plies below a branch. */
export const depthOf = (branch: Branch): number =>
  branch.children.reduce((most, child) => Math.max(most, 1 + depthOf(child)), 0);

/**
 * Places for all branches: from the top down with a gap between leaves and one between plies, or
 * from left to right.
 */
export function place(root: Branch, down: boolean, gap = 64, ply = 110): Placed {
  const made = layout<Branch>().nodeSize(down ? [gap, ply] : [28, 210])(hierarchy(root));
  const nodes = made.descendants();
  const least = Math.min(...nodes.map((node) => node.x));
  const most = Math.max(...nodes.map((node) => node.x));
  const deepest = Math.max(...nodes.map((node) => node.y));
  for (const node of nodes) node.x -= least;
  return down
    ? { nodes, width: most - least, height: deepest }
    : { nodes, width: deepest, height: most - least };
}
