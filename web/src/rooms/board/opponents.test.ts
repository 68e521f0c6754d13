import { describe, expect, it } from 'vitest';
import {
  chipOf,
  colourOf,
  nameOfPlayer,
  opponentOf,
  playersOf,
  withColour,
  withOpponent,
  type Sides,
} from './opponents';

const asRed: Sides = { first: 'human', second: 'level:club', lot: false };
const asBlack: Sides = { first: 'level:club', second: 'human', lot: false };
const forTwo: Sides = { first: 'human', second: 'human', lot: false };
const engines: Sides = { first: 'level:club', second: 'engine:Other', lot: false };

describe('the choice of an opponent', () => {
  it('is read from both players', () => {
    expect([asRed, asBlack, forTwo, engines].map(opponentOf)).toEqual([
      'level:club',
      'level:club',
      'human',
      undefined,
    ]);
    expect([asRed, asBlack, forTwo, engines].map(colourOf)).toEqual([0, 1, undefined, undefined]);
  });

  it('keeps the colour of the person', () => {
    expect(withOpponent(asBlack, 'level:full')).toEqual({ ...asBlack, first: 'level:full' });
    expect(withOpponent({ ...asRed, lot: true }, 'engine:X').lot).toBe(true);
    expect(withOpponent(asBlack, 'human')).toEqual(forTwo);
    expect(withOpponent(engines, 'level:full')).toEqual({ ...asRed, second: 'level:full' });
  });

  it('changes the colour', () => {
    expect(withColour(asRed, 1)).toEqual(asBlack);
    expect(withColour(asBlack, 0)).toEqual(asRed);
    expect(colourOf(withColour(asBlack, 'lot'))).toBe('lot');
    expect(withColour(forTwo, 1)).toEqual(forTwo);
  });
});

describe('the players', () => {
  it('are exchanged by lot only', () => {
    const club = { type: 'engine', level: 'club' };
    expect(playersOf(asRed, true)).toEqual([{ type: 'human' }, club]);
    expect(playersOf({ ...asRed, lot: true }, true)).toEqual([club, { type: 'human' }]);
    expect(playersOf({ ...asRed, lot: true }, false)).toEqual([{ type: 'human' }, club]);
    expect(playersOf(engines, true)[1]).toEqual({ type: 'external', name: 'Other' });
  });

  it('have names that lead back to them', () => {
    for (const sides of [asRed, asBlack, engines]) {
      const [first, second] = playersOf(sides, false);
      expect([nameOfPlayer(first), nameOfPlayer(second)]).toEqual([sides.first, sides.second]);
    }
  });
});

describe('the clock', () => {
  it('is a chip or one’s own', () => {
    expect(chipOf({ minutes: 0, increment: 7 })).toBe(0);
    expect(chipOf({ minutes: 5, increment: 3 })).toBe(1);
    expect(chipOf({ minutes: 5, increment: 4 })).toBe(-1);
  });
});
