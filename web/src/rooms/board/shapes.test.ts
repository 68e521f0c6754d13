import { describe, expect, it } from 'vitest';
import type { Shape } from '../../api';
import { brushOf, drawn } from './shapes';

const arrow: Shape = { colour: 'green', from: 'h2', to: 'e2' };
const circle: Shape = { colour: 'red', from: 'e5', to: null };
const keys = (shiftKey: boolean, altKey: boolean) => ({ shiftKey, altKey, ctrlKey: false });

describe('drawing', () => {
  it('takes four colours from the keys that are held', () => {
    const all = [keys(false, false), keys(true, false), keys(false, true), keys(true, true)];
    expect(all.map(brushOf)).toEqual(['green', 'red', 'blue', 'yellow']);
    expect(brushOf({ shiftKey: false, altKey: false, ctrlKey: true })).toBe('blue');
  });

  it('adds a shape, removes the same one, and replaces another colour', () => {
    const both = drawn([arrow], circle);
    expect(both).toEqual([arrow, circle]);
    expect(drawn(both, arrow)).toEqual([circle]);
    expect(drawn(both, { ...arrow, colour: 'blue' })).toEqual([
      circle,
      { ...arrow, colour: 'blue' },
    ]);
  });
});
