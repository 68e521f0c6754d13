// The question that is asked about the map, its settings, and their form in messages and addresses.

import type { GridMap, MapQuestion } from '../../api';

export interface QuestionChoice {
  /** Its name in the menu; `path` is the path from start to goal. */
  name: string;
  /** Marked cells: goals, way-points, sources, or start and goal of each further agent. */
  marks: number[];
  /** Side of a square traveller in cells. */
  body: number;
  /** Rows and columns that a robot sees around it. */
  sight: number;
  /** Whether way-points are visited in the given order. */
  inOrder: boolean;
  /** End of a path through way-points: `goal`, `last` or `start`. */
  finish: string;
  /** Quantity that a trip minimises. */
  objective: string;
  reserve: number;
  /** Most stops of a trip; none without a limit. */
  stops: number | null;
  /** Whether a trip returns. */
  returns: boolean;
}

export const usualQuestion: QuestionChoice = {
  name: 'path',
  marks: [],
  body: 1,
  sight: 1,
  inOrder: false,
  finish: 'goal',
  objective: 'distance',
  reserve: 0,
  stops: null,
  returns: false,
};

const withMarks: readonly string[] = [
  'nearest-goal',
  'all-goals',
  'tour',
  'field',
  'cbs',
  'prioritised',
];

export const usesMarks = (name: string): boolean => withMarks.includes(name);

export const isOfAgents = (name: string): boolean => name === 'cbs' || name === 'prioritised';

export const isAtAnyAngle = (name: string): boolean => name === 'anya' || name === 'theta';

/** Whether the traveller may have a size. */
export const hasBody = (name: string): boolean =>
  name !== 'path' && name !== 'trip' && !isAtAnyAngle(name);

/** The mark's sign: the number of a goal or way-point; of agents, their number and `'` at the goal. */
export function markSign(name: string, index: number): string {
  if (!isOfAgents(name)) return String(index + 1);
  return `${Math.floor(index / 2) + 2}${index % 2 ? '′' : ''}`;
}

/** Marks a cell, or takes its mark away. */
export function toggledMark(marks: readonly number[], cell: number): number[] {
  return marks.includes(cell) ? marks.filter((one) => one !== cell) : [...marks, cell];
}

export function askMessage(choice: QuestionChoice, map: GridMap, moves: string): MapQuestion {
  const { name, marks, body, sight, inOrder, finish, objective, reserve, stops, returns } = choice;
  return {
    map,
    question: name,
    moves,
    marks: usesMarks(name) ? [...marks] : [],
    body,
    sight,
    in_order: inOrder,
    finish,
    objective,
    reserve,
    stops,
    returns,
  };
}

/** A whole number within bounds, or the usual one. */
function whole(text: string | null, low: number, high: number, usual: number): number {
  if (text === null || !/^\d{1,9}$/.test(text)) return usual;
  return Math.max(low, Math.min(high, Number(text)));
}

const oneOf = (text: string | null, names: readonly string[], usual: string): string =>
  text !== null && names.includes(text) ? text : usual;

export const finishes = ['goal', 'last', 'start'] as const;
export const objectives = ['distance', 'time', 'money'] as const;
export const LARGEST_BODY = 99;
export const FARTHEST_SIGHT = 99;

/** The question in an address. */
export function readQuestion(query: URLSearchParams): QuestionChoice {
  const usual = usualQuestion;
  const marks = query.get('marks');
  const stops = query.get('stops');
  return {
    name: query.get('q') ?? usual.name,
    marks: marks && /^\d{1,9}(\.\d{1,9})*$/.test(marks) ? marks.split('.').map(Number) : [],
    body: whole(query.get('body'), 1, LARGEST_BODY, usual.body),
    sight: whole(query.get('sight'), 0, FARTHEST_SIGHT, usual.sight),
    inOrder: query.has('given'),
    finish: oneOf(query.get('end'), finishes, usual.finish),
    objective: oneOf(query.get('least'), objectives, usual.objective),
    reserve: whole(query.get('reserve'), 0, 100_000, usual.reserve),
    stops: stops === null ? null : whole(stops, 0, 1000, 0),
    returns: query.has('return'),
  };
}

/** Writes a question into an address; what is usual is left out. */
export function writeQuestion(choice: QuestionChoice, query: URLSearchParams): void {
  const usual = usualQuestion;
  if (choice.name === usual.name) return;
  query.set('q', choice.name);
  if (usesMarks(choice.name) && choice.marks.length) query.set('marks', choice.marks.join('.'));
  if (choice.body !== usual.body) query.set('body', String(choice.body));
  if (choice.sight !== usual.sight) query.set('sight', String(choice.sight));
  if (choice.inOrder) query.set('given', '');
  if (choice.finish !== usual.finish) query.set('end', choice.finish);
  if (choice.objective !== usual.objective) query.set('least', choice.objective);
  if (choice.reserve !== usual.reserve) query.set('reserve', String(choice.reserve));
  if (choice.stops !== null) query.set('stops', String(choice.stops));
  if (choice.returns) query.set('return', '');
}
