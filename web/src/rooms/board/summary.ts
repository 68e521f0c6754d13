// The summary of a review: how well each side played, and where its mistakes are.

import type { Mark, Node } from '../../api';

export interface SideSummary {
  /** Moves with a note. */
  moves: number;
  /** From 0 to 100: the mean over the moves of 100·e^(−loss/22). */
  accuracy: number;
  /** Mean loss of winning chances, in percent. */
  loss: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
}

/** Loss of winning chances, in percent, at which the accuracy of a move falls to 37. */
const SCALE = 22;

/** The summary of one side's moves in a line; none before a review. */
export function summaryOf(line: readonly Node[], side: number): SideSummary | undefined {
  const notes = line.flatMap((node) => (node.side === side && node.note ? [node.note] : []));
  if (!notes.length) return undefined;
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const losses = notes.map((note) => Math.max(0, note.loss));
  const count = (mark: Mark) => notes.filter((note) => note.mark === mark).length;
  return {
    moves: notes.length,
    accuracy: mean(losses.map((loss) => 100 * Math.exp(-loss / SCALE))),
    loss: mean(losses),
    inaccuracies: count('inaccuracy'),
    mistakes: count('mistake'),
    blunders: count('blunder'),
  };
}

/** Whether a review found something better than this move. */
export const isFault = (node: Node): boolean =>
  node.note?.mark === 'inaccuracy' ||
  node.note?.mark === 'mistake' ||
  node.note?.mark === 'blunder';

/** The fault after (`way` 1) or before (−1) the move of this ply, around the end if need be. */
export function nextFault(line: readonly Node[], ply: number, way: 1 | -1): Node | undefined {
  const length = line.length;
  for (let step = 1; step <= length; step++) {
    const index = (((ply - 1 + way * step) % length) + length) % length;
    if (isFault(line[index]!)) return line[index];
  }
  return undefined;
}
