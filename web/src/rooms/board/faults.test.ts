import { describe, expect, it } from 'vitest';
import type { Mark, Node } from '../../api';
import { nextFault } from './faults';

function move(id: number, mark: Mark, loss: number): Node {
  const names = { iccs: '', wxf: '', zh: '' };
  const score = { value: 0, mate: null, win: 50, draw: 0 };
  const note = { score, loss, mark, better: [], better_names: [] };
  return {
    id,
    parent: id - 1,
    side: (id - 1) % 2,
    text: '',
    names,
    clock: null,
    note,
  } as unknown as Node;
}

const line = [
  move(1, 'best', 0),
  move(2, 'blunder', 44),
  move(3, 'inaccuracy', 22),
  move(4, 'good', -1),
];

describe('the next fault', () => {
  it('is found in both directions and around the end', () => {
    expect(nextFault(line, 0, 1)?.id).toBe(2);
    expect(nextFault(line, 2, 1)?.id).toBe(3);
    expect(nextFault(line, 3, 1)?.id).toBe(2);
    expect(nextFault(line, 3, -1)?.id).toBe(2);
    expect(nextFault(line, 2, -1)?.id).toBe(3);
    expect(nextFault(line.slice(0, 1), 1, 1)).toBeUndefined();
    expect(nextFault([], 0, 1)).toBeUndefined();
  });
});
