// Arrows and circles that a reader draws on the board.

import type { Shape, ShapeColour } from '../../api';

/** The colour by the keys that are held while drawing. */
export function brushOf(keys: {
  shiftKey: boolean;
  altKey: boolean;
  ctrlKey: boolean;
}): ShapeColour {
  const second = keys.altKey || keys.ctrlKey;
  if (keys.shiftKey) return second ? 'yellow' : 'red';
  return second ? 'blue' : 'green';
}

/** Adds a shape; the same again removes it, another colour replaces it. */
export function drawn(shapes: readonly Shape[], shape: Shape): Shape[] {
  const isSame = (one: Shape) => one.from === shape.from && one.to === shape.to;
  const others = shapes.filter((one) => !isSame(one));
  const again = shapes.some((one) => isSame(one) && one.colour === shape.colour);
  return again ? others : [...others, shape];
}
