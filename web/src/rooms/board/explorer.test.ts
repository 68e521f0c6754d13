import { expect, it } from 'vitest';
import { share, shares } from './explorer';

it.each([
  [
    { red: 1, draws: 1, black: 1 },
    { red: 33, draws: 34, black: 33 },
  ],
  [
    { red: 3, draws: 0, black: 5 },
    { red: 38, draws: 0, black: 62 },
  ],
  [
    { red: 1, draws: 0, black: 199 },
    { red: 1, draws: 0, black: 99 },
  ],
  [
    { red: 0, draws: 7, black: 0 },
    { red: 0, draws: 100, black: 0 },
  ],
])('the shares of %o add up', (counts, wanted) => {
  expect(shares(counts)).toEqual(wanted);
});

it('games without a result have no shares', () => {
  expect(shares({ red: 0, draws: 0, black: 0 })).toEqual({ red: 0, draws: 0, black: 0 });
});

it('a rare move is not said to be never played', () => {
  expect([share(1, 3), share(1, 500), share(0, 0)]).toEqual(['33 %', '< 1 %', '0 %']);
});
