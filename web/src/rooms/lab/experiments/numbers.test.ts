import { expect, it } from 'vitest';
import { axisTitle, sentence } from './numbers';

it('an axis names its unit', () => {
  const time = { en: 'time', zh: '用时' };
  expect(axisTitle(time, 'milliseconds')).toEqual({
    en: 'time (milliseconds)',
    zh: '用时（毫秒）',
  });
  expect(axisTitle(time, 'count')).toBe(time);
});

it('a finding begins as a sentence does', () => {
  expect(sentence('random walls, growing')).toBe('Random walls, growing');
  expect(sentence('b against a: −307')).toBe('b against a: −307');
  expect(sentence('深度 3')).toBe('深度 3');
});
