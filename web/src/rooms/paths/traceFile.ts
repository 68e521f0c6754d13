// Reads search traces from files: our own (docs/trace.md) and those of the Posthoc visualiser
// (search trace 1.x, JSON or YAML). A trace without a map gets one from the cells that it names.

import { EventKind, type Events, type RunOutcome, type RunResult } from '../../api';
import { InputError } from '../../lib/text';
import { FREE, Grid, WALL } from './map';
import { readYaml } from './yaml';

const LARGEST_MIB = 64;
const MOST_CELLS = 1_000_000;

/** One event, or the end of the search. */
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
  path?: [row: number, column: number][];
  outcome?: RunOutcome;
}

interface Header {
  rows?: number;
  columns?: number;
  map?: string[];
  start?: [row: number, column: number];
  goal?: [row: number, column: number];
  tank?: number | null;
  stations?: [row: number, column: number, ...rest: unknown[]][];
  terrain?: [row: number, column: number, cost: number][];
  algorithm?: string;
  heuristic?: string;
  events?: Line[];
}

interface TraceText {
  header: Header;
  lines: Line[];
}

/** A search read from a file, in the form of one that the server ran. */
export interface TraceFile {
  grid: Grid;
  events: Events;
  result: RunResult;
}

const kinds: Partial<Record<string, EventKind>> = {
  generate: EventKind.Generate,
  generating: EventKind.Generate,
  generated: EventKind.Generate,
  open: EventKind.Generate,
  opening: EventKind.Generate,
  update: EventKind.Generate,
  updating: EventKind.Generate,
  expand: EventKind.Expand,
  expanding: EventKind.Expand,
  expanded: EventKind.Expand,
  reopen: EventKind.Reopen,
  reopening: EventKind.Reopen,
  close: EventKind.Close,
  closing: EventKind.Close,
  closed: EventKind.Close,
  bound: EventKind.NewBound,
  refill: EventKind.Refill,
  'dead-end': EventKind.DeadEnd,
  found: EventKind.Found,
  solution: EventKind.Found,
  end: EventKind.Found,
};

const kindOf = (line: Line): EventKind | undefined => kinds[line.type ?? ''];

/** Whether a text is a trace and not a map. */
export function looksLikeTrace(text: string): boolean {
  return (
    text.trimStart().startsWith('{') ||
    /^(version|events|views|render|pivot)\s*:/m.test(text.slice(0, 4000))
  );
}

/** Reads a trace. Throws `InputError` with the reason where it cannot be shown. */
export async function readTrace(text: string): Promise<TraceFile> {
  const size = Math.round(text.length / (1 << 20));
  if (size > LARGEST_MIB)
    throw new InputError(
      `The trace has ${size} MiB; the page takes ${LARGEST_MIB} at most`,
      `轨迹有 ${size} MiB；页面至多接受 ${LARGEST_MIB} MiB`,
    );
  const { header, lines } = await parse(text);
  const grid = gridOf(header, lines);
  const { events, parents, counts, cost } = eventsOf(lines, grid.columns);
  const end = lines.findLast((line) => line.type === 'end');
  const path =
    end?.path?.map(([row, column]) => row * grid.columns + column) ??
    pathBack(grid.goal, grid.start, parents);
  const found = end?.outcome ? end.outcome === 'found' : path.length > 0;
  const about = [header.algorithm, header.heuristic].filter(Boolean).join(' · ');
  return {
    grid,
    events,
    result: {
      outcome: found ? 'found' : (end?.outcome ?? 'stopped'),
      path,
      reached: [],
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
      picture: null,
    },
  };
}

/** One JSON document, one YAML document, or one JSON object a line. */
async function parse(text: string): Promise<TraceText> {
  const isEvent = (one: unknown): one is Line => typeof one === 'object' && one !== null;
  if (!text.trimStart().startsWith('{')) {
    const whole = (await readYaml(text)) as Header | null;
    if (!Array.isArray(whole?.events))
      throw new InputError(
        'This YAML file has no list of events',
        '这个 YAML 文件没有 events 列表',
      );
    return { header: whole, lines: whole.events.filter(isEvent) };
  }
  try {
    const whole = JSON.parse(text) as Header;
    if (Array.isArray(whole.events)) return { header: whole, lines: whole.events.filter(isEvent) };
  } catch {
    // Not one document: every line is an object of its own.
  }
  const objects = text
    .split('\n')
    .filter((line) => line.trim())
    .map((line, index) => {
      try {
        return JSON.parse(line) as Header & Line;
      } catch {
        throw new InputError(
          `Line ${index + 1} is no JSON object`,
          `第 ${index + 1} 行不是 JSON 对象`,
        );
      }
    });
  return {
    header: objects[0] ?? {},
    lines: objects.slice(objects[0]?.type ? 0 : 1).filter(isEvent),
  };
}

