import { describe, expect, it } from 'vitest';
import { EventKind, type Events } from '../../api';
import { Status, Trace } from './trace';

type Row = [kind: EventKind, cell: number, parent?: number, g?: number, h?: number];

function events(rows: Row[]): Events {
  return {
    kind: rows.map(([kind]) => kind),
    cell: rows.map(([, cell]) => cell),
    parent: rows.map(([, , parent]) => parent ?? -1),
    g: rows.map(([, , , g]) => g ?? -1),
    h: rows.map(([, , , , h]) => h ?? -1),
    supply: rows.map(() => -1),
    numbers: [],
  };
}

const search: Row[] = [
  [EventKind.Expand, 0, -1, 0, 2],
  [EventKind.Generate, 1, 0, 1, 1],
  [EventKind.Generate, 3, 0, 1, 3],
  [EventKind.Expand, 1, -2, 1, 1],
  [EventKind.Close, 1],
  [EventKind.Reopen, 3, 1, 0.5, 3],
  [EventKind.DeadEnd, 4, 1],
  [EventKind.Found, 2, 1, 2, 0],
];

function statuses(trace: Trace): number[] {
  return Array.from({ length: trace.cells }, (_, cell) => trace.statusOf(cell));
}

describe('Trace', () => {
  it('shows the status of each cell after the events so far', () => {
    const trace = new Trace(6);
    trace.append(events(search));
    expect(trace.length).toBe(8);
    expect(trace.foundAt).toBe(7);
    trace.seek(3);
    expect(statuses(trace)).toEqual([
      Status.Expanded,
      Status.Frontier,
      Status.None,
      Status.Frontier,
      Status.None,
      Status.None,
    ]);
    trace.seek(8);
    expect(statuses(trace)).toEqual([
      Status.Expanded,
      Status.Expanded,
      Status.None,
      Status.Reopened,
      Status.Dead,
      Status.None,
    ]);
    expect([trace.expanded, trace.generated, trace.reopened]).toEqual([2, 2, 1]);
  });

  it('is at the same place after any walk forwards and backwards', () => {
    const walked = new Trace(6);
    walked.append(events(search));
    const walks = [5, 2, 8, 0, 7, 3, 3, 6, 1, 8, 4];
    for (const to of walks) {
      walked.seek(to);
      const fresh = new Trace(6);
      fresh.append(events(search));
      fresh.seek(to);
      expect(statuses(walked)).toEqual(statuses(fresh));
      expect([walked.expanded, walked.generated, walked.reopened]).toEqual([
        fresh.expanded,
        fresh.generated,
        fresh.reopened,
      ]);
      for (let cell = 0; cell < 6; cell++)
        expect(walked.valuesOf(cell)).toEqual(fresh.valuesOf(cell));
    }
  });

  it('answers the cells that a step changed, and stays inside the trace', () => {
    const trace = new Trace(6);
    trace.append(events(search));
    trace.seek(2);
    expect(trace.takeChanges()).toEqual([0, 1]);
    trace.seek(1);
    trace.seek(3);
    expect(trace.takeChanges(), 'changes add up until they are taken').toEqual([1, 1, 3]);
    expect(trace.takeChanges()).toEqual([]);
    trace.seek(100);
    expect(trace.at).toBe(8);
    trace.seek(-3);
    expect(trace.at).toBe(0);
  });

  it('takes the parent said before where an event names none', () => {
    const trace = new Trace(6);
    trace.append(events(search));
    trace.seek(4);
    expect(trace.valuesOf(1)).toEqual({ g: 1, h: 1, supply: -1, parent: 0 });
    expect(trace.valuesOf(5)).toBeUndefined();
  });

  it('forgets the cells of earlier bounds, and remembers them on the way back', () => {
    const trace = new Trace(3);
    trace.append(
      events([
        [EventKind.NewBound, -1, -1, 2],
        [EventKind.Expand, 0, -1, 0, 2],
        [EventKind.NewBound, -1, -1, 4],
        [EventKind.Expand, 1, 0, 1, 1],
      ]),
    );
    expect(trace.bounds).toEqual([0, 2]);
    trace.seek(2);
    expect(statuses(trace)).toEqual([Status.Expanded, Status.None, Status.None]);
    trace.takeChanges();
    trace.seek(4);
    trace.seek(5);
    expect(trace.takeChanges(), 'a new bound may change every cell').toBeUndefined();
    trace.seek(4);
    expect(statuses(trace)).toEqual([Status.None, Status.Expanded, Status.None]);
    expect(trace.boundNumber()).toBe(2);
    trace.seek(2);
    expect(statuses(trace)).toEqual([Status.Expanded, Status.None, Status.None]);
  });

  it('grows as events come in pieces', () => {
    const trace = new Trace(6);
    for (const row of search) trace.append(events([row]));
    for (let more = 0; more < 3000; more++) trace.append(events([[EventKind.Close, 0]]));
    expect(trace.length).toBe(3008);
    trace.seek(3);
    expect(statuses(trace).slice(0, 2)).toEqual([Status.Expanded, Status.Frontier]);
  });
});

