// What is chosen in the room, and its form in the address.

import type { Choice } from '../../api';
import { Grid } from './map';

export interface SearchChoice {
  algorithm: string;
  heuristic: string;
}

export interface PathsAddress {
  grid: Grid | undefined;
  searches: SearchChoice[];
  moves: string;
  weight: number;
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
  return {
    grid: Grid.fromShort(query.get('map') ?? ''),
    searches,
    moves: query.get('m') ?? usual.moves,
    weight: Number(query.get('w')) || usual.weight,
    run: query.has('run'),
  };
}

export function pathsAddress(
  grid: Grid,
  [first, second]: SearchChoice[],
  moves: string,
  weight: number,
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
  const map = grid.short();
  if (map.length < LONGEST_MAP) query.set('map', map);
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
