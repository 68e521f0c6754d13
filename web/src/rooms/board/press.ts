// Meaning of a press on a board: a move, a premove, the choice of a piece, or an edited point. The
// server says which moves are legal; a move of two points is made by choosing one, then the other.

import type { View } from '../../api';
import { nameOf, pointsOf, type Geometry } from './geometry';

export interface Situation {
  view: View;
  geometry: Geometry;
  /** Sides that the reader may move. */
  movable: readonly [boolean, boolean];
  /** Whether a move may be chosen that is played after the engine's. */
  premovable: boolean;
  premove: string | undefined;
  /** Whether every point may be pressed, as in the editor. */
  editing: boolean;
  /** The point of the piece that was chosen before. */
  chosen: number | undefined;
}

export type Press =
  | { type: 'move'; text: string }
  | { type: 'premove'; text: string | undefined }
  | { type: 'choose'; point: number | undefined }
  | { type: 'edit'; point: number }
  | { type: 'nothing' };

export interface Target {
  text: string;
  point: number;
}

/** 0 for the first side's pieces (red, black), 1 for the second's. */
export function sideOf(game: Geometry['game'], letter: string): 0 | 1 | undefined {
  if (letter === '.') return undefined;
  return (game === 'xiangqi' ? letter < 'a' : letter === 'x') ? 0 : 1;
}

/** Legal moves of the chosen piece. */
export function targetsOf({ view, geometry, chosen }: Situation): Target[] {
  if (chosen === undefined) return [];
  return view.legal.flatMap((text) => {
    const [from, to] = pointsOf(geometry, text);
    return from === chosen && to !== undefined ? [{ text, point: to }] : [];
  });
}

export function press(situation: Situation, point: number): Press {
  if (situation.editing) return { type: 'edit', point };
  return situation.geometry.game === 'xiangqi'
    ? pressPiece(situation, point)
    : pressPoint(situation, point);
}

/** Gomoku: a press places a stone. */
function pressPoint(situation: Situation, point: number): Press {
  const { view, geometry, movable, premovable, premove } = situation;
  const text = nameOf(geometry, point);
  if (premovable) {
    const taken = view.cells[point] !== '.';
    return { type: 'premove', text: taken || premove === text ? undefined : text };
  }
  const allowed = movable[view.side] && view.legal.includes(text);
  return allowed ? { type: 'move', text } : { type: 'nothing' };
}

/** Xiangqi: the first press chooses a piece, the second its target. */
function pressPiece(situation: Situation, point: number): Press {
  const { view, geometry, movable, premovable, chosen } = situation;
  const target = targetsOf(situation).find((one) => one.point === point);
  if (target) return { type: 'move', text: target.text };
  const side = sideOf(geometry.game, view.cells[point]!);
  if (side !== undefined && movable[side] && (side === view.side || premovable))
    return { type: 'choose', point: chosen === point ? undefined : point };
  if (!premovable) return { type: 'choose', point: undefined };
  const waits = chosen !== undefined && sideOf(geometry.game, view.cells[chosen]!) !== view.side;
  return {
    type: 'premove',
    text: waits ? nameOf(geometry, chosen) + nameOf(geometry, point) : undefined,
  };
}
