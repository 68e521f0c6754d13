// Painting a map and a search onto a canvas. Every cell is one pixel of a small picture. Tiny cells
// are that picture enlarged; large ones are painted one by one, with signs, so that no state is told
// by colour alone, and with numbers where they fit.

import { css, isDark, mix, pixel, ramp, rgb, unpacked, type Palette, type Rgb } from './colours';
import { FREE, WALL, type Grid } from './map';
import { Status, type Trace } from './trace';
import { cellSize, visible, WITH_LINES, type Frame, type View } from './view';

export type Shown = 'states' | 'f' | 'g' | 'supply';

/** Smallest text, in CSS pixels. */
const TEXT = 12;
/** Cells this large, in CSS pixels, hold f; g and h need more. */
const WITH_F = 30;
const WITH_ALL = 58;
/** Cells this large hold f below the cost or price. */
const WITH_TAGS = 36;
/** Cells this large have signs, and from the second number on the cost of terrain. */
const WITH_SIGNS = 12;
export const WITH_COSTS = 18;
/** Milliseconds in which a cell takes its new colour. */
const FADE = 80;

export interface Look {
  shown: Shown;
  numbers: boolean;
  dark: boolean;
  font: string;
}

/** Cost so far and supply of a cell on the path. */
export interface PathState {
  g: number;
  supply: number;
}

/** A map with a search on it. */
export interface Scene {
  grid: Grid;
  trace: Trace | undefined;
  /** States of the cells on the path, once it is found. */
  path: ReadonlyMap<number, PathState> | undefined;
  colours: Palette;
  look: Look;
  range: readonly [number, number];
  /** Whether a robot discovers the map: what it has not seen is faint. */
  discovers?: boolean;
}

/** The range of the values of a search, for the ramp. */
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
    const value = shown === 'f' ? trace.fOf(i) : trace.g[i]!;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low < high ? [low, high] : [0, 1];
}

