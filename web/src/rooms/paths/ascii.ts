// The library's ASCII format: one character a cell after a header (docs/paths.md). The server checks
// every map; what this reader does not know it takes for free ground.

import { FREE, Grid, WALL } from './map';

/** The capital letters that can stand for terrain. */
const TERRAIN_LETTERS = 'ABCDEFHIJKLMNOPQRTUVWXYZ';
const PRICE_LETTERS = 'abcdefghijklmnopqrstuvwxyz';

const HEADER = /^(?:tank|price|terrain|station)\s|^(?:from|to)\s+\d+\s*,/;

/** The grid of a text. */
export function parseAscii(text: string): Grid {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const headerLength = lines.findIndex((line) => !HEADER.test(line));
  const rows = headerLength < 0 ? [] : lines.slice(headerLength);
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const grid = new Grid(rows.length, columns, 0, Math.max(0, rows.length * columns - 1), null);
  const prices = new Map<string, number>([['*', 0]]);
  const costs = new Map<string, number>();
  const cellWords: { word: string; cell: number; value: number }[] = [];
  for (const line of lines.slice(0, Math.max(0, headerLength))) {
    const [word, first, second, third] = line.split(/[\s,]+/) as [string, string, string?, string?];
    if (word === 'tank') grid.tank = Number(first);
    else if (word === 'price') prices.set(first, Number(second));
    else if (word === 'terrain' && /^[A-Z]$/.test(first)) costs.set(first, Number(second));
    else {
      const cell = Number(first) * columns + Number(second);
      cellWords.push({ word, cell, value: Number(third ?? 0) });
    }
  }
  rows.forEach((row, r) => {
    for (let c = 0; c < columns; c++) {
      const [mark, cell] = [row[c] ?? '.', r * columns + c];
      const price = prices.get(mark);
      grid.cells[cell] = costs.get(mark) ?? costOf(mark);
      if (price !== undefined) grid.stations.set(cell, price);
      else if (mark === 'S') grid.start = cell;
      else if (mark === 'G') grid.goal = cell;
    }
  });
  for (const { word, cell, value } of cellWords) {
    if (word === 'from') grid.start = cell;
    else if (word === 'to') grid.goal = cell;
    else if (word === 'terrain') grid.cells[cell] = value;
    else grid.stations.set(cell, value);
  }
  return grid;
}

function costOf(mark: string): number {
  if (mark === '#' || mark === '@') return WALL;
  return mark >= '2' && mark <= '9' ? Number(mark) : FREE;
}

/** The text of a grid; `parseAscii` gives the same grid again. */
export function printAscii(grid: Grid): string {
  const { rows, columns, cells, stations } = grid;
  const place = (cell: number) => `${Math.floor(cell / columns)},${cell % columns}`;
  const header: string[] = [];
  const marks = new Map<number, string>();
  if (grid.tank !== null) {
    header.push(`tank ${grid.tank}`);
    const letters = lettersOf(
      [...stations.values()].filter((price) => price > 0),
      PRICE_LETTERS,
    );
    for (const [price, letter] of letters) header.push(`price ${letter} ${price}`);
    letters.set(0, '*');
    for (const [cell, price] of stations) {
      const mark = letters.get(price);
      if (mark && cells[cell] === FREE) marks.set(cell, mark);
      else header.push(`station ${place(cell)} ${price}`);
    }
  }
  const letters = lettersOf(
    [...new Set(cells)].filter((cost) => cost > 9),
    TERRAIN_LETTERS,
  );
  for (const [cost, letter] of letters) header.push(`terrain ${letter} ${cost}`);
  for (const [cell, mark, word] of [
    [grid.start, 'S', 'from'],
    [grid.goal, 'G', 'to'],
  ] as const) {
    if (cells[cell] === FREE && !marks.has(cell)) marks.set(cell, mark);
    else header.push(`${word} ${place(cell)}`);
  }
  const body: string[] = [];
  for (let row = 0; row < rows; row++) {
    let line = '';
    for (let column = 0; column < columns; column++) {
      const cell = row * columns + column;
      const cost = cells[cell]!;
      const mark = marks.get(cell) ?? (cost > 9 ? letters.get(cost) : '#.23456789'[cost]);
      line += mark ?? '.';
      if (mark === undefined) header.push(`terrain ${place(cell)} ${cost}`);
    }
    body.push(line);
  }
  return [...header, ...body, ''].join('\n');
}

/** A letter for each number, as far as there are letters. */
function lettersOf(numbers: number[], letters: string): Map<number, string> {
  const sorted = [...new Set(numbers)].sort((one, other) => one - other);
  return new Map(sorted.slice(0, letters.length).map((number, index) => [number, letters[index]!]));
}
