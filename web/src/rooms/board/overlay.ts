// Marks on and beside the board, worked out from the game: arrows, values, the gauge, and the sides
// that the reader may move.

import type { Line, Lines, State } from '../../api';
import { pointsOf, type Arrow, type Geometry } from './geometry';
import { currentNode, expected, isAtEnd, isHuman, playerOf, scoreText } from './record';

/** The threat, the first moves of the analysed lines, and the hint, in the order of drawing. */
export function arrowsOf(
  geometry: Geometry,
  analysis: Lines | undefined,
  hint: Line | undefined,
): Arrow[] {
  const arrow = (text: string | null | undefined, kind: Arrow['kind']): Arrow[] => {
    const points = text ? pointsOf(geometry, text) : [];
    return points.length ? [{ from: points[0]!, to: points.at(-1)!, kind }] : [];
  };
  // Gomoku shows the values of the points instead.
  const [best, ...others] = geometry.game === 'xiangqi' ? (analysis?.lines ?? []) : [];
  return [
    ...arrow(analysis?.threat, 'threat'),
    ...others.flatMap((line) => arrow(line.moves[0], 'other')),
    ...arrow(best?.moves[0], 'best'),
    ...arrow(hint?.moves[0], 'hint'),
  ];
}

/** The first side's expected score in percent, by the engine now or by a review before. */
export function gaugeOf(state: State | undefined, lines: Lines | undefined): number | undefined {
  const score = lines?.lines[0]?.score ?? (state && currentNode(state)?.note?.score);
  return score && expected(score);
}

/** The value of a point; `short` is for small boards. */
export interface PointValue {
  point: number;
  text: string;
  short: string;
}

/** Values of the candidate points of a Gomoku analysis, the best one first. */
export function valuesOf(geometry: Geometry, analysis: Lines | undefined): PointValue[] {
  if (geometry.game !== 'gomoku') return [];
  const values = new Map<number, PointValue>();
  for (const { moves, score } of analysis?.lines ?? []) {
    const [point] = pointsOf(geometry, moves[0] ?? '');
    if (point === undefined || values.has(point)) continue;
    values.set(point, {
      point,
      text: scoreText(score, 1),
      short: scoreText(score, 0).replace('+M', 'M'),
    });
  }
  return [...values.values()];
}

/** Sides that the reader may move: people's, and all where the game is looked at or analysed. */
export function movableSides(state: State, analysing: boolean): [boolean, boolean] {
  // While the opening rule asks, one player places stones of both colours.
  const opening = isAtEnd(state) ? state.opening : null;
  if (opening) {
    const free = isHuman(playerOf(state, opening.player)) && !opening.choices.length;
    return [free, free];
  }
  const free = (side: number) => isHuman(playerOf(state, side)) || !isAtEnd(state) || analysing;
  return [free(0), free(1)];
}
