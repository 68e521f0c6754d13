import { expect, it } from 'vitest';
import type { LabFigure } from '../../../api';
import { isLogarithmic, MINI, miniShapes } from './miniPlot';

const text = { en: '', zh: '' };
const figure = (kind: string, logY: boolean, values: (number | null)[][]): LabFigure => ({
  id: '',
  title: text,
  kind,
  measure: text,
  unit: 'count',
  x: text,
  logX: false,
  logY,
  panels: [
    {
      title: text,
      places: [1, 2, 3],
      problems: [],
      series: values.map((one, index) => ({
        number: index + 2,
        name: text,
        values: one,
        low: [],
        high: [],
      })),
    },
  ],
});

it('the largest value is at the top, equal ratios are equal distances', () => {
  const [first] = miniShapes(figure('lines', true, [[1, 10, 100]]));
  const heights = first!.line!.split(' ').map((point) => Number(point.split(',')[1]));
  expect(heights).toEqual([MINI.height - 4, MINI.height / 2, 4]);
  expect(first!.number).toBe(2);
});

it('a missing value is no point', () => {
  const [first] = miniShapes(figure('lines', false, [[1, null, 3]]));
  expect(first!.line!.split(' ')).toHaveLength(2);
});

it('losses extend to the left of zero, gains to the right', () => {
  const [loss, gain] = miniShapes(figure('bars', false, [[-100], [100]])).map((one) => one.bar!);
  expect(loss!.x).toBe(0);
  expect(loss!.width).toBeCloseTo(MINI.width / 2);
  expect(gain!.x).toBeCloseTo(MINI.width / 2);
});

it('no values give no shapes', () => {
  expect(miniShapes({ ...figure('bars', false, []), panels: [] })).toEqual([]);
});

it('a panel with a value of 0 or less is not logarithmic', () => {
  const isLog = (values: (number | null)[]) => {
    const drawn = figure('bars', true, [values]);
    return isLogarithmic(drawn, drawn.panels[0]);
  };
  expect(isLog([10, null, 1])).toBe(true);
  expect(isLog([10, -1])).toBe(false);
});

it('a line on another one has dashes, so that both colours are seen', () => {
  const [below, above] = miniShapes(
    figure('lines', false, [
      [1, 2, 3],
      [1, 2, 3],
    ]),
  );
  expect([below!.dash, above!.dash]).toEqual([undefined, '9 9']);
});
