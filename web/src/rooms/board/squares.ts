// Where things are on a board, in the page's own count (rows from the top) and in the letters of moves. No rules here.

import type { GameKind } from '../../api';

export interface Shape {
  game: GameKind;
  columns: number;
  rows: number;
}

/** `e3` of a point. Xiangqi counts ranks from 0, Gomoku from 1, both from the bottom. */
export function nameOf(shape: Shape, point: number): string {
  const rank =
    shape.rows - 1 - Math.floor(point / shape.columns) + (shape.game === 'gomoku' ? 1 : 0);
  return String.fromCharCode(97 + (point % shape.columns)) + rank;
}

export function pointOf(shape: Shape, name: string): number {
  const rank = Number(name.slice(1)) - (shape.game === 'gomoku' ? 1 : 0);
  return (shape.rows - 1 - rank) * shape.columns + name.charCodeAt(0) - 97;
}

/** The points of a move's text: `h2e2` has two, `h8` one. */
export function pointsOf(shape: Shape, move: string): number[] {
  return (move.match(/[a-z]\d+/g) ?? []).map((name) => pointOf(shape, name));
}

export interface Arrow {
  from: number;
  to: number;
  kind: 'best' | 'other' | 'threat' | 'hint';
}
