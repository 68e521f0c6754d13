// Painting a map and a search onto a canvas. Small cells are painted as the pixels of a picture that is then enlarged;
// large ones one by one, with marks, so that no state is told by colour alone, and with numbers where they fit.

import { cost } from '../../lib/numbers';
import { FREE, WALL, type Grid } from './map';
import { Status, type Trace } from './trace';

export type Shown = 'states' | 'f' | 'g' | 'supply';

export interface Look {
  size: number;
  shown: Shown;
  numbers: boolean;
  dark: boolean;
}

export type Palette = Record<
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
  | 'raised',
  string
>;

export function palette(element: Element): Palette {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
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
    raised: read('raised'),
  };
}

/** A light-to-dark ramp that keeps its order in grey: sand to deep teal. */
function ramp(part: number, dark: boolean): [number, number, number] {
  const stops: [number, number, number][] = dark
    ? [
        [58, 48, 66],
        [45, 92, 120],
        [70, 150, 130],
        [190, 200, 110],
        [250, 226, 150],
      ]
    : [
        [250, 232, 176],
        [206, 205, 120],
        [110, 172, 132],
        [47, 122, 139],
        [52, 66, 112],
      ];
  const place = Math.max(0, Math.min(0.9999, part)) * (stops.length - 1);
  const [from, to, rest] = [stops[Math.floor(place)]!, stops[Math.floor(place) + 1]!, place % 1];
  return [0, 1, 2].map((i) => Math.round(from[i]! + (to[i]! - from[i]!) * rest)) as [
    number,
    number,
    number,
  ];
}

/** What the values of a search range over, for the ramp. */
export function span(
  trace: Trace | undefined,
  shown: Shown,
  tank: number | null,
): [number, number] {
  if (!trace || shown === 'states') return [0, 1];
  if (shown === 'supply') return [0, tank ?? 1];
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < trace.length; i++) {
    if (trace.g[i]! < 0 || trace.cell[i]! < 0) continue;
    const value = trace.g[i]! + (shown === 'f' ? Math.max(0, trace.h[i]!) : 0);
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low < high ? [low, high] : [0, 1];
}

