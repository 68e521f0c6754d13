import { describe, expect, it } from 'vitest';
import type { Node, Player, State } from '../../api';
import {
  actorOf,
  expected,
  headersOf,
  isAtEnd,
  isEngineToMove,
  lineOf,
  plyOf,
  scoreText,
  scoreWords,
  takeBackTo,
} from './record';

const human: Player = { type: 'human' };
const engine: Player = { type: 'engine', level: 'casual' };

const node = (id: number, parent: number, side: number): Node => ({
  id,
  parent,
  side,
  text: `m${id}`,
  names: { iccs: '', wxf: '', zh: '' },
  clock: null,
  note: null,
  remarks: { before: '', comment: '', glyphs: [], shapes: [] },
});

/** 1 2 3 with the variation 4 5 instead of 2, and 6 instead of 3. */
const nodes = [
  node(1, 0, 0),
  node(2, 1, 1),
  node(3, 2, 0),
  node(4, 1, 1),
  node(5, 4, 0),
  node(6, 2, 0),
];

function record(current: number, players: [Player, Player] = [human, human], list = nodes): State {
  return {
    id: 1,
    nodes: list,
    current,
    over: null,
    opening: null,
    clocks: null,
    view: { side: 1 },
    setup: { players },
  } as unknown as State;
}
const ids = (list: Node[]) => list.map((one) => one.id);

describe('lineOf', () => {
  it('runs through the current node and on along first children', () => {
    expect(ids(lineOf(record(1)))).toEqual([1, 2, 3]);
    expect(ids(lineOf(record(4)))).toEqual([1, 4, 5]);
    expect(ids(lineOf(record(0)))).toEqual([1, 2, 3]);
    expect(ids(lineOf(record(0, undefined, [])))).toEqual([]);
  });

  it('ends on a record whose nodes go round in a circle', () => {
    const circle = [node(1, 2, 0), node(2, 1, 1)];
    expect(lineOf(record(1, undefined, circle)).length).toBeLessThanOrEqual(2);
  });

  it('counts the moves before the current position', () => {
    expect([0, 1, 5, 6].map((at) => plyOf(record(at)))).toEqual([0, 1, 3, 3]);
  });
});

describe('whose turn it is', () => {
  it('is decided at the end of a line', () => {
    expect([3, 2].map((at) => isAtEnd(record(at)))).toEqual([true, false]);
    expect(isEngineToMove(record(3, [human, engine]))).toBe(true);
    const result = { winner: 0, code: 'time' } as const;
    expect(isEngineToMove({ ...record(3, [human, engine]), result })).toBe(false);
    expect(isEngineToMove(record(2, [human, engine]))).toBe(false);
    expect(isEngineToMove(record(3, [engine, human]))).toBe(false);
  });

  it('is the opening rule’s to say while it asks', () => {
    const asked = { ...record(3), opening: { player: 0, stones: 1, choices: [] } };
    expect([actorOf(record(3)), actorOf(asked)]).toEqual([1, 0]);
  });
});

describe('takeBackTo', () => {
  it('takes back one move between people, two where an engine replied', () => {
    expect(takeBackTo(record(2))).toBe(2);
    expect(takeBackTo(record(2, [human, engine]))).toBe(1);
    expect(takeBackTo(record(3, [human, engine]))).toBe(3);
    expect(takeBackTo(record(2, [engine, engine]))).toBe(2);
    expect(takeBackTo(record(0))).toBeUndefined();
  });
});

describe('scores', () => {
  const score = { value: 0, mate: null, win: 40, draw: 30 };

  it('are written with their sign', () => {
    expect(scoreText({ ...score, value: 125 })).toBe('+1.25');
    expect(scoreText({ ...score, value: -7 })).toBe('−0.07');
    expect(scoreText(score)).toBe('0.00');
  });

  it('count the moves to a forced win', () => {
    expect(scoreText({ ...score, mate: 3 })).toBe('+M3');
    expect(scoreText({ ...score, mate: -2 })).toBe('−M2');
    expect(scoreText({ ...score, mate: 0 })).toBe('#');
    expect(scoreWords({ ...score, mate: 2 }, 'gomoku').en).toBe('Black wins in 2');
    expect(scoreWords({ ...score, mate: -3 }, 'xiangqi').zh).toBe('黑方 3 步杀');
  });

  it('become the expected result', () => {
    expect(expected(score)).toBe(55);
  });
});

describe('headers of an imported game', () => {
  it('are read in the order event, place, round, date, each once', () => {
    const tag = (name: string, value: string) => ({ name, value });
    const tags = [
      tag('Date', '1999.11.02'),
      tag('Event', 'Cup'),
      tag('Round', '?'),
      tag('Red', 'A'),
      tag('Site', 'Beijing'),
    ];
    expect(headersOf({ name: 'Cup', tags })).toBe('Cup · Beijing · 1999.11.02');
    expect(headersOf({ name: 'my game', tags: [] })).toBe('');
  });
});
