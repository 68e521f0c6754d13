import { describe, expect, it } from 'vitest';
import { EventKind } from '../../api';
import { afterExpansions, chapters, eventAt } from './story';

const { Expand } = EventKind;
const other = Object.values(EventKind).find((kind) => kind !== Expand)!;
const trace = { kind: Uint8Array.from([other, Expand, other, other, Expand, other]), length: 6 };

describe('two searches by expansions', () => {
  it('stand after the events of as many expansions; the last takes what follows', () => {
    expect(afterExpansions(trace)).toEqual([0, 2, 6]);
  });

  it('stay at their end while the longer one goes on', () => {
    const ends = afterExpansions(trace);
    expect([0, 1, 2, 9].map((count) => eventAt(ends, count))).toEqual([0, 2, 6, 6]);
  });
});

it('the chapters on one map go forward', () => {
  const counts = { dijkstra: 300, astar: 90, cost: 30 };
  const steps = chapters.filter((one) => one.map === 'wall').map((one) => one.until(counts));
  expect(steps).toEqual(steps.toSorted((one, next) => one - next));
  expect(chapters[3]!.words(counts).en).toContain('70 % less');
});
