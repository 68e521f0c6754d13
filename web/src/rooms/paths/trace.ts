// A search as it happened, that can be walked in both directions. Each event remembers what it changed, so that a step
// back costs as little as a step forward.

import { EventKind, type Events } from '../../api';

export const Status = { None: 0, Frontier: 1, Expanded: 2, Reopened: 3, Dead: 4 } as const;

type Numbers = Uint8Array | Int32Array | Float64Array;

function grown<T extends Numbers>(array: T, size: number): T {
  const made = new (array.constructor as new (size: number) => T)(size);
  (made as Uint8Array).set(array as Uint8Array);
  return made;
}

export interface CellValues {
  g: number;
  h: number;
  /** -1 where supply does not matter. */
  supply: number;
  parent: number;
}

/** A state of a cell: the same cell with another supply is another state. */
export interface CellState extends CellValues {
  expanded: boolean;
}

export class Trace {
  kind = new Uint8Array(0);
  cell = new Int32Array(0);
  parent = new Int32Array(0);
  g = new Float64Array(0);
  h = new Float64Array(0);
  supply = new Int32Array(0);
  length = 0;
  /** Where each new bound begins. */
  bounds: number[] = [];
  /** Where states are forgotten: at each new bound and at each further search. */
  private resets: number[] = [];
  /** The events of one kind that only other questions than a path have, in order. */
  private readonly places = new Map<number, number[]>();
  /** The numbers of the events that have some. */
  private readonly numbers = new Map<number, number[]>();
  /** The event in which a robot sees a cell. */
  private readonly seenAt = new Map<number, number>();
  foundAt = -1;

  /** Where we stand: events before this one have happened. */
  at = 0;
  expanded = 0;
  generated = 0;
  reopened = 0;

  /** The event that brought the state from which this event's state was reached; -1 at a start. */
  from = new Int32Array(0);
  // State of each cell at `at`. A cell touched before the current bound began counts as untouched.
  private status: Uint8Array;
  private latest: Int32Array;
  /** The last event of each (cell, supply), where supply matters. */
  private readonly latestOfState = new Map<number, number>();
  private lastExpanded = -1;
  private changes: number[] | undefined = [];
  private touched: Int32Array;
  private valued: Int32Array;
  private oldStatus = new Uint8Array(0);
  private oldTouched = new Int32Array(0);
  private oldValued = new Int32Array(0);

  constructor(readonly cells: number) {
    this.status = new Uint8Array(cells);
    this.latest = new Int32Array(cells).fill(-1);
    this.touched = new Int32Array(cells).fill(-1);
    this.valued = new Int32Array(cells).fill(-1);
  }

  append(events: Events): void {
    const more = this.length + events.kind.length;
    if (more > this.kind.length) {
      const size = Math.max(1024, more, this.kind.length * 2);
      this.kind = grown(this.kind, size);
      this.cell = grown(this.cell, size);
      this.parent = grown(this.parent, size);
      this.g = grown(this.g, size);
      this.h = grown(this.h, size);
      this.supply = grown(this.supply, size);
      this.from = grown(this.from, size);
      this.oldStatus = grown(this.oldStatus, size);
      this.oldTouched = grown(this.oldTouched, size);
      this.oldValued = grown(this.oldValued, size);
    }
    this.kind.set(events.kind, this.length);
    this.cell.set(events.cell, this.length);
    this.parent.set(events.parent, this.length);
    this.g.set(events.g, this.length);
    this.h.set(events.h, this.length);
    this.supply.set(events.supply, this.length);
    let numbered = 0;
    for (let i = this.length; i < more; i++) {
      this.link(i);
      const kind = this.kind[i]!;
      if (kind === EventKind.NewBound) this.bounds.push(i);
      if (kind === EventKind.NewBound || kind === EventKind.NewSearch) this.resets.push(i);
      if (kind === EventKind.See) this.seenAt.set(this.cell[i]!, i);
      if (kind > EventKind.Found) {
        const places = this.places.get(kind);
        if (places) places.push(i);
        else this.places.set(kind, [i]);
      }
      if (hasNumbers.has(kind)) this.numbers.set(i, events.numbers[numbered++] ?? []);
      if (this.kind[i] === EventKind.Found) this.foundAt = i;
    }
    this.length = more;
  }

