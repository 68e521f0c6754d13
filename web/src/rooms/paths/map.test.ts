import { describe, expect, it } from 'vitest';
import { FREE, Grid, sample, samples, STATION, WALL } from './map';

const map = {
  rows: ['..#.', '5*..', '.##9'],
  start: [0, 0] as [number, number],
  goal: [1, 3] as [number, number],
  tank: 7,
};

describe('Grid', () => {
  it('reads a map of the server and writes the same again', () => {
    const grid = Grid.from(map);
    expect([...grid.cells.slice(0, 8)]).toEqual([FREE, FREE, WALL, FREE, 5, STATION, FREE, FREE]);
    expect([grid.start, grid.goal, grid.tank]).toEqual([0, 7, 7]);
    expect(grid.message()).toEqual(map);
  });

  it('survives the short form of the address', () => {
    for (const grid of [Grid.from(map), ...samples.map((_, index) => sample(index))]) {
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
    expect(smaller.message()).toEqual({
      rows: ['..#', '5*.'],
      start: [0, 0],
      goal: [1, 2],
      tank: 7,
    });
    const larger = Grid.from(map).resized(4, 5);
    expect(larger.message().rows).toEqual(['..#..', '5*...', '.##9.', '.....']);
  });

  it('never leaves both ends on one cell, nor an end in a wall', () => {
    const grid = Grid.from({ rows: ['.#.', '...'], start: [0, 2], goal: [1, 2], tank: null });
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
