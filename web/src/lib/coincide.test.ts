import { expect, it } from 'vitest';
import { dashes } from './coincide';

it('lines that lie apart are drawn through', () => {
  expect(
    dashes([
      [1, 2, 3],
      [1, 2, 4],
    ]),
  ).toEqual([undefined, undefined]);
  expect(
    dashes([
      [null, null],
      [null, null],
    ]),
  ).toEqual([undefined, undefined]);
});

it('of lines on one another each is seen along its share', () => {
  expect(
    dashes([
      [1, 2],
      [5, 6],
      [1, 2],
    ]),
  ).toEqual([undefined, undefined, [9, 9]]);
  expect(
    dashes([
      [1, 2],
      [1, 2.001],
      [1, 2],
    ]),
  ).toEqual([undefined, [12, 6], [6, 12]]);
});

it('a line that ends earlier may lie on a longer one', () => {
  expect(
    dashes([
      [1, 2, 3],
      [1, 2, null],
    ]),
  ).toEqual([undefined, [9, 9]]);
  expect(
    dashes([
      [1, 2, null],
      [1, 2, 3],
    ]),
  ).toEqual([undefined, undefined]);
});
