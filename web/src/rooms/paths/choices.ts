// The choices in the room, and their form in the address.

import type { Choice } from '../../api';
import { Grid } from './map';
import { readQuestion, writeQuestion, type QuestionChoice } from './question';

export interface SearchChoice {
  algorithm: string;
  heuristic: string;
}

export interface PathsAddress {
  /** The map that the address holds. */
  grid: Grid | undefined;
  /** The number of the map on the server. */
  id: number | undefined;
  /** Whether the address names a map in a way that cannot be read. */
  wrong: boolean;
  searches: SearchChoice[];
  moves: string;
  weight: number;
  question: QuestionChoice;
  /** Whether to search at once. */
  run: boolean;
}

const usual = { algorithm: 'astar', heuristic: 'manhattan', other: 'ucs', moves: '4', weight: 1.5 };

/** Longer maps are left out of the address. */
const LONGEST_MAP = 1800;

export function readPathsAddress(query: URLSearchParams): PathsAddress {
  const search = (name: string, heuristic: string, algorithm: string): SearchChoice => ({
    algorithm: query.get(name) ?? algorithm,
    heuristic: query.get(heuristic) ?? usual.heuristic,
  });
  const searches = [search('a', 'h', usual.algorithm)];
  if (query.has('b')) searches.push(search('b', 'bh', usual.other));
  const [map, id] = [query.get('map'), query.get('id')];
  const grid = map === null ? undefined : Grid.fromShort(map);
  const isNumber = id !== null && /^[1-9]\d{0,8}$/.test(id);
  return {
    grid,
    id: isNumber ? Number(id) : undefined,
    wrong: (map !== null && !grid) || (id !== null && !isNumber),
    searches,
    moves: query.get('m') ?? usual.moves,
    weight: Number(query.get('w')) || usual.weight,
    question: readQuestion(query),
    run: query.has('run'),
  };
}

/** The address of a view. A small map is in it, so that it can be sent to others. */
export function pathsAddress(
  grid: Grid,
  id: number | undefined,
  [first, second]: SearchChoice[],
  moves: string,
  weight: number,
  question: QuestionChoice,
): string {
  const query = new URLSearchParams();
  if (first) {
    query.set('a', first.algorithm);
    query.set('h', first.heuristic);
  }
  query.set('m', moves);
  if (second) {
    query.set('b', second.algorithm);
    query.set('bh', second.heuristic);
  }
  if ([first, second].some((one) => one?.algorithm === 'weighted-astar'))
    query.set('w', String(weight));
  writeQuestion(question, query);
  if (id !== undefined) query.set('id', String(id));
  const map = grid.cells.length <= 40_000 ? grid.short() : '';
  if (map && map.length < LONGEST_MAP) query.set('map', map);
  return `/paths?${query}`;
}

/** Without a supply, with one, or with stations that sell. */
export type ProblemKind = 'plain' | 'supply' | 'prices';

export function problemKind(grid: Grid): ProblemKind {
  if (grid.tank === null) return 'plain';
  return grid.hasPrices() ? 'prices' : 'supply';
}

/** Whether a choice of the menu suits problems of this kind. */
export const suits = (choice: Choice, kind: ProblemKind): boolean => choice[kind];

/** The chosen name if it is offered, else the usual one, else the first. */
export function offered(choices: Choice[], chosen: string, preferred: string): string {
  const names = choices.map((choice) => choice.name);
  if (names.includes(chosen)) return chosen;
  return names.includes(preferred) ? preferred : (names[0] ?? chosen);
}

/** The choice with both names replaced where the problem does not allow them. */
export function fitting(
  { algorithm, heuristic }: SearchChoice,
  menu: { algorithms: Choice[]; heuristics: Choice[] },
  kind: ProblemKind,
): SearchChoice {
  const suitable = (choices: Choice[]) => choices.filter((choice) => suits(choice, kind));
  return {
    algorithm: offered(suitable(menu.algorithms), algorithm, usual.algorithm),
    heuristic: offered(suitable(menu.heuristics), heuristic, usual.heuristic),
  };
}

/** Whether a text is a `.scen` file of Moving AI. */
export const isScenarioFile = (text: string, name: string | null): boolean =>
  (name?.endsWith('.scen') ?? false) || /^version\s+1(\.0)?\s/.test(text);
