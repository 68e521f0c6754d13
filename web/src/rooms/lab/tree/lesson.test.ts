import { describe, expect, it } from 'vitest';
import type { Tree } from '../../../api';
import {
  choicesAddress,
  CLASSIC,
  movesTo,
  nextPuzzle,
  randomTree,
  readChoices,
  revealed,
} from './lesson';
import { parseTree } from './shape';

const tree = {
  nodes: [
    { parent: null, text: '' },
    { parent: 0, text: 'h2e2' },
    { parent: 1, text: 'h9g7' },
    { parent: 0, text: 'b2e2' },
  ],
  steps: [
    { kind: 'e', node: 0 },
    { kind: 'e', node: 1 },
    { kind: 'e', node: 2 },
    { kind: 'l', node: 2, value: '5' },
    { kind: 'l', node: 1, value: '5' },
    { kind: 'e', node: 3 },
    { kind: 'l', node: 3, value: '2' },
    { kind: 'l', node: 0, value: '5' },
  ],
} as unknown as Tree;

describe('the address of a tree', () => {
  it('is read as it was written', () => {
    for (const query of [
      'algorithm=minimax',
      'algorithm=alpha-beta&tree=%28%281+2%29+3%29',
      'algorithm=alpha-beta&fen=start&depth=2',
      'algorithm=alpha-beta&moves=h8i9j10&with=captures%2Chistory&depth=4',
    ])
      expect(choicesAddress(readChoices(new URLSearchParams(query)))).toBe(`/lab/tree?${query}`);
  });

  it('begins with the classic tree', () => {
    const choices = readChoices(new URLSearchParams());
    expect([choices.source, choices.text, choices.algorithm]).toEqual([
      'teaching',
      CLASSIC,
      'alpha-beta',
    ]);
  });
});

describe('walking', () => {
  it('unfolds what leads to the node where the search stands', () => {
    expect([...revealed(tree, new Set([3]), 3)].sort()).toEqual([0, 1, 3]);
  });

  it('goes from question to question in practice, and ends at the end', () => {
    expect(nextPuzzle(tree, 0)).toBe(5);
    expect(nextPuzzle(tree, 5)).toBe(8);
  });

  it('knows the moves that lead to a node', () => {
    expect(movesTo(tree, 2)).toEqual(['h2e2', 'h9g7']);
    expect(movesTo(tree, 0)).toEqual([]);
  });
});

it('a random tree can be read', () => {
  const nested = parseTree(randomTree(() => 0.5)) as number[][][];
  expect([nested.length, nested[0]!.length, nested[0]![0]]).toEqual([3, 2, [6, 6, 6]]);
});
