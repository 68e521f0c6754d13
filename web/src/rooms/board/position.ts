// Positions after moves that the server called legal, worked out on the page for pictures that
// change under the pointer. No rules here: a move takes its piece from one point to another, or
// puts a stone.

import type { View } from '../../api';
import { pointsOf, type Geometry } from './geometry';

/** The view after a move, without its legal moves; a move that is none changes only the side. */
export function played(view: View, geometry: Geometry, move: string): View {
  const cells = [...view.cells];
  const points = pointsOf(geometry, move).filter((point) => point >= 0 && point < cells.length);
  const [from, to] = points;
  if (geometry.game === 'gomoku' && from !== undefined) cells[from] = view.side === 0 ? 'x' : 'o';
  else if (from !== undefined && to !== undefined) {
    cells[to] = cells[from]!;
    cells[from] = '.';
  }
  return {
    ...view,
    cells: cells.join(''),
    side: 1 - view.side,
    check: null,
    legal: [],
    forbidden: [],
    forbidden_because: [],
    row: [],
    over: null,
    text: '',
  };
}

/** The FEN of a Xiangqi view. */
export function fenOf({ cells, columns, side }: Pick<View, 'cells' | 'columns' | 'side'>): string {
  const rows = cells.match(new RegExp(`.{${columns}}`, 'g')) ?? [];
  const board = rows.map((row) => row.replace(/\.+/g, (empty) => String(empty.length)));
  return `${board.join('/')} ${side === 0 ? 'w' : 'b'} - - 0 1`;
}
