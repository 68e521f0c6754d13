// Why a game ended and what a review said, in words.

import { say } from '../../lib/settings.svelte';

export function reasonOf(code: string): string {
  switch (code) {
    case 'checkmate':
      return say('checkmate', '将死');
    case 'stalemate':
      return say('no legal move', '困毙');
    case 'perpetual':
      return say('perpetual check or chase', '长将或长捉');
    case 'repetition':
      return say('repetition', '局面重复');
    case 'quiet':
      return say('60 moves without a capture', '六十回合无吃子');
    case 'material':
      return say('nobody can win', '双方均无力取胜');
    case 'five':
      return say('five in a row', '五连');
    case 'full':
      return say('the board is full', '棋盘已满');
    case 'resign':
      return say('resignation', '认输');
    case 'draw':
      return say('agreement', '协议');
    case 'time':
      return say('time', '超时');
    default:
      return code;
  }
}

/** What a review calls a move. */
export function markOf(mark: string): string {
  switch (mark) {
    case 'best':
      return say('best', '最佳');
    case 'good':
      return say('good', '好着');
    case 'inaccuracy':
      return say('inaccuracy', '缓着');
    case 'mistake':
      return say('mistake', '失误');
    case 'blunder':
      return say('blunder', '败着');
    default:
      return mark;
  }
}
