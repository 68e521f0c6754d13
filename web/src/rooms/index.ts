// The rooms. Each is loaded when it is first entered.

import type { Component } from 'svelte';
import type { Text } from '../lib/text';

export interface RoomEntry {
  name: 'paths' | 'xiangqi' | 'gomoku' | 'lab' | 'learn';
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
      en: 'Draw a map, choose an algorithm, and watch it search, forwards and backwards.',
      zh: '画一张地图，选一种算法，看它如何寻路，可进可退。',
    },
    load: once(() => import('./paths/Paths.svelte')),
  },
  {
    name: 'xiangqi',
    title: { en: 'Xiangqi', zh: '象棋' },
    about: {
      en: 'Play Chinese chess against eight levels or a friend; analyse any position.',
      zh: '与八个级别的引擎或朋友对弈，分析任意局面。',
    },
    load: once(() => import('./board/BoardRoom.svelte')),
  },
  {
    name: 'gomoku',
    title: { en: 'Gomoku', zh: '五子棋' },
    about: {
      en: 'Five in a row by five rule sets, renju with its forbidden points among them.',
      zh: '五子连珠，五种规则，包括有禁手的连珠（Renju）。',
    },
    load: once(() => import('./board/BoardRoom.svelte')),
  },
  {
    name: 'lab',
    title: { en: 'Lab', zh: '实验室' },
    about: {
      en: 'See why alpha-beta cuts a branch; let engines play matches; repeat the experiments.',
      zh: '看清 alpha-beta 每一次剪枝的原因；让引擎互相比赛；重做实验。',
    },
    load: once(() => import('./lab/Lab.svelte')),
  },
];

/** A guided page, reached from home. */
const astar: RoomEntry = {
  name: 'learn',
  title: { en: 'Why A* looks at less than Dijkstra', zh: '为什么 A* 看的格子比 Dijkstra 少' },
  about: { en: 'In three minutes', zh: '三分钟' },
  load: once(() => import('./learn/Astar.svelte')),
};

/** The room of an address; none where there is no such room. */
export function roomOf(parts: string[]): RoomEntry | undefined {
  if (parts[0] === 'learn') return parts.length === 2 && parts[1] === 'astar' ? astar : undefined;
  return rooms.find((one) => one.name === parts[0]);
}
