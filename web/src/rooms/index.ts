// The rooms. Each is loaded when it is first entered.

import type { Component } from 'svelte';
import type { Text } from '../lib/text';

export interface RoomEntry {
  name: 'paths' | 'xiangqi' | 'gomoku' | 'lab';
  title: Text;
  about: Text;
  load: () => Promise<{ default: Component<RoomProps> }>;
}

/** Properties of a room: its own entry of the list. */
export interface RoomProps {
  room: RoomEntry;
}

function once(load: RoomEntry['load']): RoomEntry['load'] {
  let loaded: ReturnType<RoomEntry['load']> | undefined;
  return () => {
    loaded ??= load();
    loaded.catch(() => (loaded = undefined));
    return loaded;
  };
}

export const rooms: RoomEntry[] = [
  {
    name: 'paths',
    title: { en: 'Paths', zh: '寻路' },
    about: {
      en: 'Draw a map, choose an algorithm, and watch it look for the way, forwards and backwards.',
      zh: '画一张地图，选一种算法，看它如何寻路；可以前进，也可以倒退。',
    },
    load: once(() => import('./paths/Paths.svelte')),
  },
  {
    name: 'xiangqi',
    title: { en: 'Xiangqi', zh: '象棋' },
    about: {
      en: 'Play and analyse Chinese chess against any level, with a friend, or from any position.',
      zh: '与任一级别或朋友下象棋，从任意局面开始对弈与分析。',
    },
    load: once(() => import('./board/BoardRoom.svelte')),
  },
  {
    name: 'gomoku',
    title: { en: 'Gomoku', zh: '五子棋' },
    about: {
      en: 'Five in a row: freestyle, standard, renju with its forbidden points, and caro.',
      zh: '五子连珠：自由、标准、有禁手的连珠与越南规则。',
    },
    load: once(() => import('./board/BoardRoom.svelte')),
  },
  {
    name: 'lab',
    title: { en: 'Lab', zh: '实验室' },
    about: {
      en: 'Watch alpha-beta prune a tree and see the reason for every cut; run experiments; let players meet in matches.',
      zh: '一步步观看 alpha-beta 剪枝，看清每一次剪枝的原因；运行实验；让棋手们比赛。',
    },
    load: once(() => import('./lab/Lab.svelte')),
  },
];
