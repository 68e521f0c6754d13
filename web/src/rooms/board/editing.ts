// A position that is being set up: every change gives a new one, so that it can be undone.

import type { GameKind } from '../../api';

export interface Draft {
  readonly game: GameKind;
  readonly columns: number;
  readonly rows: number;
  /** One letter a point, as in a view. */
  readonly cells: string;
  /** The side to move: 0 first, 1 second. */
  readonly side: number;
}

/** Action of a press on the board: places a piece (its letter), erases, or only moves pieces. */
export type Hand = string | 'eraser' | 'move';

const START = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR';

const withCells = (draft: Draft, changes: [number, string][]): Draft => {
  const cells = [...draft.cells];
  for (const [point, letter] of changes) cells[point] = letter;
  return { ...draft, cells: cells.join('') };
};

/** A press on a point; the piece in hand again removes it. */
export function pressed(draft: Draft, point: number, hand: Hand): Draft {
  if (hand === 'move') return draft;
  const erases = hand === 'eraser' || draft.cells[point] === hand;
  return withCells(draft, [[point, erases ? '.' : hand]]);
}

/** A piece that was dragged to a point, or off the board. */
export function dragged(draft: Draft, from: number, to: number | undefined): Draft {
  const letter = draft.cells[from]!;
  return withCells(draft, [
    [from, '.'],
    ...(to === undefined ? [] : ([[to, letter]] as [number, string][])),
  ]);
}

/** Without pieces; the generals stay. */
export function cleared(draft: Draft): Draft {
  const keep = (letter: string) => draft.game === 'xiangqi' && letter.toLowerCase() === 'k';
  return { ...draft, cells: [...draft.cells].map((one) => (keep(one) ? one : '.')).join('') };
}

/** Left and right exchanged. */
export function mirrored(draft: Draft): Draft {
  const rows = Array.from({ length: draft.rows }, (_, row) =>
    [...draft.cells.slice(row * draft.columns, (row + 1) * draft.columns)].reverse().join(''),
  );
  return { ...draft, cells: rows.join('') };
}

/** The first position of the game. */
export function started(draft: Draft): Draft {
  if (draft.game === 'xiangqi') return readFen(draft, `${START} w`) ?? draft;
  return { ...draft, side: 0, cells: '.'.repeat(draft.columns * draft.rows) };
}

/** The position of a FEN; nothing if its board cannot be read. */
export function readFen(draft: Draft, text: string): Draft | undefined {
  const [board, turn = 'w'] = text.trim().split(/\s+/);
  const rows = (board ?? '').split('/').map((row) =>
    row
      .replace(/\d/g, (count) => '.'.repeat(Number(count)))
      .replace(/[hH]/g, (letter) => (letter === 'h' ? 'n' : 'N'))
      .replace(/[eE]/g, (letter) => (letter === 'e' ? 'b' : 'B')),
  );
  const isRow = (row: string) => row.length === draft.columns && /^[.rnbakcpRNBAKCP]*$/.test(row);
  if (rows.length !== draft.rows || !rows.every(isRow)) return undefined;
  return { ...draft, cells: rows.join(''), side: turn === 'b' ? 1 : 0 };
}

/** The position as the server reads it: a FEN, or a drawn Gomoku board. */
export function textOf({ game, columns, rows, cells, side }: Draft): string {
  const lines = Array.from({ length: rows }, (_, row) =>
    cells.slice(row * columns, (row + 1) * columns),
  );
  if (game === 'xiangqi') {
    const board = lines.map((line) => line.replace(/\.+/g, (run) => String(run.length))).join('/');
    return `${board} ${side === 0 ? 'w' : 'b'} - - 0 1`;
  }
  const drawn = lines.map(
    (line, row) => `${String(rows - row).padStart(2)} ${[...line.toUpperCase()].join(' ')}`,
  );
  const letters = [...'abcdefghijklmnopqrstuv'].slice(0, columns).join(' ');
  return `${drawn.join('\n')}\n   ${letters}`;
}
