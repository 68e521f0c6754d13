import { describe, expect, it } from 'vitest';
import { brushOf, commentOf, drawn, shapesIn, textIn, type Shape } from './shapes';

const arrow: Shape = { brush: 'green', from: 'h2', to: 'e2' };
const circle: Shape = { brush: 'red', from: 'e5', to: 'e5' };
const keys = (shiftKey: boolean, altKey: boolean) => ({ shiftKey, altKey, ctrlKey: false });

describe('drawing', () => {
  it('takes four colours from the keys that are held', () => {
    expect(
      [keys(false, false), keys(true, false), keys(false, true), keys(true, true)].map(brushOf),
    ).toEqual(['green', 'red', 'blue', 'yellow']);
    expect(brushOf({ shiftKey: false, altKey: false, ctrlKey: true })).toBe('blue');
  });

  it('adds a shape, removes the same one, and replaces another colour', () => {
    const both = drawn([arrow], circle);
    expect(both).toEqual([arrow, circle]);
    expect(drawn(both, arrow)).toEqual([circle]);
    expect(drawn(both, { ...arrow, brush: 'blue' })).toEqual([circle, { ...arrow, brush: 'blue' }]);
  });
});

describe('shapes in a comment', () => {
  it('are written as PGN writes them and come back', () => {
    const comment = commentOf('The point.', [arrow, circle, { ...arrow, from: 'a15', to: 'o1' }]);
    expect(comment).toBe('[%csl Re5] [%cal Gh2e2,Ga15o1] The point.');
    expect(shapesIn(comment)).toEqual([circle, arrow, { ...arrow, from: 'a15', to: 'o1' }]);
    expect(textIn(comment)).toBe('The point.');
  });

  it('leave out what cannot be read', () => {
    expect(shapesIn('[%cal Xh2e2,Gh2,G,Gh2e2] [%clk 0:01]')).toEqual([
      { brush: 'green', from: 'h2', to: 'h2' },
      arrow,
    ]);
    expect(textIn('good [%csl Ge5] move')).toBe('good move');
    expect(commentOf('', [])).toBe('');
  });
});
