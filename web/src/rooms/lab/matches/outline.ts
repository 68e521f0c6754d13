// The match of an address, and the curve of a match.

import type { MatchState } from '../../../api';

/** The number of a match in an address: none for the list, NaN for what is no number. */
export const matchOf = (part: string | undefined): number | undefined =>
  part === undefined ? undefined : /^[1-9]\d*$/.test(part) ? Number(part) : NaN;

/** The Elo of the first player over the games, within the bounds of the drawing. */
export function curveOf(history: MatchState['history']): {
  x: number[];
  middle: (number | null)[];
  low: (number | null)[];
  high: (number | null)[];
} {
  const bounded = (value: number | null) =>
    value === null ? null : Math.max(-1200, Math.min(1200, value));
  return {
    x: history.map((point) => point.games),
    middle: history.map((point) => bounded(point.elo)),
    low: history.map((point) => bounded(point.low)),
    high: history.map((point) => bounded(point.high)),
  };
}
