// Labels at the edges of a Xiangqi board.

import type { Notation } from '../../../lib/settings.svelte';

const CHINESE = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/** Labels of the nine files, from Red's left, on Red's edge and on Black's. */
export interface FileLabels {
  red: string[];
  black: string[];
}

/** Each side counts its files from its own right, as its moves are written. */
export function fileLabels(notation: Notation): FileLabels {
  if (notation === 'iccs') return { red: [...'abcdefghi'], black: [...'abcdefghi'] };
  const numerals = notation === 'zh' ? CHINESE : CHINESE.map((name, file) => `${name} ${file + 1}`);
  return { red: numerals.toReversed(), black: CHINESE.map((_, file) => String(file + 1)) };
}
