import { describe, expect, it } from 'vitest';
import { cellsBetween, draw, moveEnd, paintOf, type Tool } from './brush';
import { FREE, Grid, WALL } from './map';

const brush = (tool: Tool, terrain = 5, price = 0) => ({ tool, terrain, price });
const grid = () => Grid.from({ text: 'tank 9\nprice a 3\nS#5a\n...G\n' });

describe('paintOf', () => {
  it('takes away what is there already', () => {
    const map = grid();
    expect([paintOf(brush('wall'), map, 1), paintOf(brush('wall'), map, 4)]).toEqual([FREE, WALL]);
    expect(paintOf(brush('terrain'), map, 2)).toBe(FREE);
    expect(paintOf(brush('terrain', 200), map, 2)).toBe(200);
    expect(paintOf(brush('erase'), map, 1)).toBe(FREE);
  });

  it('gives a station another price before it removes it', () => {
    const map = grid();
    expect(paintOf(brush('station', 5, 8), map, 3)).toEqual({ price: 8 });
    map.paint(3, { price: 8 });
    expect(map.stations.get(3)).toBe(8);
    map.paint(3, paintOf(brush('station', 5, 8), map, 3));
    expect(map.stations.has(3)).toBe(false);
  });
});

describe('draw', () => {
  it('leaves no gaps, and the ends free', () => {
    expect(cellsBetween(10, 0, 43)).toEqual([0, 11, 21, 32, 43]);
    expect(cellsBetween(10, 43, 43)).toEqual([43]);
    const map = grid();
    draw(map, 0, 3, WALL);
    draw(map, 4, 7, WALL);
    expect(map.message().text).toBe('tank 9\nS###\n###G\n');
  });
});

describe('moveEnd', () => {
  it('moves to free cells only', () => {
    const map = grid();
    expect([1, 7, 0].map((cell) => moveEnd(map, 'start', cell))).toEqual([false, false, false]);
    expect(moveEnd(map, 'start', 5)).toBe(true);
    expect(map.start).toBe(5);
  });
});
