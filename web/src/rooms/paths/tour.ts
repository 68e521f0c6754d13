import type { Stop } from '../../lib/tour.svelte';

export const tourStops: Stop[] = [
  {
    at: '.board',
    words: {
      en: 'This is the map. Draw walls with mouse or finger, drag S and G to where you like; the wheel or two fingers zoom.',
      zh: '这是地图。用鼠标或手指画墙，把 S 与 G 拖到任何地方；滚轮或双指缩放。',
    },
  },
  {
    at: '#panel-search',
    words: {
      en: 'Choose an algorithm and a heuristic, then press Search. If the answer need not be the shortest, it says so here.',
      zh: '选择算法与启发函数，再按“搜索”。若结果不保证最短，这里会直说。',
    },
  },
  {
    at: '.timeline',
    words: {
      en: 'The whole search is kept: run it, stop it, step forwards and backwards, or drag to any moment.',
      zh: '整个搜索都保留着：播放、暂停、前进、后退，或拖到任何时刻。',
    },
  },
  {
    at: '#panel-map',
    words: {
      en: 'Make mazes and supply problems, open and save files. Give a tank, and supply begins to matter.',
      zh: '生成迷宫与补给问题，打开和保存文件。给出油箱，补给就开始起作用。',
    },
  },
];