export class Painter {
  private parsed = new Map<string, [number, number, number]>();
  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly grid: Grid,
    readonly colours: Palette,
    readonly look: Look,
    readonly trace: Trace | undefined,
    readonly range: [number, number],
  ) {}

  private rgb(colour: string): [number, number, number] {
    let known = this.parsed.get(colour);
    if (!known) {
      const value = parseInt(colour.slice(1), 16);
      known = [(value >> 16) & 255, (value >> 8) & 255, value & 255];
      this.parsed.set(colour, known);
    }
    return known;
  }

  private colour(cell: number): [number, number, number] {
    const kind = this.grid.cells[cell]!;
    if (kind === WALL) return this.rgb(this.colours.wall);
    const ground =
      kind > FREE
        ? mix(
            this.rgb(this.colours.cell),
            this.rgb(this.colours.terrain),
            0.12 + Math.min(kind, 12) * 0.06,
          )
        : this.rgb(this.colours.cell);
    const status = this.trace?.statusOf(cell) ?? Status.None;
    if (status === Status.None) return ground;
    if (this.look.shown !== 'states') {
      const values = this.trace!.valuesOf(cell);
      const value =
        values &&
        (this.look.shown === 'supply'
          ? values.supply
          : values.g + (this.look.shown === 'f' ? values.h : 0));
      if (value !== undefined && value >= 0)
        return ramp((value - this.range[0]) / (this.range[1] - this.range[0] || 1), this.look.dark);
    }
    const names = ['cell', 'frontier', 'expanded', 'reopened', 'dead'] as const;
    const own = this.rgb(this.colours[names[status] ?? 'cell']);
    return kind > FREE ? mix(own, this.rgb(this.colours.terrain), 0.3) : own;
  }

  all(): void {
    const { size } = this.look;
    const context = this.canvas.getContext('2d', { alpha: false });
    if (!context) return;
    if (size >= 8) {
      context.fillStyle = this.colours.line;
      context.fillRect(0, 0, this.canvas.width, this.canvas.height);
      for (let cell = 0; cell < this.grid.cells.length; cell++) this.one(context, cell);
      return;
    }
    const { rows, columns } = this.grid;
    const small = new OffscreenCanvas(columns, rows);
    const inside = small.getContext('2d')!;
    const picture = inside.createImageData(columns, rows);
    for (let cell = 0; cell < rows * columns; cell++) {
      const [red, green, blue] = this.colour(cell);
      picture.data[cell * 4] = red;
      picture.data[cell * 4 + 1] = green;
      picture.data[cell * 4 + 2] = blue;
      picture.data[cell * 4 + 3] = 255;
    }
    inside.putImageData(picture, 0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(small, 0, 0, columns * size, rows * size);
  }

  some(cells: Iterable<number>): void {
    const context = this.canvas.getContext('2d', { alpha: false });
    if (!context) return;
    for (const cell of cells) if (cell >= 0) this.one(context, cell);
  }

  private one(context: CanvasRenderingContext2D, cell: number): void {
    const { size } = this.look;
    const x = (cell % this.grid.columns) * size;
    const y = Math.floor(cell / this.grid.columns) * size;
    const [red, green, blue] = this.colour(cell);
    const gap = size >= 8 ? 1 : 0;
    context.fillStyle = `rgb(${red} ${green} ${blue})`;
    context.fillRect(x, y, size - gap, size - gap);
    if (size < 12) {
      if (this.grid.stations.has(cell)) this.station(context, x, y, size);
      return;
    }
    const status = this.trace?.statusOf(cell) ?? Status.None;
    if (status !== Status.None && this.grid.cells[cell] !== WALL)
      this.mark(context, x, y, status, red + green + blue < 380);
    const kind = this.grid.cells[cell]!;
    const price = this.grid.stations.get(cell);
    if (price !== undefined) this.station(context, x, y, size);
    const values =
      this.look.numbers && size >= 34 * devicePixelRatio ? this.trace?.valuesOf(cell) : undefined;
    if (values && status !== Status.None)
      this.values(context, x, y, values, red + green + blue < 380);
    else if ((kind > FREE || price) && size >= 16) {
      context.fillStyle = this.colours.ink;
      context.globalAlpha = 0.55;
      context.font = `${Math.round(size * 0.36)}px ui-monospace, monospace`;
      context.textAlign = 'right';
      context.textBaseline = 'bottom';
      context.fillText(price ? `${price}¤` : String(kind), x + size - 4, y + size - 2);
      context.globalAlpha = 1;
    }
  }

  private mark(
    context: CanvasRenderingContext2D,
    x: number,
    y: number,
    status: number,
    dark: boolean,
  ): void {
    const { size } = this.look;
    const middle = size / 2;
    context.strokeStyle = dark ? 'rgb(255 255 255 / 0.75)' : 'rgb(0 0 0 / 0.5)';
    context.lineWidth = Math.max(1, size / 16);
    context.beginPath();
    const numbered = this.look.numbers && size >= 34 * devicePixelRatio;
    if (status === Status.Frontier) {
      // A ring: waiting.
      if (numbered) context.rect(x + 2, y + 2, size - 5, size - 5);
      else context.arc(x + middle, y + middle, size * 0.2, 0, 7);
    } else if (status === Status.Reopened) {
      // Two strokes: done twice.
      context.moveTo(x + size * 0.15, y + size * 0.4);
      context.lineTo(x + size * 0.4, y + size * 0.15);
      context.moveTo(x + size * 0.15, y + size * 0.65);
      context.lineTo(x + size * 0.65, y + size * 0.15);
    } else if (status === Status.Dead) {
      // A cross: no way on.
      context.moveTo(x + size * 0.3, y + size * 0.3);
      context.lineTo(x + size * 0.7, y + size * 0.7);
      context.moveTo(x + size * 0.7, y + size * 0.3);
      context.lineTo(x + size * 0.3, y + size * 0.7);
    }
    context.stroke();
  }

  private values(
    context: CanvasRenderingContext2D,
    x: number,
    y: number,
    values: { g: number; h: number; supply: number },
    dark: boolean,
  ): void {
    const { size } = this.look;
    context.fillStyle = dark ? '#fff' : '#1c1813';
    context.textBaseline = 'alphabetic';
    const small = Math.round(size * 0.21);
    context.font = `600 ${Math.round(size * 0.31)}px system-ui, sans-serif`;
    context.textAlign = 'center';
    context.fillText(short(values.g + values.h), x + size / 2, y + size * 0.58);
    context.font = `${small}px system-ui, sans-serif`;
    context.textAlign = 'left';
    context.fillText(short(values.g), x + 4, y + size - 5);
    context.textAlign = 'right';
    context.fillText(short(values.h), x + size - 5, y + size - 5);
    if (values.supply >= 0) {
      context.textAlign = 'right';
      context.fillText(`◆${values.supply}`, x + size - 4, y + small + 3);
    }
  }

  private station(context: CanvasRenderingContext2D, x: number, y: number, size: number): void {
    const middle = size / 2;
    const reach = Math.max(1.5, size * 0.3);
    context.fillStyle = this.colours.station;
    context.strokeStyle = this.colours.raised;
    context.lineWidth = Math.max(1, size / 14);
    context.beginPath();
    context.moveTo(x + middle, y + middle - reach);
    context.lineTo(x + middle + reach, y + middle);
    context.lineTo(x + middle, y + middle + reach);
    context.lineTo(x + middle - reach, y + middle);
    context.closePath();
    context.fill();
    if (size >= 12) context.stroke();
  }
}

function short(value: number): string {
  return value >= 100 ? String(Math.round(value)) : cost(Math.round(value * 10) / 10);
}

function mix(
  from: [number, number, number],
  to: [number, number, number],
  part: number,
): [number, number, number] {
  return [0, 1, 2].map((i) => Math.round(from[i]! + (to[i]! - from[i]!) * part)) as [
    number,
    number,
    number,
  ];
}
