import { expect, test } from 'vitest';
import {
  askMessage,
  markSign,
  readQuestion,
  toggledMark,
  usualQuestion,
  writeQuestion,
  type QuestionChoice,
} from './question';

const tour: QuestionChoice = {
  ...usualQuestion,
  name: 'tour',
  marks: [3, 17, 5],
  body: 2,
  inOrder: true,
  finish: 'start',
};
const trip: QuestionChoice = {
  ...usualQuestion,
  name: 'trip',
  objective: 'money',
  reserve: 4,
  stops: 0,
  returns: true,
};

test('a question survives the way into an address and back', () => {
  for (const choice of [usualQuestion, tour, trip, { ...usualQuestion, name: 'field' }]) {
    const query = new URLSearchParams();
    writeQuestion(choice, query);
    expect(readQuestion(new URLSearchParams(query.toString()))).toEqual(choice);
  }
  const none = new URLSearchParams();
  writeQuestion(usualQuestion, none);
  expect(none.toString()).toBe('');
});

test('nonsense in an address is not taken', () => {
  const query = new URLSearchParams('q=tour&marks=1.x&body=-3&end=moon&reserve=1e9&sight=500');
  expect(readQuestion(query)).toEqual({ ...usualQuestion, name: 'tour', sight: 99 });
});

test('marks are numbered, and agents by pairs', () => {
  expect([0, 1, 2].map((index) => markSign('tour', index))).toEqual(['1', '2', '3']);
  expect([0, 1, 2, 3].map((index) => markSign('cbs', index))).toEqual(['2', '2′', '3', '3′']);
  expect(toggledMark([1, 2], 3)).toEqual([1, 2, 3]);
  expect(toggledMark([1, 2, 3], 2)).toEqual([1, 3]);
});

test('marks are sent where the question uses them', () => {
  const map = { text: 'SG\n' };
  expect(askMessage(tour, map, '8')).toMatchObject({
    question: 'tour',
    marks: [3, 17, 5],
    in_order: true,
    moves: '8',
  });
  expect(askMessage({ ...tour, name: 'nearest' }, map, '4').marks).toEqual([]);
});
