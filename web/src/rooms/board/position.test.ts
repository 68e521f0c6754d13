import { describe, expect, it } from 'vitest';
import type { View } from '../../api';
import { geometryOf } from './geometry';
import { fenOf, played } from './position';

const start: View = {
  columns: 9,
  rows: 10,
  cells:
    'rnbakabnr..........c.....c.p.p.p.p.p..................P.P.P.P.P.C.....C..........RNBAKABNR',
  side: 0,
  check: null,
  legal: ['h2e2'],
  forbidden: [],
  forbidden_because: [],
  row: [],
  over: null,
  text: '',
};
const geometry = geometryOf('xiangqi', 9, 10);

describe('a position after moves', () => {
  it('moves a Xiangqi piece, takes what stands there, and gives the turn', () => {
    const cannon = played(start, geometry, 'h2e2');
    expect(fenOf(cannon)).toBe(
      'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1',
    );
    expect(fenOf(played(start, geometry, 'b2b9'))).toBe(
      'rCbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/7C1/9/RNBAKABNR b - - 0 1',
    );
    expect(cannon.legal).toEqual([]);
  });

  it('puts a Gomoku stone of the side to move', () => {
    const empty: View = { ...start, columns: 5, rows: 5, cells: '.'.repeat(25) };
    const small = geometryOf('gomoku', 5, 5);
    const two = played(played(empty, small, 'a5'), small, 'e1');
    expect(two.cells).toBe(`x${'.'.repeat(23)}o`);
  });

  it('only gives the turn for a pass', () => {
    const passed = played(start, geometry, 'null');
    expect([passed.cells, passed.side]).toEqual([start.cells, 1]);
  });
});
