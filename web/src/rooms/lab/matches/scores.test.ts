import { describe, expect, it } from 'vitest';
import { scoreText } from './scores';

describe('a score beside a live board', () => {
  it('is in whole units with its sign', () => {
    expect(scoreText('xiangqi', 42, null).en).toBe('+0.42');
    expect(scoreText('gomoku', -1250, null).zh).toBe('−12.50');
    expect(scoreText('xiangqi', 0, null).en).toBe('0.00');
    expect(scoreText('xiangqi', null, null).en).toBe('');
  });

  it('counts the moves to a forced win, never 299.99', () => {
    expect(scoreText('xiangqi', 29_997, 2).en).toBe('+M2');
    expect(scoreText('xiangqi', -29_998, -1).zh).toBe('−M1');
    expect(scoreText('gomoku', 29_999, 1)).toEqual({ en: 'win in 1', zh: '1 步胜' });
    expect(scoreText('gomoku', -29_996, -2).en).toBe('loss in 2');
    expect(scoreText('gomoku', 29_999, null)).toEqual({ en: 'winning', zh: '胜势' });
    expect(scoreText('xiangqi', -29_999, null).en).toBe('losing');
  });
});
