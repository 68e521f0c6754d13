// Arrows and circles that a reader draws on the board. They are kept in the comment of a move as
// PGN writes them: `[%csl Gh2,Re5]` for circles and `[%cal Gh2e2]` for arrows.

export type Brush = 'green' | 'red' | 'blue' | 'yellow';

/** An arrow between two points, or a circle where both are the same. */
export interface Shape {
  brush: Brush;
  from: string;
  to: string;
}

const letters: Record<Brush, string> = { green: 'G', red: 'R', blue: 'B', yellow: 'Y' };
const brushes = new Map(Object.entries(letters).map(([brush, letter]) => [letter, brush as Brush]));

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
  const again = shapes.some((one) => isSame(one) && one.brush === shape.brush);
  return again ? others : [...others, shape];
}

const TAG = /\[%c([sa])l ([^\]]*)\]/g;
const ITEM = /^([GRBY])([a-z]\d{1,2})([a-z]\d{1,2})?$/;

/** The shapes in a comment; what cannot be read is left out. */
export function shapesIn(comment: string): Shape[] {
  return [...comment.matchAll(TAG)].flatMap(([, , list]) =>
    list!.split(',').flatMap((item) => {
      const [, letter, from, to] = ITEM.exec(item.trim()) ?? [];
      const brush = brushes.get(letter ?? '');
      return brush && from ? [{ brush, from, to: to ?? from }] : [];
    }),
  );
}

/** The words of a comment without its shapes. */
export const textIn = (comment: string): string =>
  comment.replace(TAG, '').replace(/\s+/g, ' ').trim();

/** A comment of these words and shapes. */
export function commentOf(text: string, shapes: readonly Shape[]): string {
  const tag = (name: string, list: readonly Shape[], points: (shape: Shape) => string) =>
    list.length
      ? [`[%${name} ${list.map((one) => letters[one.brush] + points(one)).join(',')}]`]
      : [];
  const circles = shapes.filter((one) => one.from === one.to);
  const arrows = shapes.filter((one) => one.from !== one.to);
  return [
    ...tag('csl', circles, (one) => one.from),
    ...tag('cal', arrows, (one) => one.from + one.to),
    ...(text ? [text] : []),
  ].join(' ');
}
