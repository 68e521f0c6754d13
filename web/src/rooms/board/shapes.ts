// Arrows and circles that a reader draws on the board.

export type Brush = 'green' | 'red' | 'blue' | 'yellow';

/** An arrow between two points, or a circle where `to` is missing. */
export interface Shape {
  colour: Brush;
  from: string;
  to: string | null;
}

/** The colour by the keys that are held while drawing. */
export function brushOf(keys: { shiftKey: boolean; altKey: boolean; ctrlKey: boolean }): Brush {
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