export class Painter {
  /** One pixel a cell; also the overview. */
  readonly small: OffscreenCanvas;
  private readonly picture: ImageData;
  private readonly pixels: Uint32Array;
  private readonly context: CanvasRenderingContext2D;
  private readonly inside: OffscreenCanvasRenderingContext2D;
  private readonly ground: Uint32Array;
  /** Colour of a status on plain ground and on each terrain: `status * 256 + cost`. */
  private readonly states: Uint32Array;
  private readonly ramp: Uint32Array;
  private readonly wall: number;
  private readonly unseen: number;
  private fading = new Map<number, { from: Rgb; since: number }>();

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly scene: Scene,
    private view: View,
    private readonly frame: Frame,
  ) {
    const { rows, columns } = scene.grid;
    this.small = new OffscreenCanvas(columns, rows);
    this.inside = this.small.getContext('2d', { alpha: false })!;
    this.context = canvas.getContext('2d', { alpha: false })!;
    this.picture = this.inside.createImageData(columns, rows);
    this.pixels = new Uint32Array(this.picture.data.buffer);
    const { colours, look } = scene;
    this.wall = pixel(rgb(colours.wall));
    const [plain, terrain] = [rgb(colours.cell), rgb(colours.terrain)];
    this.unseen = pixel(mix(rgb(colours.cell), rgb(colours.wall), 0.18));
    this.ground = Uint32Array.from({ length: 256 }, (_, cost) =>
      pixel(cost > FREE ? mix(plain, terrain, 0.12 + Math.min(cost, 12) * 0.06) : plain),
    );
    const names = ['cell', 'frontier', 'expanded', 'reopened', 'dead'] as const;
    this.states = Uint32Array.from({ length: names.length * 256 }, (_, index) => {
      const own = rgb(colours[names[index >> 8]!]);
      const cost = index & 255;
      return pixel(cost > FREE ? mix(own, terrain, 0.16 + Math.min(cost, 12) * 0.03) : own);
    });
    this.ramp = Uint32Array.from(ramp(look.dark), pixel);
  }

  private get size(): number {
    return cellSize(this.view);
  }

  /** Pixels of the canvas for pixels of the page. */
  private get ratio(): number {
    return this.frame.ratio;
  }

  private colour(cell: number): number {
    const { grid, trace, look } = this.scene;
    const cost = grid.cells[cell]!;
    const unseen = this.scene.discovers && cost !== FREE && trace && !trace.isSeen(cell);
    if (cost === WALL) return unseen ? this.unseen : this.wall;
    const status = trace?.statusOf(cell) ?? Status.None;
    if (status === Status.None) return this.ground[cost]!;
    if (look.shown !== 'states') {
      const value = this.shownValue(cell);
      if (value >= 0) {
        const [low, high] = this.scene.range;
        const part = (value - low) / (high - low || 1);
        return this.ramp[Math.max(0, Math.min(255, Math.floor(part * 256)))]!;
      }
    }
    return this.states[status * 256 + cost]!;
  }

  private shownValue(cell: number): number {
    const { trace, path, look } = this.scene;
    const event = trace!.valueEvent(cell);
    const onPath = path?.get(cell);
    if (look.shown === 'supply') return onPath?.supply ?? (event < 0 ? -1 : trace!.supply[event]!);
    if (look.shown === 'g' && onPath) return onPath.g;
    if (event < 0) return -1;
    return look.shown === 'f' ? trace!.fOf(event) : trace!.g[event]!;
  }

  /** Paints everything. */
  all(): void {
    this.fading.clear();
    for (let cell = 0; cell < this.pixels.length; cell++) this.pixels[cell] = this.colour(cell);
    this.inside.putImageData(this.picture, 0, 0);
    this.look(this.view);
  }

  /** Paints the same scene from another view. */
  look(view: View): void {
    this.view = view;
    const { context, frame, size } = this;
    context.fillStyle = this.scene.colours.paper;
    context.fillRect(0, 0, frame.width, frame.height);
    if (size < WITH_LINES) {
      const { rows, columns } = this.scene.grid;
      this.enlarge(0, 0, columns, rows);
      this.stationsInView();
      return;
    }
    const { firstRow, lastRow, firstColumn, lastColumn } = visible(view, frame);
    const { columns } = this.scene.grid;
    context.fillStyle = this.scene.colours.line;
    context.fillRect(
      view.left + firstColumn * size,
      view.top + firstRow * size,
      (lastColumn - firstColumn) * size,
      (lastRow - firstRow) * size,
    );
    for (let row = firstRow; row < lastRow; row++)
      for (let column = firstColumn; column < lastColumn; column++)
        this.one(context, row * columns + column);
  }

  /** Paints cells that changed; with `since` they take their colour little by little. */
  some(cells: Iterable<number>, since?: number): void {
    const { columns } = this.scene.grid;
    let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
    for (const cell of cells) {
      if (cell < 0) continue;
      const colour = this.colour(cell);
      if (since !== undefined && this.size >= WITH_LINES && colour !== this.pixels[cell])
        this.fading.set(cell, { from: unpacked(this.pixels[cell]!), since });
      this.pixels[cell] = colour;
      const [row, column] = [Math.floor(cell / columns), cell % columns];
      left = Math.min(left, column);
      right = Math.max(right, column);
      top = Math.min(top, row);
      bottom = Math.max(bottom, row);
      if (this.size >= WITH_LINES) this.one(this.context, cell, since);
    }
    if (right < 0) return;
    const [wide, high] = [right - left + 1, bottom - top + 1];
    this.inside.putImageData(this.picture, 0, 0, left, top, wide, high);
    if (this.size < WITH_LINES) {
      this.enlarge(left, top, wide, high);
      this.stationsInView();
    }
  }

  /** Paints the cells that take their colour; answers whether there are any left. */
  fade(now: number): boolean {
    for (const [cell, { since }] of this.fading) {
      if (now - since >= FADE) this.fading.delete(cell);
      this.one(this.context, cell, now);
    }
    return this.fading.size > 0;
  }

  /** Enlarges a part of the small picture; its edges are whole pixels of the canvas. */
  private enlarge(column: number, row: number, wide: number, high: number): void {
    const { context, view, size } = this;
    const { rows, columns } = this.scene.grid;
    context.save();
    context.beginPath();
    const [left, top] = [view.left + column * size, view.top + row * size].map(Math.floor) as [
      number,
      number,
    ];
    context.rect(left - 1, top - 1, Math.ceil(wide * size) + 3, Math.ceil(high * size) + 3);
    context.clip();
    context.imageSmoothingEnabled = size < 2;
    context.drawImage(this.small, view.left, view.top, columns * size, rows * size);
    context.restore();
  }

  private stationsInView(): void {
    const { grid } = this.scene;
    if (grid.stations.size > 4000) return;
    for (const cell of grid.stations.keys()) {
      const [x, y] = this.corner(cell);
      this.diamond(
        this.context,
        x + this.size / 2,
        y + this.size / 2,
        Math.max(2, this.size * 0.5),
      );
    }
  }

  private corner(cell: number): [number, number] {
    const { columns } = this.scene.grid;
    return [
      this.view.left + (cell % columns) * this.size,
      this.view.top + Math.floor(cell / columns) * this.size,
    ];
  }

  private one(context: CanvasRenderingContext2D, cell: number, now?: number): void {
    const { size, ratio } = this;
    const [x, y] = this.corner(cell);
    if (x + size < 0 || y + size < 0 || x > this.frame.width || y > this.frame.height) return;
    let colour = unpacked(this.pixels[cell]!);
    const fading = now === undefined ? undefined : this.fading.get(cell);
    if (fading && now !== undefined)
      colour = mix(fading.from, colour, Math.min(1, (now - fading.since) / FADE));
    context.fillStyle = css(colour);
    context.fillRect(x, y, size - 1, size - 1);
    const status = this.scene.trace?.statusOf(cell) ?? Status.None;
    const isWall = this.scene.grid.cells[cell] === WALL;
    if (size >= WITH_SIGNS * ratio && status !== Status.None && !isWall)
      this.sign(context, x, y, status, isDark(colour));
    if (!isWall) this.labels(context, cell, colour, false);
  }

  /**
   * Cost of the terrain, price of a station, and f, g, h and supply of the state, as far as they
   * fit. With a halo they can be read on the path.
   */
  labels(
    context: CanvasRenderingContext2D,
    cell: number,
    ground = unpacked(this.pixels[cell]!),
    halo = true,
  ): void {
    const { size, ratio } = this;
    const { grid } = this.scene;
    const [x, y] = this.corner(cell);
    const values = this.valuesOf(cell);
    const [cost, price] = [grid.cells[cell]!, grid.stations.get(cell)];
    const inside = size / ratio;
    const edge = 3 * ratio;
    const dark = isDark(ground);
    const write = (text: string, at: [number, number], align: CanvasTextAlign, large = TEXT) => {
      context.font = `${large > TEXT ? 600 : 400} ${Math.round(large * ratio)}px ${this.scene.look.font}`;
      context.textAlign = align;
      context.textBaseline = 'middle';
      if (halo) {
        context.lineWidth = 4 * ratio;
        context.strokeStyle = css(ground);
        context.lineJoin = 'round';
        context.strokeText(text, ...at);
      }
      context.fillStyle = dark ? '#fff' : '#1c1813';
      context.fillText(text, ...at);
    };
    const line = (TEXT / 2 + 2) * ratio;
    if (price !== undefined) {
      if (values && inside >= WITH_F) {
        const reach = 5 * ratio;
        this.diamond(context, x + edge + reach, y + edge + reach, reach);
        if (price && inside >= WITH_TAGS)
          write(String(price), [x + edge * 2 + reach * 2, y + line], 'left');
      } else {
        this.diamond(context, x + size / 2, y + size / 2, size * (price ? 0.46 : 0.32));
        if (price && inside >= 24) this.price(context, price, x + size / 2, y + size / 2);
      }
    } else if (cost > FREE && inside >= WITH_COSTS) {
      if (values && inside >= WITH_F) {
        if (inside >= WITH_TAGS) write(String(cost), [x + edge, y + line], 'left');
      } else if (!halo) {
        context.globalAlpha = 0.7;
        write(String(cost), [x + size - edge, y + size - line], 'right');
        context.globalAlpha = 1;
      }
    }
    if (!values || inside < WITH_F) return;
    const all = inside >= WITH_ALL;
    const tagged = inside >= WITH_TAGS && (cost > FREE || price !== undefined);
    const middle = y + size * (all ? 0.48 : tagged ? 0.66 : 0.5);
    // The number is the one that the colour shows.
    const main = {
      states: values.g + values.h,
      f: values.g + values.h,
      g: values.g,
      supply: values.supply,
    }[this.scene.look.shown];
    write(short(main), [x + size / 2, middle], 'center', Math.min(22, Math.max(13, inside * 0.3)));
    if (!all) return;
    write(short(values.g), [x + edge, y + size - line], 'left');
    write(short(values.h), [x + size - edge - ratio, y + size - line], 'right');
    if (values.supply >= 0)
      write(`◆${values.supply}`, [x + size - edge - ratio, y + line], 'right');
  }

  /** g, h and supply as shown in a cell: those of the path's state on the path. */
  private valuesOf(cell: number): { g: number; h: number; supply: number } | undefined {
    const { trace, path, look } = this.scene;
    if (!look.numbers || !trace || trace.statusOf(cell) === Status.None) return undefined;
    const onPath = path?.get(cell);
    const known = trace.valuesOf(cell);
    if (!onPath || (known?.g === onPath.g && known.supply === onPath.supply)) return known;
    const same = trace.statesOf(cell).find(({ supply }) => supply === onPath.supply);
    return { ...onPath, h: same?.h ?? known?.h ?? 0 };
  }

  private sign(
    context: CanvasRenderingContext2D,
    x: number,
    y: number,
    status: number,
    dark: boolean,
  ): void {
    const { size, ratio } = this;
    context.strokeStyle = dark ? 'rgb(255 255 255 / 0.75)' : 'rgb(0 0 0 / 0.5)';
    context.lineWidth = Math.max(1, size / 18);
    context.beginPath();
    const numbered = this.scene.look.numbers && size >= WITH_F * ratio;
    if (status === Status.Frontier) {
      // A ring: waiting.
      if (numbered) context.rect(x + 2, y + 2, size - 5, size - 5);
      else context.arc(x + size / 2, y + size / 2, size * 0.2, 0, 7);
    } else if (status === Status.Reopened) {
      // Two strokes in a corner: done twice.
      for (const part of [0.22, 0.4]) {
        context.moveTo(x + 2, y + size * part);
        context.lineTo(x + size * part, y + 2);
      }
    } else if (status === Status.Dead) {
      // A cross: no way on.
      const [near, far] = numbered ? [0.08, 0.26] : [0.3, 0.7];
      context.moveTo(x + size * near, y + size * near);
      context.lineTo(x + size * far, y + size * far);
      context.moveTo(x + size * far, y + size * near);
      context.lineTo(x + size * near, y + size * far);
    }
    context.stroke();
  }

  private diamond(context: CanvasRenderingContext2D, x: number, y: number, reach: number): void {
    context.fillStyle = this.scene.colours.station;
    context.strokeStyle = this.scene.colours.raised;
    context.lineWidth = Math.max(1, reach / 5);
    context.beginPath();
    context.moveTo(x, y - reach);
    context.lineTo(x + reach, y);
    context.lineTo(x, y + reach);
    context.lineTo(x - reach, y);
    context.closePath();
    context.fill();
    if (reach >= 4) context.stroke();
  }

  /** The price of a unit, on the diamond of its station. */
  private price(context: CanvasRenderingContext2D, price: number, x: number, y: number): void {
    context.fillStyle = this.scene.colours.raised;
    context.font = `600 ${Math.round(Math.max(TEXT, (this.size / this.ratio) * 0.3) * this.ratio)}px ${this.scene.look.font}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(String(price), x, y + this.ratio * 0.5);
  }
}

/** A number for a cell: at most three digits and one decimal. */
function short(value: number): string {
  return String(value >= 100 ? Math.round(value) : Math.round(value * 10) / 10);
}
