// The events of a search in words.

import { EventKind } from '../../api';
import type { Text } from '../../lib/text';
import type { Trace } from './trace';

const names: Record<EventKind, Text> = {
  [EventKind.Generate]: { en: 'generate', zh: '生成' },
  [EventKind.Expand]: { en: 'expand', zh: '扩展' },
  [EventKind.Reopen]: { en: 'reopen', zh: '重新打开' },
  [EventKind.Close]: { en: 'close', zh: '关闭' },
  [EventKind.NewBound]: { en: 'new bound', zh: '新的界' },
  [EventKind.Refill]: { en: 'refill', zh: '补给' },
  [EventKind.DeadEnd]: { en: 'dead end', zh: '死路' },
  [EventKind.Found]: { en: 'goal reached', zh: '到达终点' },
  [EventKind.NewSearch]: { en: 'next search', zh: '下一次搜索' },
  [EventKind.Cone]: { en: 'cone of sight', zh: '视锥' },
  [EventKind.See]: { en: 'sees a surprise', zh: '发现意外' },
  [EventKind.Replan]: { en: 'plans again', zh: '重新规划' },
  [EventKind.Move]: { en: 'moves', zh: '移动' },
  [EventKind.Conflict]: { en: 'conflict', zh: '冲突' },
  [EventKind.Step]: { en: 'plan at time', zh: '计划，时刻' },
};

export interface EventLine {
  name: Text;
  /** Row and column. */
  place: string;
  /** g, h, f and supply, as far as the event tells them. */
  values: [name: 'g' | 'h' | 'f' | '◆' | '#' | 't', value: number][];
}

/** One line of the list of events. */
export function eventLine(trace: Trace, event: number, columns: number): EventLine {
  const kind = trace.kind[event] as EventKind;
  const cell = trace.cell[event]!;
  const [g, h, supply] = [trace.g[event]!, trace.h[event]!, trace.supply[event]!];
  const values: EventLine['values'] = [];
  if (kind === EventKind.NewBound) values.push(['f', g]);
  else if (g >= 0) {
    values.push(['g', g]);
    if (h >= 0) values.push(['h', h], ['f', g + h]);
  }
  if (supply >= 0) values.push(['◆', supply]);
  const numbers = trace.numbersOf(event);
  if (kind === EventKind.Replan) values.push(['#', numbers[0] ?? 0]);
  if (kind === EventKind.Step || kind === EventKind.Conflict) values.push(['t', numbers[0] ?? 0]);
  if (kind === EventKind.Conflict)
    values.push(['#', (numbers[1] ?? 0) + 1], ['#', (numbers[2] ?? 0) + 1]);
  return {
    name: names[kind],
    place: cell < 0 ? '' : `(${Math.floor(cell / columns)},${cell % columns})`,
    values,
  };
}