const hasPlace = (line: Line): boolean => Number.isFinite(line.x) && Number.isFinite(line.y);
const placeOf = (line: Line, columns: number): number =>
  Math.round(line.y!) * columns + Math.round(line.x!);

/** The map of the header, or an empty one that holds every cell of the events. */
function gridOf(header: Header, lines: Line[]): Grid {
  const placed = lines.filter(hasPlace);
  if (!placed.length)
    throw new InputError(
      'No event of this trace has a place (x and y)',
      '轨迹中没有带坐标（x 与 y）的事件',
    );
  if (placed.some((line) => line.x! < 0 || line.y! < 0))
    throw new InputError(
      'A place of this trace is negative; only grids can be shown',
      '轨迹中有负坐标；只能显示网格',
    );
  const largest = (of: 'x' | 'y') =>
    placed.reduce((found, line) => Math.max(found, Math.round(line[of]!)), 0);
  const [lastRow, lastColumn] = [largest('y'), largest('x')];
  const rows = Math.max(2, header.map?.length ?? header.rows ?? lastRow + 1);
  const columns = Math.max(2, header.map?.[0]?.length ?? header.columns ?? lastColumn + 1);
  if (rows * columns > MOST_CELLS || rows <= lastRow || columns <= lastColumn)
    throw new InputError(
      `${rows} × ${columns} cells do not hold this trace, or are too many`,
      `${rows} × ${columns} 的地图装不下这条轨迹，或过大`,
    );

  const named = (type: string) => placed.find((line) => line.type === type);
  const found = placed.findLast((line) => kindOf(line) === EventKind.Found);
  const start = header.start
    ? header.start[0] * columns + header.start[1]
    : placeOf(named('source') ?? placed[0]!, columns);
  const goal = header.goal
    ? header.goal[0] * columns + header.goal[1]
    : placeOf(named('destination') ?? found ?? placed.at(-1)!, columns);
  const grid = new Grid(rows, columns, start, goal, header.tank ?? null);
  header.map?.forEach((row, r) =>
    [...row].forEach((letter, c) => (grid.cells[r * columns + c] = cellOf(letter))),
  );
  for (const [row, column, cost] of header.terrain ?? []) grid.cells[row * columns + column] = cost;
  for (const [row, column, price] of header.stations ?? [])
    grid.stations.set(row * columns + column, typeof price === 'number' ? price : 0);
  return grid;
}

function cellOf(letter: string): number {
  if (letter === '#' || letter === '@') return WALL;
  return letter >= '2' && letter <= '9' ? Number(letter) : FREE;
}

interface EventColumns {
  events: Events;
  parents: Map<number, number>;
  counts: Pick<RunResult, 'expanded' | 'generated' | 'reopened'>;
  cost: number | null;
}

/** The events in columns, as the server sends them. Events of unknown type are left out. */
function eventsOf(lines: Line[], columns: number): EventColumns {
  const events: Events = { kind: [], cell: [], parent: [], g: [], h: [], supply: [], numbers: [] };
  const cellById = new Map<string, number>();
  const parents = new Map<number, number>();
  const counts = { expanded: 0, generated: 0, reopened: 0 };
  let cost: number | null = null;
  for (const line of lines) {
    const kind = kindOf(line);
    if (kind === undefined || (kind === EventKind.Found && !hasPlace(line))) continue;
    const cell =
      kind === EventKind.NewBound
        ? -1
        : hasPlace(line)
          ? placeOf(line, columns)
          : cellById.get(String(line.id));
    if (cell === undefined) continue;
    if (cell >= 0) cellById.set(String(line.id), cell);
    const parent =
      line.pId === undefined ? -2 : line.pId === null ? -1 : (cellById.get(String(line.pId)) ?? -1);
    if (cell >= 0 && parent >= 0) parents.set(cell, parent);
    events.kind.push(kind);
    events.cell.push(cell);
    events.parent.push(parent);
    events.g.push((kind === EventKind.NewBound ? line.f : line.g) ?? -1);
    events.h.push(line.h ?? (line.f != null && line.g != null ? line.f - line.g : -1));
    events.supply.push(line.supply ?? -1);
    if (kind === EventKind.Expand) counts.expanded += 1;
    if (kind === EventKind.Generate) counts.generated += 1;
    if (kind === EventKind.Reopen) counts.reopened += 1;
    if (kind === EventKind.Found) cost = line.g ?? cost;
  }
  if (!events.kind.length)
    throw new InputError('This trace has no event that the page knows', '轨迹中没有页面认识的事件');
  return { events, parents, counts, cost };
}

/** The path from `start` to `goal` along the parents; empty where they do not lead there. */
function pathBack(goal: number, start: number, parents: Map<number, number>): number[] {
  const path = [goal];
  const seen = new Set(path);
  while (path.at(-1) !== start) {
    const next = parents.get(path.at(-1)!);
    if (next === undefined || seen.has(next)) return [];
    path.push(next);
    seen.add(next);
  }
  return path.reverse();
}
