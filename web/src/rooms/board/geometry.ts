// Places on a board: points in row order from the top, their names in moves, and their coordinates
// in the drawing. No rules here.

import type { GameKind } from '../../api';

export interface Geometry {
  game: GameKind;
  columns: number;
  rows: number;
  /** Distance between two points of the drawing. */
  cell: number;
  /** Distance of the first line from each edge. */
  margin: number;
  width: number;
  height: number;
}

/** The frame stands half a cell outside the lines; beyond it is room for the labels. */
export function geometryOf(game: GameKind, columns: number, rows: number): Geometry {
  const [cell, margin] = game === 'xiangqi' ? [100, 90] : [60, 66];
  return {
    game,
    columns,
    rows,
    cell,
    margin,
    width: (columns - 1) * cell + 2 * margin,
    height: (rows - 1) * cell + 2 * margin,
  };
}

/** The lowest rank: Xiangqi counts from 0, Gomoku from 1. */
const firstRank = (game: GameKind): number => (game === 'gomoku' ? 1 : 0);

/** `e3` of a point; ranks count from the bottom. */
export function nameOf({ game, columns, rows }: Geometry, point: number): string {
  const rank = rows - 1 - Math.floor(point / columns) + firstRank(game);
  return String.fromCharCode(97 + (point % columns)) + rank;
}

export function pointOf({ game, columns, rows }: Geometry, name: string): number {
  const rank = Number(name.slice(1)) - firstRank(game);
  return (rows - 1 - rank) * columns + name.charCodeAt(0) - 97;
}

/** The points of a move: `h2e2` has two, `h8` one. */
export function pointsOf(geometry: Geometry, move: string): number[] {
  return (move.match(/[a-z]\d+/g) ?? []).map((name) => pointOf(geometry, name));
}

/** The middle of a point in the drawing. */
export function centreOf(
  { columns, rows, cell, margin }: Geometry,
  flipped: boolean,
  point: number,
): { x: number; y: number } {
  const [column, row] = [point % columns, Math.floor(point / columns)];
  return {
    x: margin + (flipped ? columns - 1 - column : column) * cell,
    y: margin + (flipped ? rows - 1 - row : row) * cell,
  };
}

/** The point nearest to a place in the drawing; none outside the board. */
export function pointAt(
  { columns, rows, cell, margin }: Geometry,
  flipped: boolean,
  x: number,
  y: number,
): number | undefined {
  let column = Math.round((x - margin) / cell);
  let row = Math.round((y - margin) / cell);
  if (flipped) [column, row] = [columns - 1 - column, rows - 1 - row];
  const inside = column >= 0 && column < columns && row >= 0 && row < rows;
  return inside ? row * columns + column : undefined;
}

const steps: Partial<Record<string, [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The point beside `point` in the direction of an arrow key, as the reader sees the board. */
export function stepFrom(
  { columns, rows }: Geometry,
  flipped: boolean,
  point: number,
  key: string,
): number | undefined {
  const step = steps[key];
  if (!step) return undefined;
  const way = flipped ? -1 : 1;
  const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));
  const row = within(Math.floor(point / columns) + step[0] * way, rows);
  const column = within((point % columns) + step[1] * way, columns);
  return row * columns + column;
}

/** Where the keyboard cursor begins: the near general in Xiangqi, the middle in Gomoku. */
export function homeOf({ game, columns, rows }: Geometry, flipped: boolean): number {
  if (game === 'gomoku') return Math.floor((columns * rows) / 2);
  const middle = (columns - 1) / 2;
  return flipped ? middle : (rows - 1) * columns + middle;
}

export interface Arrow {
  from: number;
  to: number;
  kind: 'best' | 'other' | 'threat' | 'hint';
}
