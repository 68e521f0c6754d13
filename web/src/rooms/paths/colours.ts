// Colours of a map and of a search, as packed pixels.

export type Palette = Record<
  | 'paper'
  | 'cell'
  | 'line'
  | 'wall'
  | 'frontier'
  | 'expanded'
  | 'reopened'
  | 'dead'
  | 'path'
  | 'station'
  | 'terrain'
  | 'ink'
  | 'soft'
  | 'raised'
  | 'focus'
  | 'stop',
  string
>;

/** The page's colours at an element. */
export function palette(element: Element): Palette {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    paper: read('paper'),
    cell: read('cell'),
    line: read('cell-line'),
    wall: read('wall'),
    frontier: read('frontier'),
    expanded: read('expanded'),
    reopened: read('reopened'),
    dead: read('dead'),
    path: read('path'),
    station: read('station'),
    terrain: read('terrain'),
    ink: read('ink'),
    soft: read('soft'),
    raised: read('raised'),
    focus: read('focus'),
    stop: read('bad'),
  };
}

export type Rgb = readonly [red: number, green: number, blue: number];

/** A colour written as `#rgb` or `#rrggbb`. */
export function rgb(colour: string): Rgb {
  const digits = colour.slice(1);
  const long = digits.length === 3 ? digits.replace(/./g, (digit) => digit + digit) : digits;
  const value = parseInt(long, 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

export function mix(from: Rgb, to: Rgb, part: number): Rgb {
  const between = (i: 0 | 1 | 2) => Math.round(from[i] + (to[i] - from[i]) * part);
  return [between(0), between(1), between(2)];
}

/** A pixel as it lies in the memory of a picture. */
export const pixel = ([red, green, blue]: Rgb): number =>
  ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;

export const unpacked = (packed: number): Rgb => [
  packed & 255,
  (packed >> 8) & 255,
  (packed >> 16) & 255,
];

export const css = ([red, green, blue]: Rgb): string => `rgb(${red} ${green} ${blue})`;

/** Whether light text is easier to read on a colour. */
export const isDark = ([red, green, blue]: Rgb): boolean =>
  red * 0.299 + green * 0.587 + blue * 0.114 < 128;

const STOPS: Record<'day' | 'night', Rgb[]> = {
  day: [
    [250, 232, 176],
    [206, 205, 120],
    [110, 172, 132],
    [47, 122, 139],
    [52, 66, 112],
  ],
  night: [
    [58, 48, 66],
    [45, 92, 120],
    [70, 150, 130],
    [190, 200, 110],
    [250, 226, 150],
  ],
};

/** A ramp of 256 colours that keeps its order in grey: sand to deep teal. */
export function ramp(night: boolean): Rgb[] {
  const stops = STOPS[night ? 'night' : 'day'];
  return Array.from({ length: 256 }, (_, index) => {
    const place = (index / 256) * (stops.length - 1);
    return mix(stops[Math.floor(place)]!, stops[Math.floor(place) + 1]!, place % 1);
  });
}

/** The ramp as a CSS gradient. */
export const gradient = (night: boolean): string =>
  `linear-gradient(to right, ${STOPS[night ? 'night' : 'day'].map(css).join(', ')})`;
