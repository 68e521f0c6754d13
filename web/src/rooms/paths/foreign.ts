// Searches of others, from files: our own traces (docs/trace.md) and those that the Posthoc visualiser opens (search trace 1.x in
// JSON or YAML). What a foreign trace does not say is left out: without a map the cells it touches are its map.

import type { Events, RunResult } from '../../api';
import { say } from '../../lib/settings.svelte';
import { FREE, Grid, WALL } from './map';
import { Kind } from './trace';
import { readYaml } from './yaml';

const LARGEST = 64 << 20;
const MOST_CELLS = 1_000_000;

interface Line {
  type?: string;
  id?: string | number;
  pId?: string | number | null;
  x?: number;
  y?: number;
  g?: number | null;
  h?: number | null;
  f?: number | null;
  supply?: number;
  cost?: number;
  path?: [number, number][];
  outcome?: string;
  dropped?: number;
}
interface Header {
  rows?: number;
  columns?: number;
  map?: string[];
  start?: [number, number];
  goal?: [number, number];
  tank?: number | null;
  stations?: [number, number, number][];
  algorithm?: string;
  heuristic?: string;
  events?: Line[];
}

export interface Foreign {
  grid: Grid;
  events: Events;
  result: RunResult;
  about: string;
}

const kinds: Record<string, number> = {
  generate: Kind.Generate,
  generating: Kind.Generate,
  generated: Kind.Generate,
  open: Kind.Generate,
  opening: Kind.Generate,
  update: Kind.Generate,
  updating: Kind.Generate,
  expand: Kind.Expand,
  expanding: Kind.Expand,
  expanded: Kind.Expand,
  reopen: Kind.Reopen,
  reopening: Kind.Reopen,
  close: Kind.Close,
  closing: Kind.Close,
  closed: Kind.Close,
  bound: Kind.NewBound,
  refill: Kind.Refill,
  'dead-end': Kind.DeadEnd,
  found: Kind.Found,
  solution: Kind.Found,
  end: Kind.Found,
};

export function looksLikeTrace(text: string): boolean {
  return (
    text.trimStart().startsWith('{') ||
    /^(version|events|views|render|pivot)\s*:/m.test(text.slice(0, 4000))
  );
}

