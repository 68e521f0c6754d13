import { describe, expect, it } from 'vitest';
import {
  advanced,
  atStart,
  landmarks,
  layerStarts,
  nextLayer,
  stoppedAt,
  toggled,
} from './playback';
import { EventKind } from '../../api';
import { Trace } from './trace';

function traceOf(rows: [kind: EventKind, g?: number, h?: number][]): Trace {
  const trace = new Trace(rows.length);
  trace.append({
    kind: rows.map(([kind]) => kind),
    cell: rows.map(([kind], index) => (kind === EventKind.NewBound ? -1 : index)),
    parent: rows.map(() => -1),
    g: rows.map(([, g]) => g ?? -1),
    h: rows.map(([, , h]) => h ?? -1),
    supply: rows.map(() => -1),
    numbers: [],
  });
  return trace;
}

describe('playing', () => {
  const playing = { ...atStart, playing: true };

  it('adds up fractions over frames', () => {
    let now = playing;
    for (let frame = 0; frame < 60; frame++) now = advanced(now, 1 / 60, 4, 100, false);
    expect(now.exact).toBeCloseTo(4);
    expect(now.playing).toBe(true);
  });

  it('stops at the end, but waits there while events are still to come', () => {
    expect(advanced(playing, 10, 100, 50, false)).toEqual({ at: 50, exact: 50, playing: false });
    expect(advanced(playing, 10, 100, 50, true)).toMatchObject({ at: 50, playing: true });
  });

  it('is paused and goes on, and begins anew at the end', () => {
    expect(toggled(stoppedAt(3), 9, false)).toMatchObject({ at: 3, playing: true });
    expect(toggled({ ...stoppedAt(3), playing: true }, 9, false)).toMatchObject({
      at: 3,
      playing: false,
    });
    expect(toggled(stoppedAt(9), 9, false)).toMatchObject({ at: 0, playing: true });
    expect(toggled(stoppedAt(9), 9, true)).toMatchObject({ at: 9, playing: true });
  });
});

describe('f-layers', () => {
  const trace = traceOf([
    [EventKind.Expand, 0, 3],
    [EventKind.Expand, 1, 2],
    [EventKind.Generate, 9, 9],
    [EventKind.Expand, 1, 4],
    [EventKind.Expand, 2, 2],
    [EventKind.Expand, 5, 1],
  ]);

  it('begin where an expanded cell has a larger f than any before', () => {
    expect(layerStarts(trace)).toEqual([0, 0, 3, 5, 6]);
  });

  it('are stepped through in both directions', () => {
    expect(nextLayer(trace, 0, 1)).toBe(3);
    expect(nextLayer(trace, 3, 1)).toBe(5);
    expect(nextLayer(trace, 6, 1)).toBeUndefined();
    expect(nextLayer(trace, 5, -1)).toBe(3);
    expect(nextLayer(trace, 0, -1)).toBeUndefined();
  });

  it('begin anew with every bound', () => {
    const bounded = traceOf([
      [EventKind.NewBound, 4],
      [EventKind.Expand, 0, 4],
      [EventKind.NewBound, 6],
      [EventKind.Expand, 0, 4],
    ]);
    expect(layerStarts(bounded)).toEqual([0, 1, 3, 4]);
  });
});

describe('landmarks', () => {
  it('are the bounds and the goal', () => {
    const trace = traceOf([
      [EventKind.NewBound, 4],
      [EventKind.Expand, 0, 4],
      [EventKind.NewBound, 6],
      [EventKind.Found, 6, 0],
    ]);
    expect(landmarks(trace)).toEqual([
      { at: 0, bound: 1 },
      { at: 2, bound: 2 },
      { at: 3, bound: undefined },
    ]);
  });
});
