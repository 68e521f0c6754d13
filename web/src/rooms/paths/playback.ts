// Running through the events of a search: position, speed, stepping by f-layers.

import { EventKind } from '../../api';
import type { Trace } from './trace';

export interface Playback {
  /** Events that have happened. */
  readonly at: number;
  /** The same with its fraction, so that slow speeds add up over many frames. */
  readonly exact: number;
  readonly playing: boolean;
}

/** The time that a whole search takes to play, unless a speed is chosen. */
const SECONDS = 6;

export const atStart: Playback = { at: 0, exact: 0, playing: false };

export const stoppedAt = (at: number): Playback => ({ at, exact: at, playing: false });

/** After so many seconds of playing. It stops at the end, unless more events are to come. */
export function advanced(
  { exact, playing }: Playback,
  seconds: number,
  perSecond: number,
  length: number,
  more: boolean,
): Playback {
  const next = Math.min(length, exact + seconds * perSecond);
  const at = Math.floor(next);
  return { at, exact: next, playing: playing && (at < length || more) };
}

/** Events a second at which a search of this length plays within some seconds. */
export const pleasantSpeed = (length: number): number =>
  Math.max(30, Math.min(100_000, length / SECONDS));

/** Playing or paused; from the end it begins anew. */
export function toggled(playback: Playback, length: number, more: boolean): Playback {
  const atEnd = !playback.playing && playback.at >= length && !more;
  return { ...(atEnd ? atStart : playback), playing: !playback.playing };
}

/** The events at which an expanded cell first has a larger f than all before it in its bound. */
export function layerStarts(trace: Trace): number[] {
  const starts = [0];
  let highest = -Infinity;
  for (let event = 0; event < trace.length; event++) {
    if (trace.kind[event] === EventKind.NewBound) highest = -Infinity;
    if (trace.kind[event] !== EventKind.Expand) continue;
    const f = trace.g[event]! + Math.max(0, trace.h[event]!);
    if (f > highest + 1e-9) {
      highest = f;
      starts.push(event);
    }
  }
  return [...starts, trace.length];
}

/** The next f-layer after or before an event. */
export function nextLayer(trace: Trace, at: number, direction: 1 | -1): number | undefined {
  const starts = layerStarts(trace);
  return direction > 0
    ? starts.find((start) => start > at)
    : starts.findLast((start) => start < at);
}

/** Events worth a mark: where each bound begins, and where the goal was found. */
export function landmarks(trace: Trace): { at: number; bound: number | undefined }[] {
  const bounds = trace.bounds.map((at, index) => ({ at, bound: index + 1 }));
  return trace.foundAt >= 0 ? [...bounds, { at: trace.foundAt, bound: undefined }] : bounds;
}