  /** Finds the event that a new event follows from: its own state's last one, or its parent's. */
  private link(i: number): void {
    const [cell, supply] = [this.cell[i]!, this.supply[i]!];
    this.from[i] = -1;
    if (cell < 0) return;
    const before = this.lastOf(cell, supply);
    if (this.parent[i] === -2) {
      this.parent[i] = before < 0 ? -1 : this.parent[before]!;
      this.from[i] = before < 0 ? -1 : this.from[before]!;
    } else if (this.parent[i]! >= 0) {
      // A state is put onto the open list while its parent is being expanded.
      const { lastExpanded } = this;
      this.from[i] =
        lastExpanded >= 0 && this.cell[lastExpanded] === this.parent[i]
          ? lastExpanded
          : this.latest[this.parent[i]!]!;
    }
    if (this.kind[i] === EventKind.Expand) this.lastExpanded = i;
    if (this.g[i]! < 0) return;
    this.latest[cell] = i;
    if (supply >= 0) this.latestOfState.set(stateKey(cell, supply), i);
  }

  private lastOf(cell: number, supply: number): number {
    if (supply < 0) return this.latest[cell]!;
    return this.latestOfState.get(stateKey(cell, supply)) ?? -1;
  }

  /** Goes there; `takeChanges` tells which cells that changed. */
  seek(to: number): void {
    to = Math.max(0, Math.min(this.length, Math.round(to)));
    if (to === this.at) return;
    const bound = this.boundStart();
    const changed = this.changes ?? [];
    while (this.at < to) changed.push(this.forward());
    while (this.at > to) changed.push(this.backward());
    const few = this.changes && changed.length < MOST_CHANGES && bound === this.boundStart();
    this.changes = few ? changed : undefined;
  }

  /** The cells that changed since this was last asked; nothing where everything may have. */
  takeChanges(): number[] | undefined {
    const { changes } = this;
    this.changes = [];
    return changes;
  }

  private forward(): number {
    const i = this.at++;
    const cell = this.cell[i]!;
    this.tally(i, 1);
    if (cell < 0) return cell;
    this.oldStatus[i] = this.status[cell]!;
    this.oldTouched[i] = this.touched[cell]!;
    this.oldValued[i] = this.valued[cell]!;
    this.touched[cell] = i;
    if (this.isBetter(i, this.valued[cell]!)) this.valued[cell] = i;
    const before = this.oldTouched[i]! >= this.boundStart() ? this.oldStatus[i]! : Status.None;
    this.status[cell] = after(this.kind[i]!, before);
    return cell;
  }

  /**
   * Whether an event tells a better state of its cell than an older one: the lowest f, then the
   * most supply. Without supply a cell has one state, and the last event tells it.
   */
  private isBetter(i: number, older: number): boolean {
    if (this.g[i]! < 0) return false;
    if (older < this.boundStart() || this.supply[i]! < 0 || this.supply[older]! < 0) return true;
    const [f, other] = [this.fOf(i), this.fOf(older)];
    return f < other || (f === other && this.supply[i]! >= this.supply[older]!);
  }

  /** f of an event's state. */
  fOf(i: number): number {
    return this.g[i]! + Math.max(0, this.h[i]!);
  }

  private backward(): number {
    const i = --this.at;
    const cell = this.cell[i]!;
    this.tally(i, -1);
    if (cell < 0) return cell;
    this.status[cell] = this.oldStatus[i]!;
    this.touched[cell] = this.oldTouched[i]!;
    this.valued[cell] = this.oldValued[i]!;
    return cell;
  }

  private tally(i: number, by: number): void {
    if (this.kind[i] === EventKind.Expand) this.expanded += by;
    else if (this.kind[i] === EventKind.Generate) this.generated += by;
    else if (this.kind[i] === EventKind.Reopen) this.reopened += by;
  }

