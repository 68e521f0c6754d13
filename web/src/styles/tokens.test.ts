import { describe, expect, it } from 'vitest';
import drawing from '../../../crates/xun-lab/src/plot/drawing.rs?raw';
import css from './tokens.css?raw';

type Colours = Record<string, string>;

/** The colours of a block of the styles, by name. */
function coloursAfter(start: string): Colours {
  const from = css.indexOf(start);
  const block = css.slice(from, css.indexOf('}', from));
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name, colour]),
  );
}
const day = coloursAfter(':root {\n  color-scheme: light');
const night = coloursAfter(":root[data-theme='night']");

/** Contrast as WCAG 2 defines it. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string) =>
    [1, 3, 5]
      .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index]!, 0);
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

describe.each([
  ['day', day],
  ['night', night],
])('the colours by %s', (_, colours) => {
  it('are the same names as by the other light', () => {
    expect(Object.keys(colours)).toEqual(Object.keys(day));
  });

  it.each(['ink', 'soft', 'vermilion', 'hint', 'good', 'warn', 'bad'])(
    'let %s be read on every ground',
    (name) => {
      for (const ground of ['paper', 'sheet', 'raised', 'wash'])
        expect(contrast(colours[name]!, colours[ground]!), ground).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(['wall', 'path', 'frontier', 'dead'])('let %s stand out from the floor', (name) => {
    expect(contrast(colours[name]!, colours.cell!)).toBeGreaterThanOrEqual(3);
  });

  it('keep the path apart from the cells it crosses', () => {
    expect(contrast(colours.path!, colours.expanded!)).toBeGreaterThanOrEqual(2);
  });
});

it('walls are darker than the floor by day and lighter by night', () => {
  const lighter = (one: string, other: string) =>
    contrast(one, '#000000') > contrast(other, '#000000');
  expect(lighter(day.cell!, day.wall!)).toBe(true);
  expect(lighter(night.wall!, night.cell!)).toBe(true);
});

it.each([
  ['LIGHT', day],
  ['DARK', night],
])('the variants of plots have the colours of the report (%s)', (name, colours) => {
  const from = drawing.indexOf(`${name}: [(u8, u8, u8); SERIES] = [`);
  const block = drawing.slice(from, drawing.indexOf('];', from));
  const report = [...block.matchAll(/\((\d+), (\d+), (\d+)\)/g)].map(
    (found) =>
      `#${found
        .slice(1)
        .map((part) => Number(part).toString(16).padStart(2, '0'))
        .join('')}`,
  );
  expect(report).toHaveLength(8);
  expect(report.map((_, index) => colours[`series-${index}`])).toEqual(report);
});
