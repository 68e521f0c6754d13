// The rooms. Each is loaded when it is first entered.

import type { Component } from 'svelte';

export interface Room {
  name: string;
  title: { en: string; zh: string };
  about: { en: string; zh: string };
  load: () => Promise<{ default: Component }>;
}

function once(load: Room['load']): Room['load'] {
  let loaded: ReturnType<Room['load']> | undefined;
  return () => {
    loaded ??= load();
    loaded.catch(() => (loaded = undefined));
    return loaded;
  };
}

export const rooms: Room[] = [
  {
    name: 'paths',
    title: { en: 'Paths', zh: '寻路' },
    about: {
      en: 'Draw a map, choose an algorithm, and watch it look for the way, forwards and backwards.',
      zh: '画一张地图，选一种算法，看它如何寻路；可以前进，也可以倒退。',
    },
    load: once(() => import('./paths/Paths.svelte')),
  },
];
