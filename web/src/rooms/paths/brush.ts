// Drawing with a tool.

import { FREE, WALL, type Grid, type Paint } from './map';

export type Tool = 'wall' | 'station' | 'terrain' | 'erase' | 'mark' | 'look';

export interface Brush {
  tool: Tool;
  /** Cost of the terrain that is drawn. */
  terrain: number;
  /** Price of a unit at the stations that are drawn. */
  price: number;
}

/** The paint of a stroke that begins on a cell: what is there already is taken away. */
export function paintOf({ tool, terrain, price }: Brush, grid: Grid, cell: number): Paint {
  const now = grid.cells[cell]!;
  if (tool === 'wall') return now === WALL ? FREE : WALL;
  if (tool === 'station') return grid.stations.get(cell) === price ? now : { price };
  if (tool === 'terrain') return now === terrain ? FREE : terrain;
  return FREE;
}

/** The cells of a line from one cell to another, without gaps. */
export function cellsBetween(columns: number, from: number, to: number): number[] {
  let [row, column] = [Math.floor(from / columns), from % columns];
  const [lastRow, lastColumn] = [Math.floor(to / columns), to % columns];
  const [rows, width] = [Math.abs(lastRow - row), Math.abs(lastColumn - column)];
  const [down, right] = [Math.sign(lastRow - row), Math.sign(lastColumn - column)];
  const cells: number[] = [];
  let rest = width - rows;
  for (;;) {
    cells.push(row * columns + column);
    if (row === lastRow && column === lastColumn) return cells;
    const twice = 2 * rest;
    if (twice > -rows) [rest, column] = [rest - rows, column + right];
    if (twice < width) [rest, row] = [rest + width, row + down];
  }
}

/** Draws a line; start and goal stay free. */
export function draw(grid: Grid, from: number, to: number, paint: Paint): void {
  for (const cell of cellsBetween(grid.columns, from, to))
    if (cell !== grid.start && cell !== grid.goal) grid.paint(cell, paint);
}

/** Moves start or goal, unless there is a wall or the other end; answers whether it moved. */
export function moveEnd(grid: Grid, end: 'start' | 'goal', cell: number): boolean {
  const other = end === 'start' ? grid.goal : grid.start;
  if (grid.cells[cell] === WALL || cell === other || grid[end] === cell) return false;
  grid[end] = cell;
  return true;
}