describe('states with supply', () => {
  type State = [
    kind: EventKind,
    cell: number,
    parent: number,
    g: number,
    h: number,
    supply: number,
  ];
  const rows: State[] = [
    [EventKind.Generate, 0, -1, 0, 4, 3],
    [EventKind.Expand, 0, -2, 0, 4, 3],
    [EventKind.Generate, 1, 0, 1, 3, 2],
    [EventKind.Generate, 2, 0, 1, 3, 2],
    [EventKind.Expand, 2, -2, 1, 3, 2],
    [EventKind.Generate, 1, 2, 2, 3, 3],
    [EventKind.Expand, 1, -2, 1, 3, 2],
    [EventKind.Generate, 3, 1, 2, 2, 1],
    [EventKind.Expand, 1, -2, 2, 3, 3],
    [EventKind.Generate, 3, 1, 3, 2, 2],
  ];
  const trace = new Trace(4);
  trace.append({
    kind: rows.map(([kind]) => kind),
    cell: rows.map(([, cell]) => cell),
    parent: rows.map(([, , parent]) => parent),
    g: rows.map(([, , , g]) => g),
    h: rows.map(([, , , , h]) => h),
    supply: rows.map(([, , , , , supply]) => supply),
    numbers: [],
  });

  it('lists every state of a cell, the most supply first', () => {
    trace.seek(rows.length);
    expect(trace.statesOf(1)).toEqual([
      { g: 2, h: 3, supply: 3, parent: 2, expanded: true },
      { g: 1, h: 3, supply: 2, parent: 0, expanded: true },
    ]);
    trace.seek(6);
    expect(trace.statesOf(1).map((state) => state.expanded)).toEqual([false, false]);
    trace.seek(3);
    expect(trace.statesOf(1).map((state) => state.supply)).toEqual([2]);
  });

  it('shows the best state of a cell, not the last', () => {
    trace.seek(rows.length);
    expect(trace.valuesOf(1)).toMatchObject({ g: 1, supply: 2 });
    expect(trace.valuesOf(3)).toMatchObject({ g: 2, supply: 1 });
    trace.seek(0);
    expect(trace.valuesOf(1)).toBeUndefined();
  });

  it('leads back along the states, not along the cells', () => {
    expect(trace.branch(7)).toEqual([3, 1, 0]);
    expect(trace.branch(9)).toEqual([3, 1, 2, 0]);
  });
});

describe('a robot that discovers its map', () => {
  const trace = new Trace(4);
  trace.append({
    kind: [
      EventKind.Expand,
      EventKind.Move,
      EventKind.See,
      EventKind.Replan,
      EventKind.NewSearch,
      EventKind.Expand,
      EventKind.Cone,
    ],
    cell: [0, 1, 2, -1, 1, 1, -1],
    parent: [-1, -2, -2, -2, -2, -1, -2],
    g: [0, -1, -1, -1, -1, 0, -1],
    h: [0, -1, -1, -1, -1, 0, -1],
    supply: [-1, -1, -1, -1, -1, -1, -1],
    numbers: [[1], [0, 0, 0.5, 0, 0.5, 1]],
  });

  it('is followed in both directions', () => {
    const states = () => ({
      moves: trace.happened(EventKind.Move),
      replans: trace.count(EventKind.Replan),
      seen: trace.isSeen(2),
      first: trace.statusOf(0),
    });
    const forwards = [];
    for (let at = 0; at <= trace.length; at++) {
      trace.seek(at);
      forwards.push(states());
    }
    expect(forwards[2]).toMatchObject({ moves: [1], replans: 0, seen: false });
    expect(forwards[4]).toMatchObject({ moves: [1], replans: 1, seen: true });
    // A further search begins with untouched cells.
    expect([forwards[4]!.first, forwards[5]!.first]).toEqual([Status.Expanded, Status.None]);
    for (let at = trace.length; at >= 0; at--) {
      trace.seek(at);
      expect(states()).toEqual(forwards[at]);
    }
  });

  it('keeps the numbers of its events', () => {
    expect(trace.numbersOf(3)).toEqual([1]);
    expect(trace.numbersOf(6)).toEqual([0, 0, 0.5, 0, 0.5, 1]);
    expect(trace.numbersOf(0)).toEqual([]);
  });
});
