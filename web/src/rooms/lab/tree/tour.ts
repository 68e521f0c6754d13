import type { Stop } from '../../../lib/tour.svelte';

export const tourStops: Stop[] = [
  {
    at: '.board',
    words: {
      en: 'A search tree: triangles up choose the largest value, triangles down the smallest. Change a leaf and it is searched anew.',
      zh: '搜索树：上三角取大，下三角取小。改动叶上的数即重新搜索。',
    },
  },
  {
    at: '.timeline',
    words: {
      en: 'Walk through the search step by step, forwards and backwards, and see α and β at each node.',
      zh: '逐步前进或后退，观察每个节点的 α 与 β。',
    },
  },
  {
    at: '#panel-search',
    words: {
      en: 'Switch pruning and ordering on and off; the table below compares the nodes.',
      zh: '开关剪枝与排序；下方表格比较节点数。',
    },
  },
  {
    at: '.tools [role=toolbar]',
    words: {
      en: 'Take a real position of Xiangqi or Gomoku, or practise: would this branch be cut?',
      zh: '换成真实的象棋或五子棋局面，或做练习：这个分支会被剪去吗？',
    },
  },
];
