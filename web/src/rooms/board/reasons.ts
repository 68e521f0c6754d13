// Reasons for the end of a game and marks of a review.

import type { Ending, Mark } from '../../api';
import type { Text } from '../../lib/text';

export const endings: Record<Ending, Text> = {
  checkmate: { en: 'checkmate', zh: '将死' },
  stalemate: { en: 'stalemate', zh: '困毙' },
  perpetual: { en: 'perpetual check or chase', zh: '长将或长捉' },
  repetition: { en: 'repetition', zh: '局面重复' },
  quiet: { en: '60 moves without a capture', zh: '六十回合无吃子' },
  material: { en: 'insufficient material', zh: '子力不足' },
  five: { en: 'five in a row', zh: '五连' },
  full: { en: 'the board is full', zh: '棋盘已满' },
  resign: { en: 'resignation', zh: '认输' },
  draw: { en: 'agreement', zh: '双方议和' },
  time: { en: 'time', zh: '超时' },
  recorded: { en: 'as recorded', zh: '棋谱所记' },
};

export const marks: Record<Mark, Text> = {
  best: { en: 'best', zh: '最佳' },
  good: { en: 'good', zh: '好着' },
  inaccuracy: { en: 'inaccuracy', zh: '缓着' },
  mistake: { en: 'mistake', zh: '失误' },
  blunder: { en: 'blunder', zh: '败着' },
};

/** Signs behind a move, as in game records. */
export const signs: Record<Mark, string> = {
  best: '',
  good: '',
  inaccuracy: '?!',
  mistake: '?',
  blunder: '??',
};

/** Signs of the numbered marks of game records. */
export const glyphSigns: Partial<Record<number, string>> = {
  1: '!',
  2: '?',
  3: '!!',
  4: '??',
  5: '!?',
  6: '?!',
};