  /** The event with which the current bound or search began; 0 without any. */
  boundStart(): number {
    return this.resets[this.past(this.resets) - 1] ?? 0;
  }

  /** Number of bounds that have begun. */
  boundNumber(): number {
    return this.past(this.bounds);
  }

  /** How many of these events, which are in order, have happened. */
  private past(events: readonly number[]): number {
    let [low, high] = [0, events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (events[middle]! < this.at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The events of a kind that have happened; those of searches for a path are not counted here. */
  happened(kind: EventKind): number[] {
    const places = this.places.get(kind) ?? [];
    return places.slice(0, this.past(places));
  }

  /** How many events of such a kind have happened. */
  count(kind: EventKind): number {
    return this.past(this.places.get(kind) ?? []);
  }

  /** How many events of such a kind there are. */
  total(kind: EventKind): number {
    return this.places.get(kind)?.length ?? 0;
  }

  /** The numbers of an event that has some. */
  numbersOf(event: number): readonly number[] {
    return this.numbers.get(event) ?? [];
  }

  /** Whether a robot has seen this cell, which is other than it believed. */
  isSeen(cell: number): boolean {
    return (this.seenAt.get(cell) ?? Infinity) < this.at;
  }

  statusOf(cell: number): number {
    return this.touched[cell]! >= this.boundStart() && this.touched[cell]! >= 0
      ? this.status[cell]!
      : Status.None;
  }

  /** The event that tells the state shown of a cell; -1 where nothing is known of it. */
  valueEvent(cell: number): number {
    const i = this.valued[cell]!;
    return i < this.boundStart() ? -1 : i;
  }

  /** g, h and supply of the state shown of a cell. */
  valuesOf(cell: number): CellValues | undefined {
    const i = this.valueEvent(cell);
    return i < 0 ? undefined : this.valuesAt(i);
  }

  private valuesAt(i: number): CellValues {
    return {
      g: this.g[i]!,
      h: Math.max(0, this.h[i]!),
      supply: this.supply[i]!,
      parent: this.parent[i]!,
    };
  }

  /** Every state of a cell that is known now, the most supply first. */
  statesOf(cell: number): CellState[] {
    const start = this.boundStart();
    const states = new Map<number, CellState>();
    for (let i = this.touched[cell]!; i >= 0 && i >= start; i = this.oldTouched[i]!) {
      const known = states.get(this.supply[i]!);
      const expanded = this.kind[i] === EventKind.Expand;
      if (known) known.expanded ||= expanded;
      else if (this.g[i]! >= 0) states.set(this.supply[i]!, { ...this.valuesAt(i), expanded });
    }
    return [...states.values()].sort((one, other) => other.supply - one.supply);
  }

  /** The cells from an event's cell back to the start. */
  branch(event: number): number[] {
    const cells: number[] = [];
    for (let i = event; i >= 0 && cells.length < 100_000; i = this.from[i]!)
      cells.push(this.cell[i]!);
    return cells;
  }

  /** The event that happened last. */
  last(): number {
    return this.at - 1;
  }
}

/** Kinds of events with numbers. */
const hasNumbers: ReadonlySet<number> = new Set([
  EventKind.Cone,
  EventKind.Replan,
  EventKind.Conflict,
  EventKind.Step,
]);

/** More changed cells than these are painted with all others. */
const MOST_CHANGES = 4096;

const stateKey = (cell: number, supply: number): number => cell * 2 ** 21 + supply;

function after(kind: number, before: number): number {
  switch (kind) {
    case EventKind.Generate:
      return before === Status.Expanded || before === Status.Reopened ? before : Status.Frontier;
    case EventKind.Reopen:
      return Status.Reopened;
    case EventKind.DeadEnd:
      return Status.Dead;
    case EventKind.Expand:
      return before === Status.Reopened ? Status.Reopened : Status.Expanded;
    case EventKind.Close:
      return before === Status.Dead || before === Status.Reopened ? before : Status.Expanded;
    default:
      return before;
  }
}
