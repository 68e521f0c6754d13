// A map as the page holds it: one byte a cell, so that drawing with the mouse is quick.

import type { GridMap } from '../../api';

export const WALL = 0;
export const FREE = 1;
// 2–9 is terrain of that cost.
export const STATION = 100;

export class Grid {
  cells: Uint8Array;
  constructor(
    readonly rows: number,
    readonly columns: number,
    public start: number,
    public goal: number,
    public tank: number | null,
    cells?: Uint8Array,
  ) {
    this.cells = cells ?? new Uint8Array(rows * columns).fill(FREE);
  }

  copy(): Grid {
    return new Grid(this.rows, this.columns, this.start, this.goal, this.tank, this.cells.slice());
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
        made.cells[row * columns + column] = this.cells[row * this.columns + column]!;
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
    const columns = map.rows[0]?.length ?? 0;
    const grid = new Grid(
      map.rows.length,
      columns,
      map.start[0] * columns + map.start[1],
      map.goal[0] * columns + map.goal[1],
      map.tank,
    );
    map.rows.forEach((row, r) => {
      for (let c = 0; c < columns; c++) grid.cells[r * columns + c] = code(row[c]!);
    });
    return grid;
  }

  message(): GridMap {
    const rows: string[] = [];
    for (let r = 0; r < this.rows; r++) {
      let row = '';
      for (let c = 0; c < this.columns; c++) row += letter(this.cells[r * this.columns + c]!);
      rows.push(row);
    }
    const at = (index: number): [number, number] => [
      Math.floor(index / this.columns),
      index % this.columns,
    ];
    return { rows, start: at(this.start), goal: at(this.goal), tank: this.tank };
  }

  /** A short text for the address: runs of equal cells. */
  short(): string {
    let text = `${this.rows}x${this.columns}-${this.start}-${this.goal}-${this.tank ?? ''}-`;
    for (let i = 0; i < this.cells.length;) {
      let j = i;
      while (j < this.cells.length && this.cells[j] === this.cells[i]) j++;
      const value = this.cells[i]!;
      text +=
        (value === STATION ? 's' : 'abcdefghij'[value]) + (j - i > 1 ? (j - i).toString() : '');
      i = j;
    }
    return text;
  }

  static fromShort(text: string): Grid | undefined {
    const parts = /^(\d+)x(\d+)-(\d+)-(\d+)-(\d*)-([a-js0-9]+)$/.exec(text);
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
    for (const run of parts[6]!.matchAll(/([a-js])(\d*)/g)) {
      const value = run[1] === 's' ? STATION : 'abcdefghij'.indexOf(run[1]!);
      for (let n = Number(run[2] || 1); n > 0 && at < size; n--) grid.cells[at++] = value;
    }
    return at === size && grid.cells[start] !== WALL && grid.cells[goal] !== WALL
      ? grid
      : undefined;
  }
}

function code(character: string): number {
  if (character === '#') return WALL;
  if (character === '*') return STATION;
  return character >= '2' && character <= '9' ? Number(character) : FREE;
}

function letter(value: number): string {
  if (value === WALL) return '#';
  if (value === STATION) return '*';
  return value === FREE ? '.' : String(value);
}

/** Maps to begin with. */
export const samples: { name: { en: string; zh: string }; rows: string[]; tank: number | null }[] =
  [
    {
      name: { en: 'A bay to walk into', zh: '引人入彀的港湾' },
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
  const find = (mark: string): [number, number] => {
    const row = rows.findIndex((text) => text.includes(mark));
    return [row, rows[row]!.indexOf(mark)];
  };
  return Grid.from({
    rows: rows.map((row) => row.replace(/[SG]/g, '.')),
    start: find('S'),
    goal: find('G'),
    tank,
  });
}
