import { describe, expect, it } from 'vitest';
import { nameOf, pointOf, pointsOf, type Shape } from './squares';

const xiangqi: Shape = { game: 'xiangqi', columns: 9, rows: 10 };
const gomoku: Shape = { game: 'gomoku', columns: 15, rows: 15 };

describe('squares', () => {
  it('counts ranks from 0 in Xiangqi and from 1 in Gomoku, both from the bottom', () => {
    expect([nameOf(xiangqi, 0), nameOf(xiangqi, 89)]).toEqual(['a9', 'i0']);
    expect([nameOf(gomoku, 0), nameOf(gomoku, 224)]).toEqual(['a15', 'o1']);
  });

  it('finds the point of every name', () => {
    for (const shape of [xiangqi, gomoku, { ...gomoku, columns: 20, rows: 20 }])
      for (let point = 0; point < shape.columns * shape.rows; point++)
        expect(pointOf(shape, nameOf(shape, point))).toBe(point);
  });

  it('splits a move into its points', () => {
    expect(pointsOf(xiangqi, 'h2e2')).toEqual([70, 67]);
    expect(pointsOf(gomoku, 'h8')).toEqual([112]);
    expect(pointsOf(gomoku, 'a15')).toEqual([0]);
    expect(pointsOf(gomoku, '')).toEqual([]);
  });
});
