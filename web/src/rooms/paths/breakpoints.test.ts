import { describe, expect, it } from 'vitest';
import { EventKind } from '../../api';
import { hasAny, nextStop, noBreakpoints, toggledCell } from './breakpoints';
import { Trace } from './trace';

const { Expand, Generate, NewBound } = EventKind;

function traceOf(rows: [kind: EventKind, cell: number, f: number][]): Trace {
  const trace = new Trace(9);
  trace.append({
    kind: rows.map(([kind]) => kind),
    cell: rows.map(([, cell]) => cell),
    parent: rows.map(() => -1),
    g: rows.map(([, , f]) => f),
    h: rows.map(() => 0),
    supply: rows.map(() => -1),
    numbers: [],
  });
  return trace;
}

const trace = traceOf([
  [Expand, 0, 4],
  [Generate, 1, 4],
  [Expand, 1, 4],
  [Generate, 2, 6],
  [Expand, 2, 6],
  [NewBound, -1, 8],
  [Expand, 0, 4],
  [Expand, 2, 8],
]);
const rising = { ...noBreakpoints, fRises: true };

/** All stops, playing from the start. */
function stops(breakpoints = noBreakpoints): number[] {
  const found: number[] = [];
  for (let at: number | undefined = 0; ;) {
    at = nextStop(trace, breakpoints, at, trace.length);
    if (at === undefined) return found;
    found.push(at);
  }
}

describe('nextStop', () => {
  it('stops nowhere without breakpoints', () => {
    expect(stops()).toEqual([]);
    expect(hasAny(noBreakpoints)).toBe(false);
  });

  it('stops just after a cell is expanded, each time', () => {
    expect(stops(toggledCell(noBreakpoints, 2))).toEqual([5, 8]);
    expect(stops(toggledCell(toggledCell(noBreakpoints, 2), 2))).toEqual([]);
  });

  it('stops where f rises, in every bound anew', () => {
    expect(stops(rising)).toEqual([5, 8]);
    expect(nextStop(trace, rising, 3, 8)).toBe(5);
    expect(nextStop(trace, rising, 5, 8)).toBe(8);
  });

  it('looks no further than it is asked to', () => {
    expect(nextStop(trace, rising, 0, 4)).toBeUndefined();
    expect(nextStop(trace, toggledCell(rising, 1), 0, 4)).toBe(3);
  });
});
