// Places at which playing stops by itself.

import { EventKind } from '../../api';
import type { Trace } from './trace';

export interface Breakpoints {
  /** Cells whose expansion stops. */
  readonly cells: ReadonlySet<number>;
  /** Whether a larger f than ever before in this bound stops. */
  readonly fRises: boolean;
}

export const noBreakpoints: Breakpoints = { cells: new Set(), fRises: false };

export const hasAny = ({ cells, fRises }: Breakpoints): boolean => fRises || cells.size > 0;

/** With a cell added, or taken away where it was there. */
export function toggledCell(breakpoints: Breakpoints, cell: number): Breakpoints {
  const cells = new Set(breakpoints.cells);
  if (!cells.delete(cell)) cells.add(cell);
  return { ...breakpoints, cells };
}

/**
 * The first place after `from` and not after `to` where playing stops, as the number of events that
 * have happened then: the one that stopped is the last of them.
 */
export function nextStop(
  trace: Trace,
  breakpoints: Breakpoints,
  from: number,
  to: number,
): number | undefined {
  if (!hasAny(breakpoints)) return undefined;
  let highest = breakpoints.fRises ? highestBefore(trace, from) : Infinity;
  for (let event = from; event < Math.min(to, trace.length); event++) {
    if (trace.kind[event] === EventKind.NewBound && breakpoints.fRises) highest = -Infinity;
    if (trace.kind[event] !== EventKind.Expand) continue;
    const f = trace.fOf(event);
    const rises = f > highest + 1e-9;
    // The first cell of a search or bound has no f before it.
    if (breakpoints.cells.has(trace.cell[event]!) || (rises && highest > -Infinity))
      return event + 1;
    if (rises) highest = f;
  }
  return undefined;
}

/** The largest f of a cell expanded before an event, in its bound. */
function highestBefore(trace: Trace, event: number): number {
  let highest = -Infinity;
  for (let i = event - 1; i >= 0 && trace.kind[i] !== EventKind.NewBound; i--)
    if (trace.kind[i] === EventKind.Expand) highest = Math.max(highest, trace.fOf(i));
  return highest;
}
