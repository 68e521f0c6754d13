// Texts of the boards for screen readers.

import type { GameKind, View } from '../../../api';
import type { Text } from '../../../lib/text';
import { pieceNames } from './pieces';

export const boardNames: Record<GameKind, Text> = {
  xiangqi: { en: 'Xiangqi board', zh: '象棋棋盘' },
  gomoku: { en: 'Gomoku board', zh: '五子棋棋盘' },
};

export const boardHelp: Record<GameKind, Text> = {
  xiangqi: {
    en: 'Xiangqi board. Arrow keys move, Enter chooses.',
    zh: '象棋棋盘。方向键移动，回车选择。',
  },
  gomoku: {
    en: 'Gomoku board. Arrow keys move, Enter places a stone.',
    zh: '五子棋棋盘。方向键移动，回车落子。',
  },
};

/** The text of a point: its piece, empty or forbidden. */
export function standingAt(game: GameKind, view: View, point: number): Text {
  const letter = view.cells[point]!;
  if (view.forbidden.includes(point)) return { en: 'forbidden', zh: '禁手' };
  return letter === '.' ? { en: 'empty', zh: '空' } : pieceText(game, letter);
}

/** A piece with its colour. */
export function pieceText(game: GameKind, letter: string): Text {
  if (game === 'gomoku')
    return letter === 'x' ? { en: 'black', zh: '黑' } : { en: 'white', zh: '白' };
  const name = pieceNames[letter.toLowerCase()]!;
  return letter < 'a'
    ? { en: `red ${name.en}`, zh: `红 ${name.zh}` }
    : { en: `black ${name.en}`, zh: `黑 ${name.zh}` };
}
