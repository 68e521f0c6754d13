// Reasons for the end of a game of a match.

import type { MatchEnding } from '../../../api';
import type { Text } from '../../../lib/text';

export const endings: Record<MatchEnding, Text> = {
  checkmate: { en: 'checkmate', zh: '将死' },
  stalemate: { en: 'stalemate', zh: '困毙' },
  five: { en: 'five in a row', zh: '五连' },
  forbidden: { en: 'forbidden point', zh: '禁手' },
  rules: { en: 'by the rules', zh: '按规则' },
  repetition: { en: 'repetition', zh: '循环' },
  quiet: { en: 'no captures', zh: '长时间无吃子' },
  material: { en: 'too little material', zh: '子力不足' },
  full: { en: 'full board', zh: '棋盘已满' },
  drawRule: { en: 'draw rule', zh: '判和规则' },
  resignation: { en: 'resigned', zh: '认输' },
  agreement: { en: 'scores agreed', zh: '评分一致' },
  tooLong: { en: 'too long', zh: '步数过多' },
  illegalMove: { en: 'illegal move', zh: '违规着法' },
  nonsense: { en: 'no move', zh: '应答不是着法' },
  late: { en: 'late', zh: '超时' },
  silent: { en: 'no answer', zh: '没有应答' },
  crash: { en: 'engine ended', zh: '引擎退出' },
  flood: { en: 'flooded its output', zh: '输出过多' },
};
