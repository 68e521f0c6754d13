import type { Stop } from '../../../lib/tour.svelte';

export const tourStops: Stop[] = [
  {
    at: '[data-test=match-new]',
    words: {
      en: 'Let two to eight players meet: Xun’s levels, textbook searches, external engines, or a random player.',
      zh: '让二至八名棋手比赛：寻的各级别、教科书搜索、外部引擎或随机棋手。',
    },
  },
  {
    at: '.board',
    words: {
      en: 'The boards are live. A match runs in the server: close the page, and it goes on.',
      zh: '棋盘实时显示。比赛在服务里进行：关掉页面也会继续。',
    },
  },
  {
    at: '#panel-table, [data-tour=table]',
    words: {
      en: 'The standing shows score and Elo with its 95 % interval, so that you see how sure it is.',
      zh: '排名列出得分率与 Elo 及其 95% 区间，让你看到有多大把握。',
    },
  },
  {
    at: '#panel-results, [data-tour=results]',
    words: {
      en: 'Open any finished game on a board, or download all of them.',
      zh: '可在棋盘上打开任一已结束的对局，也可全部下载。',
    },
  },
];
