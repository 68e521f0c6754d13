// Shares of the results of a move, for the bars of the explorer.

import type { ExploredMove } from '../../api';

/** Whole per cent of the results; they add up to 100 unless no game has a result. */
export function shares({ red, draws, black }: Pick<ExploredMove, 'red' | 'draws' | 'black'>) {
  const known = red + draws + black;
  if (!known) return { red: 0, draws: 0, black: 0 };
  const part = (value: number) => Math.round((value * 100) / known);
  const [first, last] = [part(red), part(black)];
  // Two halves of a per cent are rounded up once.
  const rest = Math.max(0, 100 - first - last);
  return { red: first, draws: rest, black: 100 - first - rest };
}

/** How often a move was chosen: `12 %`, `< 1 %`. */
export function share(games: number, all: number): string {
  const part = all ? (games * 100) / all : 0;
  return part > 0 && part < 1 ? '< 1 %' : `${Math.round(part)} %`;
}
