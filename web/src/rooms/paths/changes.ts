// Changes of a map, named so that it can be said what is undone.

import type { Text } from '../../lib/text';

export type Change =
  'draw' | 'ends' | 'cell' | 'tank' | 'size' | 'clear' | 'generate' | 'open' | 'trace';

export const changeWords: Record<Change, Text> = {
  draw: { en: 'Drawn', zh: '已绘制' },
  ends: { en: 'Moved an end', zh: '已移动起终点' },
  cell: { en: 'Changed a cell', zh: '已修改单元格' },
  tank: { en: 'Changed the tank', zh: '已修改油箱' },
  size: { en: 'Changed the size', zh: '已修改大小' },
  clear: { en: 'Cleared the map', zh: '已清空地图' },
  generate: { en: 'Generated a map', zh: '已生成地图' },
  open: { en: 'Opened a map', zh: '已打开地图' },
  trace: { en: 'Opened a trace', zh: '已打开轨迹' },
};

/** Changes that replace the whole map; the page offers to undo them at once. */
export const isLarge = (change: Change): boolean =>
  ['clear', 'generate', 'open', 'trace', 'size'].includes(change);
