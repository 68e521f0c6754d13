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
  foundAt = -1;

  /** Where we stand: events before this one have happened. */
  at = 0;
  expanded = 0;
  generated = 0;
  reopened = 0;

  // What is known of each cell at `at`. A cell touched before the current bound began counts as untouched.
  private status: Uint8Array;
  private parents: Int32Array;
  private touched: Int32Array;
  private valued: Int32Array;
  private oldStatus = new Uint8Array(0);
  private oldTouched = new Int32Array(0);
  private oldValued = new Int32Array(0);

  constructor(readonly cells: number) {
    this.status = new Uint8Array(cells);
    this.parents = new Int32Array(cells).fill(-1);
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
    for (let i = this.length; i < more; i++) {
      const cell = this.cell[i]!;
      if (cell >= 0) {
        if (this.parent[i] === -2) this.parent[i] = this.parents[cell]!;
        else this.parents[cell] = this.parent[i]!;
      }
      if (this.kind[i] === EventKind.NewBound) this.bounds.push(i);
      if (this.kind[i] === EventKind.Found) this.foundAt = i;
    }
    this.length = more;
  }

  /** Goes there and answers the cells that changed, or nothing when everything may have. */
  seek(to: number): number[] | undefined {
    to = Math.max(0, Math.min(this.length, Math.round(to)));
    const bound = this.boundStart();
    const changed: number[] = [];
    while (this.at < to) changed.push(this.forward());
    while (this.at > to) changed.push(this.backward());
    return bound === this.boundStart() && changed.length < 4096 ? changed : undefined;
  }

  private forward(): number {
    const i = this.at++;
    const cell = this.cell[i]!;
    this.count(i, 1);
    if (cell < 0) return cell;
    this.oldStatus[i] = this.status[cell]!;
    this.oldTouched[i] = this.touched[cell]!;
    this.oldValued[i] = this.valued[cell]!;
    this.touched[cell] = i;
    if (this.g[i]! >= 0) this.valued[cell] = i;
    const before = this.oldTouched[i]! >= this.boundStart() ? this.oldStatus[i]! : Status.None;
    this.status[cell] = after(this.kind[i]!, before);
    return cell;
  }

  private backward(): number {
    const i = --this.at;
    const cell = this.cell[i]!;
    this.count(i, -1);
    if (cell < 0) return cell;
    this.status[cell] = this.oldStatus[i]!;
    this.touched[cell] = this.oldTouched[i]!;
    this.valued[cell] = this.oldValued[i]!;
    return cell;
  }

  private count(i: number, by: number): void {
    if (this.kind[i] === EventKind.Expand) this.expanded += by;
    else if (this.kind[i] === EventKind.Generate) this.generated += by;
    else if (this.kind[i] === EventKind.Reopen) this.reopened += by;
  }

  /** The event with which the current bound began; 0 without bounds. */
  boundStart(): number {
    return this.bounds[this.boundNumber() - 1] ?? 0;
  }

  /** How many bounds have begun. */
  boundNumber(): number {
    let [low, high] = [0, this.bounds.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.bounds[middle]! < this.at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  statusOf(cell: number): number {
    return this.touched[cell]! >= this.boundStart() && this.touched[cell]! >= 0
      ? this.status[cell]!
      : Status.None;
  }

  /** The last g, h and supply that were told of a cell. */
  valuesOf(cell: number): { g: number; h: number; supply: number; parent: number } | undefined {
    const i = this.valued[cell]!;
    if (i < 0 || i < this.boundStart()) return undefined;
    return {
      g: this.g[i]!,
      h: Math.max(0, this.h[i]!),
      supply: this.supply[i]!,
      parent: this.parent[i]!,
    };
  }

  /** The event that happened last. */
  last(): number {
    return this.at - 1;
  }
}

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