/** Reads a trace, or says in words why it is none. */
export function readTrace(text: string): Foreign {
  if (text.length > LARGEST)
    throw new Error(
      say(
        `The trace has ${Math.round(text.length / (1 << 20))} MiB; the page takes 64 at most`,
        `轨迹有 ${Math.round(text.length / (1 << 20))} MiB；页面至多接受 64`,
      ),
    );
  const { header, lines } = parse(text);
  const placed = lines.filter((line) => Number.isFinite(line.x) && Number.isFinite(line.y));
  if (!placed.length)
    throw new Error(
      say('No event of this trace has a place (x and y)', '轨迹中没有带坐标（x 与 y）的事件'),
    );
  const most = (of: (line: Line) => number) =>
    placed.reduce((found, line) => Math.max(found, Math.round(of(line))), 0);
  if (placed.some((line) => line.x! < 0 || line.y! < 0))
    throw new Error(
      say(
        'A place of this trace is negative; only grids can be shown',
        '轨迹中有负坐标；只能显示网格',
      ),
    );
  const rows = Math.max(2, header.map?.length ?? header.rows ?? most((line) => line.y!) + 1);
  const columns = Math.max(
    2,
    header.map?.[0]?.length ?? header.columns ?? most((line) => line.x!) + 1,
  );
  if (
    rows * columns > MOST_CELLS ||
    rows <= most((line) => line.y!) ||
    columns <= most((line) => line.x!)
  )
    throw new Error(
      say(
        `${rows} × ${columns} cells do not hold this trace, or are too many`,
        `${rows} × ${columns} 的地图装不下这条轨迹，或过大`,
      ),
    );

  const place = (line: Line) => Math.round(line.y!) * columns + Math.round(line.x!);
  const named = (type: string) => placed.find((line) => line.type === type);
  const end = lines.findLast((line) => line.type === 'end');
  const first = header.start
    ? header.start[0] * columns + header.start[1]
    : place(named('source') ?? placed[0]!);
  const last = header.goal
    ? header.goal[0] * columns + header.goal[1]
    : place(
        named('destination') ??
          placed.findLast((line) => kinds[line.type ?? ''] === Kind.Found) ??
          placed.at(-1)!,
      );
  const grid = new Grid(rows, columns, first, last, header.tank ?? null);
  header.map?.forEach((row, r) =>
    [...row].forEach(
      (letter, c) =>
        (grid.cells[r * columns + c] =
          letter === '#' || letter === '@'
            ? WALL
            : letter >= '2' && letter <= '9'
              ? Number(letter)
              : FREE),
    ),
  );
  for (const [r, c] of header.stations ?? []) grid.cells[r * columns + c] = 100;

  const events: Events = { kind: [], cell: [], parent: [], g: [], h: [], supply: [] };
  const cellOf = new Map<string, number>();
  const parents = new Map<number, number>();
  const counts = { expanded: 0, generated: 0, reopened: 0 };
  let cost: number | null = null;
  for (const line of lines) {
    const kind = kinds[line.type ?? ''];
    if (
      kind === undefined ||
      (kind === Kind.Found && (line.x === undefined || line.y === undefined))
    )
      continue;
    const cell =
      kind === Kind.NewBound
        ? -1
        : Number.isFinite(line.x) && Number.isFinite(line.y)
          ? place(line)
          : cellOf.get(String(line.id));
    if (cell === undefined) continue;
    if (cell >= 0) cellOf.set(String(line.id), cell);
    const parent =
      line.pId === undefined ? -2 : line.pId === null ? -1 : (cellOf.get(String(line.pId)) ?? -1);
    if (cell >= 0 && parent >= 0) parents.set(cell, parent);
    const g = kind === Kind.NewBound ? (line.f ?? -1) : (line.g ?? -1);
    events.kind.push(kind);
    events.cell.push(cell);
    events.parent.push(parent);
    events.g.push(g ?? -1);
    events.h.push(line.h ?? (line.f != null && line.g != null ? line.f - line.g : -1));
    events.supply.push(line.supply ?? -1);
    if (kind === Kind.Expand) counts.expanded += 1;
    if (kind === Kind.Generate) counts.generated += 1;
    if (kind === Kind.Reopen) counts.reopened += 1;
    if (kind === Kind.Found) cost = line.g ?? cost;
  }
  if (!events.kind.length)
    throw new Error(say('This trace has no event that the page knows', '轨迹中没有页面认识的事件'));

  const path = end?.path?.map(([r, c]) => r * columns + c) ?? walk(last, first, parents);
  const found = end?.outcome ? end.outcome === 'found' : path.length > 0;
  const about = [header.algorithm, header.heuristic].filter(Boolean).join(' · ');
  return {
    grid,
    events,
    about,
    result: {
      outcome: found ? 'found' : (end?.outcome ?? 'impossible'),
      path,
      supply: [],
      cost: end?.cost ?? cost,
      ...counts,
      largest_frontier: 0,
      bounds: [],
      seconds: 0,
      memory: 0,
      truncated: lines.some((line) => line.type === 'truncated'),
      warning: null,
      explanation: about ? [{ en: `From a file: ${about}.`, zh: `来自文件：${about}。` }] : [],
    },
  };
}

function parse(text: string): { header: Header; lines: Line[] } {
  if (!text.trimStart().startsWith('{')) {
    const whole = readYaml(text) as Header | null;
    if (!Array.isArray(whole?.events))
      throw new Error(
        say('This YAML file has no list of events', '这个 YAML 文件没有 events 列表'),
      );
    return {
      header: whole,
      lines: whole.events.filter((one) => typeof one === 'object' && one !== null),
    };
  }
  try {
    const whole = JSON.parse(text) as Header;
    if (Array.isArray(whole.events)) return { header: whole, lines: whole.events };
  } catch {
    // Not one document: a line each, then.
  }
  const rows = text.split('\n').filter((line) => line.trim());
  const objects = rows.map((line, index) => {
    try {
      return JSON.parse(line) as Header & Line;
    } catch {
      throw new Error(
        say(`Line ${index + 1} is no JSON object`, `第 ${index + 1} 行不是 JSON 对象`),
      );
    }
  });
  return { header: objects[0] ?? {}, lines: objects.slice(objects[0]?.type ? 0 : 1) };
}

function walk(from: number, to: number, parents: Map<number, number>): number[] {
  const path = [from];
  const seen = new Set(path);
  while (path.at(-1) !== to) {
    const next = parents.get(path.at(-1)!);
    if (next === undefined || seen.has(next)) return [];
    path.push(next);
    seen.add(next);
  }
  return path.reverse();
}
