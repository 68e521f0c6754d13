import { describe, expect, it } from 'vitest';
import type { View } from '../../api';
import { geometryOf, pointOf } from './geometry';
import { press, sideOf, targetsOf, type Situation } from './press';

const view = (columns: number, rows: number, cells: string, legal: string[], side = 0): View => ({
  columns,
  rows,
  cells,
  side,
  check: null,
  legal,
  forbidden: [],
  forbidden_because: [],
  row: [],
  over: null,
  text: '',
});

const xiangqi = geometryOf('xiangqi', 9, 10);
const at = (name: string) => pointOf(xiangqi, name);
const cells = [...'.'.repeat(90)];
for (const [name, letter] of [
  ['h2', 'C'],
  ['e0', 'K'],
  ['e9', 'k'],
  ['h7', 'c'],
] as const)
  cells[at(name)] = letter;

const pieces: Situation = {
  view: view(9, 10, cells.join(''), ['h2e2', 'h2h6', 'e0e1']),
  geometry: xiangqi,
  movable: [true, false],
  premovable: false,
  premove: undefined,
  editing: false,
  chosen: undefined,
};

describe('a press on pieces', () => {
  it('chooses a piece, and drops it when pressed again', () => {
    expect(press(pieces, at('h2'))).toEqual({ type: 'choose', point: at('h2') });
    expect(press({ ...pieces, chosen: at('h2') }, at('h2'))).toEqual({
      type: 'choose',
      point: undefined,
    });
  });

  it('changes the choice to another piece', () => {
    expect(press({ ...pieces, chosen: at('h2') }, at('e0'))).toEqual({
      type: 'choose',
      point: at('e0'),
    });
  });

  it('moves to a legal target, and drops the choice elsewhere', () => {
    const chosen = { ...pieces, chosen: at('h2') };
    expect(targetsOf(chosen).map((one) => one.text)).toEqual(['h2e2', 'h2h6']);
    expect(press(chosen, at('e2'))).toEqual({ type: 'move', text: 'h2e2' });
    expect(press(chosen, at('a5'))).toEqual({ type: 'choose', point: undefined });
  });

  it('chooses no piece of a side that may not move', () => {
    expect(press(pieces, at('h7'))).toEqual({ type: 'choose', point: undefined });
    expect(press({ ...pieces, movable: [false, false] }, at('h2'))).toMatchObject({
      point: undefined,
    });
  });

  it('premoves a piece of the side that waits, and takes it back elsewhere', () => {
    const waiting: Situation = {
      ...pieces,
      view: { ...pieces.view, side: 1, legal: [] },
      premovable: true,
    };
    expect(press(waiting, at('h2'))).toEqual({ type: 'choose', point: at('h2') });
    expect(press({ ...waiting, chosen: at('h2') }, at('h9'))).toEqual({
      type: 'premove',
      text: 'h2h9',
    });
    expect(press(waiting, at('a5'))).toEqual({ type: 'premove', text: undefined });
  });

  it('edits every point in the editor', () => {
    expect(press({ ...pieces, editing: true }, 3)).toEqual({ type: 'edit', point: 3 });
  });
});

describe('a press on points', () => {
  const geometry = geometryOf('gomoku', 15, 15);
  const h8 = pointOf(geometry, 'h8');
  const stones: Situation = {
    ...pieces,
    geometry,
    view: view(15, 15, '.'.repeat(225), ['h8', 'i9'], 1),
    movable: [false, true],
  };

  it('places a stone where it is legal and the side may move', () => {
    expect(press(stones, h8)).toEqual({ type: 'move', text: 'h8' });
    expect(press(stones, 0)).toEqual({ type: 'nothing' });
    expect(press({ ...stones, movable: [true, false] }, h8)).toEqual({ type: 'nothing' });
  });

  it('premoves an empty point, and takes it back when pressed again', () => {
    const waiting = { ...stones, premovable: true };
    expect(press(waiting, h8)).toEqual({ type: 'premove', text: 'h8' });
    expect(press({ ...waiting, premove: 'h8' }, h8)).toEqual({ type: 'premove', text: undefined });
    const taken = { ...waiting.view, cells: 'x' + '.'.repeat(224) };
    expect(press({ ...waiting, view: taken }, 0)).toEqual({ type: 'premove', text: undefined });
  });
});

describe('sideOf', () => {
  it('reads the letters of both games', () => {
    expect(['K', 'k', '.'].map((letter) => sideOf('xiangqi', letter))).toEqual([0, 1, undefined]);
    expect(['x', 'o', '.'].map((letter) => sideOf('gomoku', letter))).toEqual([0, 1, undefined]);
  });
});
