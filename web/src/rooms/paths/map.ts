// A map as the page holds it: one byte a cell, so that drawing with the mouse is quick. To and from
// the server it travels in the library's ASCII format (docs/paths.md).

import type { GridMap } from '../../api';
import { parseAscii, printAscii } from './ascii';

export const WALL = 0;
export const FREE = 1;

/** A cell's new content: terrain, or a station with the price of a unit. */
export type Paint = number | { price: number };

export const DEAREST_TERRAIN = 255;
export const DEAREST_UNIT = 1_000_000;

export class Grid {
  /** Terrain: `WALL`, `FREE`, or the cost of entering, up to 255. */
  cells: Uint8Array;
  /** Price of a unit by cell; 0 where a station refills for nothing. */
  stations: Map<number, number>;

  constructor(
    readonly rows: number,
    readonly columns: number,
    public start: number,
    public goal: number,
    public tank: number | null,
    cells?: Uint8Array,
    stations?: Map<number, number>,
  ) {
    this.cells = cells ?? new Uint8Array(rows * columns).fill(FREE);
    this.stations = stations ?? new Map<number, number>();
  }

  copy(): Grid {
    return new Grid(
      this.rows,
      this.columns,
      this.start,
      this.goal,
      this.tank,
      this.cells.slice(),
      new Map(this.stations),
    );
  }

  /** Draws one cell. A station keeps the terrain below it. */
  paint(cell: number, paint: Paint): void {
    if (typeof paint === 'object') {
      if (this.cells[cell] === WALL) this.cells[cell] = FREE;
      this.stations.set(cell, paint.price);
    } else {
      this.stations.delete(cell);
      this.cells[cell] = paint;
    }
  }

  /** Whether a station sells by the unit. */
  hasPrices(): boolean {
    return [...this.stations.values()].some((price) => price > 0);
  }

  /** The same drawing on a sheet of another size. */
  resized(rows: number, columns: number): Grid {
    const made = new Grid(rows, columns, 0, 0, this.tank);
    const place = (index: number) => {
      const [row, column] = [Math.floor(index / this.columns), index % this.columns];
      return Math.min(row, rows - 1) * columns + Math.min(column, columns - 1);
    };
    for (let row = 0; row < Math.min(rows, this.rows); row++) {
      for (let column = 0; column < Math.min(columns, this.columns); column++) {
        const [from, to] = [row * this.columns + column, row * columns + column];
        made.cells[to] = this.cells[from]!;
        const price = this.stations.get(from);
        if (price !== undefined) made.stations.set(to, price);
      }
    }
    made.start = place(this.start);
    made.goal = place(this.goal);
    const lastCell = made.cells.length - 1;
    if (made.start === made.goal) made.goal = made.start === lastCell ? 0 : lastCell;
    for (const end of [made.start, made.goal]) if (made.cells[end] === WALL) made.cells[end] = FREE;
    return made;
  }

  static from(map: GridMap): Grid {
    return parseAscii(map.text);
  }

  message(): GridMap {
    return { text: printAscii(this) };
  }

  /**
   * A short text for the address: runs of equal cells (`a` wall, `b` free, `c`–`j` terrain 2–9, `s`
   * station, `kCOSTk` dearer terrain), then the stations that `s` cannot say as `CELLpPRICE`.
   */
  short(): string {
    let text = `${this.rows}x${this.columns}-${this.start}-${this.goal}-${this.tank ?? ''}-`;
    const isPlainStation = (cell: number) =>
      this.stations.get(cell) === 0 && this.cells[cell] === FREE;
    const name = (cell: number) => {
      const cost = this.cells[cell]!;
      if (isPlainStation(cell)) return 's';
      return cost > 9 ? `k${cost}k` : 'abcdefghij'[cost]!;
    };
    for (let i = 0; i < this.cells.length;) {
      let j = i;
      while (j < this.cells.length && name(j) === name(i)) j++;
      text += name(i) + (j - i > 1 ? (j - i).toString() : '');
      i = j;
    }
    const others = [...this.stations].filter(([cell]) => !isPlainStation(cell));
    if (others.length) text += `-${others.map(([cell, price]) => `${cell}p${price}`).join('.')}`;
    return text;
  }

  static fromShort(text: string): Grid | undefined {
    const parts = /^(\d+)x(\d+)-(\d+)-(\d+)-(\d*)-([a-ks0-9]+)(?:-([\dp.]+))?$/.exec(text);
    if (!parts) return undefined;
    const [rows, columns, start, goal] = parts.slice(1, 5).map(Number) as [
      number,
      number,
      number,
      number,
    ];
    const size = rows * columns;
    if (size === 0 || size > 40_000 || start >= size || goal >= size) return undefined;
    const grid = new Grid(rows, columns, start, goal, parts[5] ? Number(parts[5]) : null);
    let at = 0;
    for (const run of parts[6]!.matchAll(/(?:k(\d+)k|([a-js]))(\d*)/g)) {
      const cost = run[1] ? Math.min(255, Number(run[1])) : 'abcdefghij'.indexOf(run[2]!);
      for (let n = Number(run[3] || 1); n > 0 && at < size; n--) {
        grid.paint(at++, run[2] === 's' ? { price: 0 } : cost);
      }
    }
    for (const [, cell, price] of parts[7]?.matchAll(/(\d+)p(\d+)/g) ?? []) {
      if (Number(cell) >= size || grid.cells[Number(cell)] === WALL) return undefined;
      grid.stations.set(Number(cell), Number(price));
    }
    return at === size && grid.cells[start] !== WALL && grid.cells[goal] !== WALL
      ? grid
      : undefined;
  }
}

/** Maps to begin with. */
export const samples: { name: { en: string; zh: string }; rows: string[]; tank: number | null }[] =
  [
    {
      name: { en: 'Concave bay', zh: '凹形港湾' },
      tank: null,
      rows: [
        '.............................',
        '.............................',
        '.......###############.......',
        '.....................#.......',
        '.....................#.......',
        '.....................#.......',
        '..S..................#....G..',
        '.....................#.......',
        '.....................#.......',
        '.....................#.......',
        '.......###############.......',
        '.............................',
        '.............................',
      ],
    },
    {
      name: { en: 'Two stations, one of them a trap', zh: '两个补给站，一个是陷阱' },
      tank: 21,
      rows: [
        '.........#.........#.........',
        '.S.......#.........#.........',
        '.........#....*....#.........',
        '.........#.........#.........',
        '...............#.............',
        '.........#.....#...#.........',
        '.........#.....#...#.........',
        '####.#####.....#...####.#####',
        '...............#.............',
        '.......#.......#.......#.....',
        '.......#.......#.......#...G.',
        '...*...#.......#.......#.....',
        '.......#...............#.....',
      ],
    },
    {
      name: { en: 'Marsh and road', zh: '沼泽与道路' },
      tank: null,
      rows: [
        '.............................',
        '.....5555555.................',
        '...55555555555.....3333......',
        '..5555999555555...333333.....',
        '..S55999995555..33333333.....',
        '..5555999555555..333333......',
        '...55555555555....3333...G...',
        '.....5555555.................',
        '.............................',
        '....########.....#####.......',
        '.............................',
      ],
    },
  ];

export function sample(index: number): Grid {
  const { rows, tank } = samples[index]!;
  return parseAscii([...(tank === null ? [] : [`tank ${tank}`]), ...rows].join('\n'));
}
