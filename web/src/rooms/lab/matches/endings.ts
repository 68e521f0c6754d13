// Why a game of a match ended, in words.

import { say } from '../../../lib/settings.svelte';

export function endingOf(code: string, note: string): string {
  const known: Record<string, [string, string]> = {
    rules: ['by the rules', '按规则'],
    repetition: ['repetition', '循环'],
    draw_rule: ['draw rule', '判和规则'],
    resignation: ['resigned', '认输'],
    agreement: ['scores agreed', '评分一致'],
    too_long: ['too long', '步数过多'],
    illegal_move: ['illegal move', '违规着法'],
    nonsense: ['no move', '应答不是着法'],
    late: ['late', '超时'],
    silent: ['no answer', '没有应答'],
    crash: ['engine ended', '引擎退出'],
    flood: ['flooded its output', '输出过多'],
  };
  const notes: Record<string, [string, string]> = {
    checkmate: ['checkmate', '将死'],
    'no legal move': ['stalemate', '困毙'],
    'five in a row': ['five in a row', '五连'],
    'the board is full': ['full board', '棋盘已满'],
    'neither side can mate': ['too little material', '子力不足'],
  };
  const found = notes[note] ?? known[code];
  return found ? say(...found) : code;
}
