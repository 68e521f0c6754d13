import { describe, expect, it } from 'vitest';
import type { Node } from '../../api';
import { mainLine, mainPly, moveNumber, moveTable, type TableRow } from './moveTable';

/** A node `id` after `parent`; the side follows from the depth. */
function node(id: number, parent: number, side: number): Node {
  const text = `m${id}`;
  return {
    id,
    parent,
    side,
    text,
    names: { iccs: text, wxf: text, zh: text },
    clock: null,
    note: null,
  } as Node;
}

// Main line 1 2 3 4; 5 replaces 2 and goes on with 6; 7 replaces 6; 8 replaces 1.
const nodes = [
  node(1, 0, 0),
  node(2, 1, 1),
  node(3, 2, 0),
  node(4, 3, 1),
  node(5, 1, 1),
  node(6, 5, 0),
  node(7, 5, 0),
  node(8, 0, 0),
];
const shown = (rows: TableRow[]) =>
  rows.map((row) =>
    row.type === 'pair'
      ? row.cells.map((one) => one?.id ?? '').join('|')
      : row.type === 'variation'
        ? `${'>'.repeat(row.depth)}${row.ply}:${row.nodes.map((one) => one.id).join(' ')}`
        : `"${row.node.id}`,
  );

describe('the table of moves', () => {
  it('pairs the moves and puts variations below the move that they replace', () => {
    expect(shown(moveTable(nodes, () => ''))).toEqual([
      '1|',
      '>0:8',
      '|2',
      '>1:5 6',
      '>>2:7',
      '3|4',
    ]);
  });

  it('has variations of the first move, and nothing without moves', () => {
    const two = [node(1, 0, 0), node(2, 0, 0), node(3, 1, 1)];
    expect(shown(moveTable(two, () => ''))).toEqual(['1|', '>0:2', '|3']);
    expect(moveTable([], () => '')).toEqual([]);
  });

  it('interrupts a row for a comment', () => {
    expect(shown(moveTable(nodes.slice(0, 4), (one) => (one.id === 3 ? 'x' : '')))).toEqual([
      '1|2',
      '3|',
      '"3',
      '|4',
    ]);
  });

  it('begins in the second column when the second side moves first', () => {
    expect(shown(moveTable([node(1, 0, 1), node(2, 1, 0)], () => ''))).toEqual(['|1', '2|']);
  });

  it('holds an opening in which one player places stones of both colours', () => {
    const stones = [node(1, 0, 0), node(2, 1, 1), node(3, 2, 0), node(4, 3, 1)];
    expect(shown(moveTable(stones, () => ''))).toEqual(['1|2', '3|4']);
  });
});

describe('the main line', () => {
  it('is found from anywhere in the record', () => {
    expect(mainLine(nodes).map((one) => one.id)).toEqual([1, 2, 3, 4]);
    expect([0, 1, 4, 6, 7, 8].map((id) => mainPly(nodes, id))).toEqual([0, 1, 4, 1, 1, 0]);
  });
});

describe('numbers of moves', () => {
  it('count pairs in Xiangqi and stones in Gomoku', () => {
    expect(moveNumber('xiangqi', 2, nodes[2]!, 0)).toBe('2.');
    expect(moveNumber('xiangqi', 3, nodes[3]!, 0)).toBe('2…');
    expect(moveNumber('xiangqi', 0, node(1, 0, 1), 1)).toBe('1…');
    expect(moveNumber('gomoku', 3, nodes[3]!, 0)).toBe('4');
  });
});
