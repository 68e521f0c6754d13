import { describe, expect, it } from 'vitest';
import { faultText, Interrupted, problemOf, Refused } from './errors';

const words = { en: 'no map', zh: '没有地图' };
const nowhere = { line: null, column: null, points: [], moves_before: null };

describe('problemOf', () => {
  it('shows a refusal with all its faults', () => {
    const fault = { ...nowhere, line: 2, words: { en: 'odd', zh: '奇怪' } };
    expect(problemOf(new Refused({ code: 'input', words, faults: [fault] }))).toEqual({
      title: words,
      faults: [{ en: 'Line 2, column 1: odd', zh: '第 2 行第 1 列：奇怪' }],
    });
  });

  it('shows nothing for an interruption', () => {
    expect(problemOf(new Interrupted('lost'))).toBeUndefined();
    expect(problemOf(new Interrupted('stopped'))).toBeUndefined();
  });

  it('does not take other errors for interruptions, whatever their words', () => {
    const problem = problemOf(new Error('the game was lost and the clock stopped'));
    expect(problem?.title.en).toContain('the game was lost');
  });
});

describe('faultText', () => {
  it('has no place where the fault has none', () => {
    expect(faultText({ ...nowhere, words })).toEqual(words);
  });
});
