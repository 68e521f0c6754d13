import { describe, expect, it } from 'vitest';
import { curveOf, matchOf } from './outline';

describe('the address of a match', () => {
  it('is a number from 1; nothing is the list, and all else no match', () => {
    expect(matchOf(undefined)).toBeUndefined();
    expect(matchOf('12')).toBe(12);
    expect(['0', '-1', 'abc', '1.5', '1e3', ''].map(matchOf)).toEqual(Array(6).fill(NaN));
  });
});

describe('the curve of Elo', () => {
  it('keeps what has no end out, and bounds the rest', () => {
    const curve = curveOf([
      { games: 1, elo: null, low: null, high: null },
      { games: 2, elo: 0, low: -5000, high: 5000 },
    ]);
    expect(curve.x).toEqual([1, 2]);
    expect(curve.middle).toEqual([null, 0]);
    expect([curve.low[1], curve.high[1]]).toEqual([-1200, 1200]);
  });
});
