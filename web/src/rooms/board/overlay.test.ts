import { describe, expect, it } from 'vitest';
import type { Line, Lines, Node, OpeningChoice, State } from '../../api';
import { geometryOf } from './geometry';
import { arrowsOf, gaugeOf, movableSides, valuesOf } from './overlay';

const geometry = geometryOf('xiangqi', 9, 10);
const line = (moves: string[], win = 50): Line =>
  ({ moves, score: { value: 0, mate: null, win, draw: 10 } }) as Line;
const lines = { node: 1, threat: 'a0a1', lines: [line(['h2e2'], 60), line(['b2e2'])] } as Lines;

const state = (players: string[], changes: Partial<State> = {}): State =>
  ({
    nodes: [{ id: 1, parent: 0, note: null }],
    current: 1,
    over: null,
    opening: null,
    view: { side: 0 },
    setup: { players: players.map((type) => ({ type })) },
    ...changes,
  }) as unknown as State;

describe('arrowsOf', () => {
  it('draws the best line last, so that it lies on top', () => {
    const kinds = arrowsOf(geometry, lines, line(['h0g2'])).map((arrow) => arrow.kind);
    expect(kinds).toEqual(['threat', 'other', 'best', 'hint']);
    expect(arrowsOf(geometry, lines, undefined)[2]).toEqual({ from: 70, to: 67, kind: 'best' });
  });

  it('draws nothing without lines', () => {
    expect(arrowsOf(geometry, undefined, undefined)).toEqual([]);
    expect(arrowsOf(geometry, { ...lines, threat: null, lines: [line([])] }, undefined)).toEqual(
      [],
    );
  });
});

describe('gaugeOf', () => {
  it('follows the engine, then the review, then nothing', () => {
    const note = { score: { value: 0, mate: null, win: 20, draw: 20 } };
    const reviewed = state(['human', 'human'], { nodes: [{ id: 1, parent: 0, note } as Node] });
    expect(gaugeOf(reviewed, lines)).toBe(65);
    expect(gaugeOf(reviewed, undefined)).toBe(30);
    expect(gaugeOf(state(['human', 'human']), undefined)).toBeUndefined();
    expect(gaugeOf(undefined, undefined)).toBeUndefined();
  });
});

describe('valuesOf', () => {
  const gomoku = geometryOf('gomoku', 15, 15);
  const value = (move: string, value: number, mate: number | null = null) =>
    ({ moves: [move], score: { value, mate, win: 50, draw: 0 } }) as Line;

  it('names the candidate points of Gomoku with their scores, the best first', () => {
    const found = {
      ...lines,
      lines: [value('h8', 125, 3), value('i9', -140), value('h8', 0)],
    } as Lines;
    expect(valuesOf(gomoku, found)).toEqual([
      { point: 112, text: '+M3', short: 'M3' },
      { point: 98, text: '−1.4', short: '−1' },
    ]);
    expect(arrowsOf(gomoku, { ...found, threat: null }, undefined)).toEqual([]);
  });

  it('leaves Xiangqi to its arrows', () => {
    expect(valuesOf(geometry, lines)).toEqual([]);
    expect(valuesOf(gomoku, undefined)).toEqual([]);
  });
});

describe('movableSides', () => {
  it('lets people move their own side', () => {
    expect(movableSides(state(['human', 'engine']), false)).toEqual([true, false]);
  });

  it('lets the reader move both sides in an analysis or before the last move', () => {
    expect(movableSides(state(['human', 'engine']), true)).toEqual([true, true]);
    expect(movableSides(state(['engine', 'engine'], { current: 0 }), false)).toEqual([true, true]);
  });

  it('lets the player of the opening rule place both colours, but not while choosing', () => {
    const asks = (player: number, choices: OpeningChoice[]) =>
      movableSides(state(['human', 'engine'], { opening: { player, stones: 1, choices } }), false);
    expect(asks(0, [])).toEqual([true, true]);
    expect(asks(1, [])).toEqual([false, false]);
    expect(asks(0, ['black', 'white'])).toEqual([false, false]);
    expect(asks(0, ['black', 'white', 'more'])).toEqual([false, false]);
  });
});
