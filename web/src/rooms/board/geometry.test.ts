import { describe, expect, it } from 'vitest';
import {
  centreOf,
  geometryOf,
  homeOf,
  nameOf,
  pointAt,
  pointOf,
  pointsOf,
  stepFrom,
} from './geometry';

const xiangqi = geometryOf('xiangqi', 9, 10);
const gomoku = geometryOf('gomoku', 15, 15);
const large = geometryOf('gomoku', 20, 20);

describe('names of points', () => {
  it('count ranks from 0 in Xiangqi and from 1 in Gomoku, both from the bottom', () => {
    expect([nameOf(xiangqi, 0), nameOf(xiangqi, 89)]).toEqual(['a9', 'i0']);
    expect([nameOf(gomoku, 0), nameOf(gomoku, 224)]).toEqual(['a15', 'o1']);
  });

  it('lead back to every point', () => {
    for (const board of [xiangqi, gomoku, large])
      for (let point = 0; point < board.columns * board.rows; point++)
        expect(pointOf(board, nameOf(board, point))).toBe(point);
  });

  it('make up moves', () => {
    expect(pointsOf(xiangqi, 'h2e2')).toEqual([70, 67]);
    expect(pointsOf(gomoku, 'h8')).toEqual([112]);
    expect(pointsOf(gomoku, 'a15')).toEqual([0]);
    expect(pointsOf(gomoku, '')).toEqual([]);
  });
});

describe('the drawing', () => {
  it('finds every point at its centre and near it, flipped or not', () => {
    for (const board of [xiangqi, gomoku, large])
      for (const flipped of [false, true])
        for (let point = 0; point < board.columns * board.rows; point++) {
          const { x, y } = centreOf(board, flipped, point);
          expect(pointAt(board, flipped, x, y)).toBe(point);
          const near = board.cell * 0.45;
          expect(pointAt(board, flipped, x + near, y - near)).toBe(point);
        }
  });

  it('has no point beyond the outer lines', () => {
    expect(pointAt(xiangqi, false, 5, 75)).toBeUndefined();
    expect(pointAt(xiangqi, false, 940, 75)).toBeUndefined();
    expect(pointAt(xiangqi, true, 475, 1070)).toBeUndefined();
    expect(pointAt(gomoku, false, 60, 15)).toBeUndefined();
  });
});

describe('the keyboard cursor', () => {
  it('moves as the reader sees the board', () => {
    expect(stepFrom(xiangqi, false, 85, 'ArrowUp')).toBe(76);
    expect(stepFrom(xiangqi, true, 4, 'ArrowUp')).toBe(13);
    expect(stepFrom(xiangqi, true, 4, 'ArrowLeft')).toBe(5);
  });

  it('stops at the edge and ignores other keys', () => {
    expect(stepFrom(gomoku, false, 0, 'ArrowUp')).toBe(0);
    expect(stepFrom(gomoku, false, 14, 'ArrowRight')).toBe(14);
    expect(stepFrom(gomoku, false, 14, 'x')).toBeUndefined();
  });

  it('begins at the near general or in the middle', () => {
    expect([homeOf(xiangqi, false), homeOf(xiangqi, true)]).toEqual([85, 4]);
    expect(homeOf(gomoku, false)).toBe(112);
  });
});
