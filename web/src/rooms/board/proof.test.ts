import { describe, expect, it } from 'vitest';
import type { BoardProof, ProofStep } from '../../api';
import { pathTo, stepsAfter, verdictText } from './proof';

const step = (id: number, parent: number, text: string, wins: boolean): ProofStep => ({
  id,
  parent,
  text,
  wins,
  forces: null,
  threat: [],
});
const proof: BoardProof = {
  node: 7,
  verdict: 'fours',
  length: 5,
  line: ['a1', 'b1', 'c1'],
  steps: [
    step(1, 0, 'a1', true),
    step(2, 1, 'b1', false),
    step(3, 1, 'b2', false),
    step(4, 2, 'c1', true),
  ],
  cut: false,
  nodes: 10,
  seconds: 0.1,
};

describe('a proof', () => {
  it('is walked from answer to answer', () => {
    expect(stepsAfter(proof, 0).map((one) => one.text)).toEqual(['a1']);
    expect(stepsAfter(proof, 1).map((one) => one.text)).toEqual(['b1', 'b2']);
    expect(pathTo(proof, 4).map((one) => one.text)).toEqual(['a1', 'b1', 'c1']);
    expect(pathTo(proof, 0)).toEqual([]);
  });

  it('says what it proves', () => {
    expect(verdictText(proof, 0).en).toBe('Black wins by fours in 3.');
    expect(verdictText(proof, 1).zh).toBe('白方连冲四 3 步胜。');
    expect(verdictText({ ...proof, verdict: 'noForcedWin' }, 0).zh).toContain('没有');
  });
});
