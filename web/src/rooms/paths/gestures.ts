// Mouse, finger and pen on a map. One pointer draws, moves an end, or moves the map; two fingers zoom
// and move it. Places are device pixels of the map's frame.

import { panned, zoomed, cellAt, centreOf, cellSize, type Frame, type View } from './view';

export interface Point {
  id: number;
  x: number;
  y: number;
  touch: boolean;
  /** Whether the main button is down; others move the map. */
  main: boolean;
}

/** The map as the gestures see and change it. */
export interface Surface {
  readonly frame: Frame;
  view: View;
  readonly start: number;
  readonly goal: number;
  /** Whether a stroke draws; otherwise it moves the map. */
  readonly draws: boolean;
  beginStroke(cell: number): void;
  strokeTo(from: number, to: number): void;
  moveEnd(end: 'start' | 'goal', cell: number): void;
  /** A stroke or a movement of an end is over. */
  finish(what: 'stroke' | 'start' | 'goal'): void;
  /** A press that moved nothing, with the tool that draws nothing. */
  choose(cell: number): void;
}

/** Movement, in CSS pixels, from which a touch is a stroke and not a tap. */
const STILL = 5;
/** Distance from an end within which a press takes it, in CSS pixels. */
const REACH = 12;
const FINGER = 20;

type Act =
  | { kind: 'touch' | 'pan'; x: number; y: number; cell: number | undefined; moved: boolean }
  | { kind: 'stroke'; from: number }
  | { kind: 'start' | 'goal'; from: number }
  | { kind: 'pinch'; distance: number; x: number; y: number }
  | { kind: 'over' };

export class Gestures {
  private readonly points = new Map<number, Point>();
  private act: Act | undefined;

  constructor(private readonly surface: Surface) {}

  get busy(): boolean {
    return this.act !== undefined;
  }

  down(point: Point): void {
    this.points.set(point.id, point);
    if (this.points.size === 2) {
      this.finish();
      this.act = this.pinch();
    } else if (this.points.size === 1) this.begin(point);
  }

  private begin(point: Point): void {
    const { surface } = this;
    const cell = cellAt(surface.view, surface.frame, point.x, point.y);
    const place = { x: point.x, y: point.y, cell, moved: false };
    const end = point.main ? this.endAt(point) : undefined;
    if (end) this.act = { kind: end, from: cell ?? -1 };
    else if (!point.main || !surface.draws) this.act = { kind: 'pan', ...place };
    else if (point.touch) this.act = { kind: 'touch', ...place };
    else if (cell !== undefined) this.stroke(cell);
  }

  private stroke(cell: number): void {
    this.act = { kind: 'stroke', from: cell };
    this.surface.beginStroke(cell);
  }

  /** The end near a point; where cells are tiny, within reach of a finger or the pointer. */
  private endAt({ x, y, touch }: Point): 'start' | 'goal' | undefined {
    const { view, frame } = this.surface;
    const reach = Math.max(cellSize(view) / 2, (touch ? FINGER : REACH) * frame.ratio);
    const most = cellSize(view) >= REACH * 2 * frame.ratio ? cellSize(view) / 2 : reach;
    for (const end of ['start', 'goal'] as const) {
      const [endX, endY] = centreOf(view, frame, this.surface[end]);
      if (Math.max(Math.abs(endX - x), Math.abs(endY - y)) <= most) return end;
    }
    return undefined;
  }

  move(point: Point): void {
    if (!this.points.has(point.id)) return;
    this.points.set(point.id, point);
    const { surface, act } = this;
    const cell = cellAt(surface.view, surface.frame, point.x, point.y);
    switch (act?.kind) {
      case 'touch':
        if (this.far(act, point) && act.cell !== undefined) {
          this.stroke(act.cell);
          this.move(point);
        }
        break;
      case 'pan':
        if (!act.moved && !this.far(act, point)) break;
        surface.view = panned(surface.view, surface.frame, point.x - act.x, point.y - act.y);
        this.act = { ...act, x: point.x, y: point.y, moved: true };
        break;
      case 'stroke':
        if (cell === undefined || cell === act.from) break;
        surface.strokeTo(act.from, cell);
        this.act = { ...act, from: cell };
        break;
      case 'start':
      case 'goal':
        if (cell === undefined || cell === act.from) break;
        surface.moveEnd(act.kind, cell);
        this.act = { ...act, from: cell };
        break;
      case 'pinch':
        this.spread(act);
        break;
    }
  }

  private far(from: { x: number; y: number }, to: Point): boolean {
    return Math.hypot(to.x - from.x, to.y - from.y) > STILL * this.surface.frame.ratio;
  }

  private pinch(): Act {
    const [one, other] = [...this.points.values()] as [Point, Point];
    return {
      kind: 'pinch',
      distance: Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)),
      x: (one.x + other.x) / 2,
      y: (one.y + other.y) / 2,
    };
  }

  private spread(before: Act & { kind: 'pinch' }): void {
    if (this.points.size < 2) return;
    const now = this.pinch() as Act & { kind: 'pinch' };
    const { surface } = this;
    const moved = panned(surface.view, surface.frame, now.x - before.x, now.y - before.y);
    const factor = now.distance / before.distance;
    surface.view = zoomed(moved, surface.frame, factor, now.x, now.y);
    this.act = now;
  }

  up(id: number): void {
    if (!this.points.delete(id)) return;
    if (this.points.size > 0) {
      // A finger that stays after a pinch does nothing more.
      if (this.act?.kind === 'pinch') this.act = { kind: 'over' };
      return;
    }
    const { act } = this;
    if (act?.kind === 'touch' && act.cell !== undefined) this.stroke(act.cell);
    else if (act?.kind === 'pan' && !act.moved && act.cell !== undefined)
      this.surface.choose(act.cell);
    this.finish();
  }

  cancel(id: number): void {
    this.points.delete(id);
    this.finish();
  }

  private finish(): void {
    const { act } = this;
    this.act = undefined;
    if (act?.kind === 'stroke' || act?.kind === 'start' || act?.kind === 'goal')
      this.surface.finish(act.kind);
  }
}
