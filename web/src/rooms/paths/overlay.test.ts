import { describe, expect, it } from 'vitest';
import type { RunResult } from '../../api';
import { refillsOf } from './overlay';

const result = (path: number[], supply: number[]) => ({ path, supply }) as unknown as RunResult;

describe('refillsOf', () => {
  it('names the cells where supply is added', () => {
    expect(refillsOf(result([0, 1, 2, 3], [3, 2, 6, 5]))).toEqual([{ cell: 2, units: 5 }]);
    expect(refillsOf(result([0, 1, 0], [3, 3, 3]))).toEqual([
      { cell: 1, units: 1 },
      { cell: 0, units: 1 },
    ]);
  });

  it('finds none where supply does not matter', () => {
    expect(refillsOf(result([0, 1, 2], []))).toEqual([]);
  });
});
