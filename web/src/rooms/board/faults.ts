// Faults that a review found, and the way from one to the next.

import type { Node } from '../../api';

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
