// The switches of the textbook search, by their names in messages.

export const refinements = [
  { name: 'captures', en: 'captures first', zh: '先搜吃子' },
  { name: 'killers', en: 'killer moves', zh: '杀手着法' },
  { name: 'history', en: 'history', zh: '历史启发' },
  { name: 'deepening', en: 'iterative deepening', zh: '迭代加深' },
  { name: 'table', en: 'transposition table', zh: '置换表' },
  { name: 'pvs', en: 'null windows (PVS)', zh: '零窗口（PVS）' },
  { name: 'quiescence', en: 'quiescence', zh: '静态搜索' },
  { name: 'null-move', en: 'null move', zh: '空着裁剪' },
  { name: 'late-moves', en: 'late move reduction', zh: '后着减深' },
];
