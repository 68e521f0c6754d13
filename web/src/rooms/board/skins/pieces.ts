// Xiangqi pieces, our own: traditional or simplified characters, and pictures for those who cannot
// read them.

import type { Pieces } from '../../../lib/settings.svelte';
import type { Text } from '../../../lib/text';

export const characters: Record<string, string> = {
  K: '帥',
  A: '仕',
  B: '相',
  N: '傌',
  R: '俥',
  C: '炮',
  P: '兵',
  k: '將',
  a: '士',
  b: '象',
  n: '馬',
  r: '車',
  c: '砲',
  p: '卒',
};

/** The characters of today's boards in China. */
export const simplified: Record<string, string> = {
  K: '帅',
  A: '仕',
  B: '相',
  N: '马',
  R: '车',
  C: '炮',
  P: '兵',
  k: '将',
  a: '士',
  b: '象',
  n: '马',
  r: '车',
  c: '炮',
  p: '卒',
};

/** The character on a piece in the reader's set. */
export const characterOf = (letter: string, set: Pieces): string =>
  (set === 'simplified' ? simplified : characters)[letter] ?? '';

export const pieceNames: Record<string, Text> = {
  k: { en: 'general', zh: '将帅' },
  a: { en: 'advisor', zh: '士' },
  b: { en: 'elephant', zh: '象' },
  n: { en: 'horse', zh: '马' },
  r: { en: 'chariot', zh: '车' },
  c: { en: 'cannon', zh: '炮' },
  p: { en: 'soldier', zh: '兵卒' },
};

/** Drawn on a 60-grid around the middle, filled with the piece's colour. */
export const pictures: Record<string, string> = {
  // A crown with three points and a band.
  k: 'M-22 14L-24 -12L-12 -2L0 -20L12 -2L24 -12L22 14ZM-22 18H22V24H-22Z',
  // A scholar's hat with two long wings.
  a: 'M-12 -4Q-12 -22 0 -22Q12 -22 12 -4L28 -8V0L12 4V12H-12V4L-28 0V-8ZM-14 16H14V22H-14Z',
  // An elephant from the side: back, head, trunk, legs.
  b: 'M-24 20V-2Q-24 -18 -6 -18H4Q20 -18 22 -4Q24 8 22 16Q26 18 28 14L30 16Q28 24 20 22Q15 20 16 6Q12 10 6 8V20H-2V10H-14V20ZM10 -8A2.5 2.5 0 1 0 10.1 -8Z',
  // A horse's head.
  n: 'M-14 24Q-14 6 -2 0Q-8 2 -16 6Q-22 8 -22 2Q-20 -8 -8 -14L-6 -24L0 -17Q20 -14 20 10V24ZM-4 -8A2 2 0 1 0 -3.9 -8Z',
  // A wheel with spokes.
  r: 'M0 -24A24 24 0 1 0 .1 -24ZM0 -17A17 17 0 1 1 -.1 -17ZM-2 -17H2V-4H-2ZM-2 4H2V17H-2ZM-17 -2H-4V2H-17ZM4 -2H17V2H4ZM0 -5A5 5 0 1 0 .1 -5Z',
  // A cannon on its carriage.
  c: 'M-26 -4L18 -22L23 -10L-18 8ZM-10 22A9 9 0 1 1 -9.9 22ZM-10 17A4 4 0 1 0 -9.9 17ZM2 20H24V25H2L-2 16Z',
  // A soldier's spear and shield.
  p: 'M-14 -26L-8 -14H-12V24H-16V-14H-20ZM10 -14Q22 -12 22 -2Q22 16 8 24Q-6 16 -6 -2Q-6 -12 8 -14Z',
};
