import { describe, expect, it } from 'vitest';
import {
  cleared,
  dragged,
  mirrored,
  pressed,
  readFen,
  started,
  textOf,
  type Draft,
} from './editing';

const empty: Draft = { game: 'xiangqi', columns: 9, rows: 10, cells: '.'.repeat(90), side: 0 };
const START = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR';
const start = started(empty);
const stones: Draft = { game: 'gomoku', columns: 5, rows: 5, cells: '.'.repeat(25), side: 0 };

describe('setting up a position', () => {
  it('places, replaces and removes pieces', () => {
    const one = pressed(empty, 40, 'R');
    expect(one.cells[40]).toBe('R');
    expect(pressed(one, 40, 'r').cells[40]).toBe('r');
    expect(pressed(one, 40, 'R').cells[40]).toBe('.');
    expect(pressed(one, 40, 'eraser').cells[40]).toBe('.');
    expect(pressed(one, 40, 'move')).toBe(one);
  });

  it('moves a dragged piece, captures with it, and removes it outside the board', () => {
    const moved = dragged(start, 0, 9);
    expect([moved.cells[0], moved.cells[9]]).toEqual(['.', 'r']);
    expect(dragged(start, 0, 81).cells[81]).toBe('r');
    expect([...dragged(start, 0, undefined).cells].filter((one) => one !== '.')).toHaveLength(31);
  });

  it('clears all but the generals, and mirrors left and right', () => {
    expect(cleared(start).cells.replaceAll('.', '')).toBe('kK');
    const one = pressed(empty, 0, 'R');
    expect(mirrored(one).cells.indexOf('R')).toBe(8);
    expect(mirrored(mirrored(one))).toEqual(one);
  });
});

describe('the position as text', () => {
  it('is a FEN that leads back', () => {
    expect(textOf(start)).toBe(`${START} w - - 0 1`);
    expect(readFen(empty, textOf({ ...start, side: 1 }))).toEqual({ ...start, side: 1 });
  });

  it('accepts other letters for horse and elephant', () => {
    const other = START.replaceAll('n', 'h').replaceAll('B', 'E');
    expect(readFen(empty, other)).toEqual(start);
  });

  it('is refused where the board does not fit', () => {
    for (const bad of ['', 'rnbakabnr/9', START.replace('9/', '8/'), START.replace('p', 'x')])
      expect(readFen(empty, bad)).toBeUndefined();
  });

  it('is a drawn board in Gomoku', () => {
    expect(textOf(pressed(stones, 12, 'x'))).toBe(
      [
        ' 5 . . . . .',
        ' 4 . . . . .',
        ' 3 . . X . .',
        ' 2 . . . . .',
        ' 1 . . . . .',
        '   a b c d e',
      ].join('\n'),
    );
  });
});
