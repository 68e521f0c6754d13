// The story of two searches on one map: chapters, and where each search stands in them.

import { EventKind } from '../../api';
import type { Text } from '../../lib/text';
import type { Trace } from '../paths/trace';

/** Events after which the search had expanded so many cells, by that number; from 0. */
export function afterExpansions(trace: Pick<Trace, 'kind' | 'length'>): number[] {
  const ends = [0];
  for (let event = 0; event < trace.length; event++)
    if (trace.kind[event] === EventKind.Expand) ends.push(event + 1);
  // The events after the last expansion belong to it.
  ends[ends.length - 1] = trace.length;
  return ends;
}

/** The event at which a search stands after so many expansions of its own or of a longer one. */
export const eventAt = (ends: number[], expansions: number): number =>
  ends[Math.min(expansions, ends.length - 1)] ?? 0;

export interface Counts {
  dijkstra: number;
  astar: number;
  cost: number;
}

export interface Chapter {
  title: Text;
  /** Expansions at which both searches stand when the chapter has been watched. */
  until: (counts: Counts) => number;
  words: (counts: Counts) => Text;
  /** The map: open ground with a wall, or a bay that faces the start. */
  map: 'wall' | 'bay';
}

const share = ({ dijkstra, astar }: Counts) => Math.round((1 - astar / dijkstra) * 100);

export const chapters: Chapter[] = [
  {
    title: { en: 'One map, two searches', zh: '一张地图，两种搜索' },
    map: 'wall',
    until: () => 0,
    words: () => ({
      en: 'Both look for the shortest way from the dark point to the red one, in four directions. Each step takes one cell from the frontier and looks at its neighbours.',
      zh: '两者都要找从深色点到红色点的最短路，只能走四个方向。每一步从边界取出一格，查看它的邻格。',
    }),
  },
  {
    title: { en: 'Dijkstra asks: how far have I come?', zh: 'Dijkstra 只问：走了多远？' },
    map: 'wall',
    until: () => 40,
    words: () => ({
      en: 'It always takes the cell with the smallest cost so far, g. So it spreads evenly to all sides, also away from the goal.',
      zh: '它总是取已付代价 g 最小的格，于是向四面均匀扩散，也包括背离目标的方向。',
    }),
  },
  {
    title: { en: 'A* also asks: how far is it still?', zh: 'A* 还问：还差多远？' },
    map: 'wall',
    until: ({ astar }) => astar,
    words: ({ astar }) => ({
      en: `It takes the smallest f = g + h, where h, the rows and columns still to go, is never more than the true rest. After ${astar} cells it has the way; Dijkstra has looked at as many, most of them on the wrong side.`,
      zh: `它取 f = g + h 最小的格；h 是还差的行数加列数，从不超过真实的剩余代价。它扩展 ${astar} 格就找到了路；Dijkstra 扩展了同样多，多数在错误的一侧。`,
    }),
  },
  {
    title: { en: 'The same way, with less work', zh: '同样的路，更少的工作' },
    map: 'wall',
    until: ({ dijkstra }) => dijkstra,
    words: (counts) => ({
      en: `Dijkstra needs ${counts.dijkstra} cells, A* ${counts.astar}: ${share(counts)} % less. Both ways cost ${counts.cost}: since h never promises too much, A* cannot miss a shorter one.`,
      zh: `Dijkstra 扩展 ${counts.dijkstra} 格，A* 扩展 ${counts.astar} 格，少 ${share(counts)}%。两条路的代价都是 ${counts.cost}：h 从不高估，所以 A* 不会错过更短的路。`,
    }),
  },
  {
    title: { en: 'Where it helps less', zh: '什么时候帮助较小' },
    map: 'bay',
    until: ({ dijkstra }) => dijkstra,
    words: (counts) => ({
      en: `A bay that faces the start: h leads into it, and A* must fill it before it looks elsewhere. ${counts.astar} cells instead of ${counts.dijkstra}: ${share(counts)} % less. An estimate is worth as much as it knows.`,
      zh: `凹形港湾正对起点：h 把搜索引进去，A* 必须先填满它才去别处。${counts.astar} 格对 ${counts.dijkstra} 格，只少 ${share(counts)}%。估计知道多少，就值多少。`,
    }),
  },
];
