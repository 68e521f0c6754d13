import { describe, expect, it } from 'vitest';
import { FREE, Grid, sample, samples, WALL } from './map';

const map = { text: 'tank 7\nS.#.\n5*.G\n.##9\n' };
const priced = {
  text: [
    'tank 9',
    'price a 2',
    'price b 30',
    'station 1,0 2',
    'terrain A 40',
    'terrain B 200',
    'from 1,1',
    'A.bB',
    '5a.G',
    '.##9',
    '',
  ].join('\n'),
};

describe('Grid', () => {
  it('reads a map of the server and writes the same again', () => {
    const grid = Grid.from(map);
    expect([...grid.cells.slice(0, 8)]).toEqual([FREE, FREE, WALL, FREE, 5, FREE, FREE, FREE]);
    expect([...grid.stations]).toEqual([[5, 0]]);
    expect([grid.start, grid.goal, grid.tank]).toEqual([0, 7, 7]);
    expect(grid.message()).toEqual(map);
  });

  it('keeps prices, dear terrain, and stations and ends on it', () => {
    const grid = Grid.from(priced);
    expect([grid.cells[0], grid.cells[3], grid.start]).toEqual([40, 200, 5]);
    expect(new Map(grid.stations)).toEqual(
      new Map([
        [2, 30],
        [4, 2],
        [5, 2],
      ]),
    );
    expect(Grid.from(grid.message()).message()).toEqual(grid.message());
    expect(grid.message().text.split('\n').sort()).toEqual(priced.text.split('\n').sort());
    expect(Grid.fromShort(grid.short())?.message()).toEqual(grid.message());
  });

  it('has a letter or a line for every cost', () => {
    const grid = new Grid(16, 16, 1, 2, 5);
    for (let cell = 0; cell < 256; cell++) grid.cells[cell] = cell;
    for (let cell = 3; cell < 200; cell++) grid.stations.set(cell, cell * 7);
    const again = Grid.from(grid.message());
    expect([...again.cells]).toEqual([...grid.cells]);
    expect(new Map(again.stations)).toEqual(grid.stations);
    expect([again.start, again.goal, again.tank]).toEqual([1, 2, 5]);
  });

  it('survives the short form of the address', () => {
    for (const grid of [
      Grid.from(map),
      Grid.from(priced),
      ...samples.map((_, index) => sample(index)),
    ]) {
      const read = Grid.fromShort(grid.short());
      expect(read?.message()).toEqual(grid.message());
    }
  });

  it.each([
    ['nonsense', 'hello'],
    ['no cells', '0x4-0-0--b'],
    ['too many cells', '300x300-0-1--b90000'],
    ['a start outside', '2x2-4-1--b4'],
    ['too few cells', '2x2-0-1--b3'],
    ['a goal in a wall', '2x2-0-3--b3a'],
  ])('refuses a short form with %s', (_, text) => {
    expect(Grid.fromShort(text)).toBeUndefined();
  });

  it('keeps the drawing when the size changes, and moves the ends inside', () => {
    const smaller = Grid.from(map).resized(2, 3);
    expect(smaller.message().text).toBe('tank 7\nS.#\n5*G\n');
    const larger = Grid.from(map).resized(4, 5);
    expect(larger.message().text).toBe('tank 7\nS.#..\n5*.G.\n.##9.\n.....\n');
  });

  it('never leaves both ends on one cell, nor an end in a wall', () => {
    const grid = Grid.from({ text: '.#S\n..G\n' });
    const small = grid.resized(2, 2);
    expect([small.start, small.goal]).toEqual([1, 3]);
    expect(small.cells[small.start]).toBe(FREE);
    const row = grid.resized(1, 2);
    expect([row.start, row.goal]).toEqual([1, 0]);
  });

  it('copies without sharing cells', () => {
    const grid = Grid.from(map);
    const copy = grid.copy();
    copy.cells[0] = WALL;
    expect(grid.cells[0]).toBe(FREE);
  });
});

describe('samples', () => {
  it('have a start, a goal and rows of one length', () => {
    for (const { rows } of samples) {
      expect(new Set(rows.map((row) => row.length)).size).toBe(1);
      expect(rows.join('').match(/[SG]/g)?.sort()).toEqual(['G', 'S']);
    }
  });
});
