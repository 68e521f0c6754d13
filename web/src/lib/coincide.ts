// Lines of a plot that lie on one another: drawn with dashes in turn, so that none hides another.

/** Length of a dash and the gaps after it, in pixels. */
const PERIOD = 18;
/** Lines that differ by less than this share of their values cannot be told apart. */
const APART = 0.005;

type Values = readonly (number | null)[];

function covers(upper: Values, lower: Values): boolean {
  const places = upper.flatMap((value, at) => (value === null ? [] : [at]));
  return (
    places.length > 0 &&
    places.every((at) => {
      const [a, b] = [upper[at]!, lower[at] ?? null];
      return b !== null && Math.abs(a - b) <= APART * Math.max(Math.abs(a), Math.abs(b));
    })
  );
}

/**
 * For each line its dash and gap; none for a line that covers no earlier one. Each of n lines on one
 * another is seen along an n-th of their way.
 */
export function dashes(lines: readonly Values[]): ([number, number] | undefined)[] {
  const lowest = lines.map((line, at) => lines.findIndex((one, i) => i <= at && covers(line, one)));
  return lines.map((_, at) => {
    const group = lowest.flatMap((low, i) => (low >= 0 && low === lowest[at] ? [i] : []));
    const place = group.indexOf(at);
    if (place < 1) return undefined;
    const dash = (PERIOD * (group.length - place)) / group.length;
    return [dash, PERIOD - dash];
  });
}
