// Shapes of a small picture of a figure: lines over places, or one bar for each variant.

import type { LabFigure, LabPanel, Texts } from '../../../api';
import { dashes } from '../../../lib/coincide';

export interface MiniShape {
  /** Chooses the colour. */
  number: number;
  name: Texts;
  /** Points of a line as SVG writes them. */
  line?: string;
  /** Dash and gap of a line that lies on another. */
  dash?: string;
  /** Its place and width along the picture. */
  bar?: { x: number; width: number };
}

export const MINI = { width: 220, height: 84 };
/** More bars than these are left out. */
const MOST_BARS = 8;

/** Whether a panel is drawn with equal ratios as equal distances: not where a value is 0 or less. */
export const isLogarithmic = (figure: LabFigure, panel: LabPanel | undefined): boolean =>
  figure.logY &&
  !!panel?.series.every((one) => one.values.every((value) => value === null || value > 0));

/** The shapes of a figure's first panel; values without a place on its axis are left out. */
export function miniShapes(figure: LabFigure): MiniShape[] {
  const panel = figure.panels[0];
  if (!panel) return [];
  const known = (value: number | null | undefined): value is number =>
    value !== null && value !== undefined && Number.isFinite(value);
  const all = panel.series.flatMap((one) => one.values.filter(known));
  const isLog = isLogarithmic(figure, panel);
  const scale = (value: number) => (isLog ? Math.log10(value) : value);
  const least = Math.min(...all.map(scale), isLog ? Infinity : 0);
  const most = Math.max(...all.map(scale), isLog ? -Infinity : 0);
  const share = (value: number) => (scale(value) - least) / Math.max(1e-9, most - least);
  if (figure.kind === 'lines') {
    const last = Math.max(1, panel.places.length - 1);
    const broken = dashes(panel.series.map((one) => one.values));
    return panel.series.map((one, index) => ({
      number: one.number,
      name: one.name,
      ...(broken[index] ? { dash: broken[index].join(' ') } : {}),
      line: one.values
        .flatMap((value, place) => {
          if (!known(value)) return [];
          const x = 4 + (place / last) * (MINI.width - 8);
          return [
            `${x.toFixed(1)},${(MINI.height - 4 - share(value) * (MINI.height - 8)).toFixed(1)}`,
          ];
        })
        .join(' '),
    }));
  }
  const bars = panel.series.slice(0, MOST_BARS);
  const zero = isLog ? 0 : share(0);
  return bars.flatMap((one) => {
    const value = one.values.find(known);
    if (value === undefined) return [];
    const [from, to] = [zero, share(value)].toSorted((a, b) => a - b) as [number, number];
    const bar = {
      x: from * MINI.width,
      width: Math.max(2, (to - from) * MINI.width),
    };
    return [{ number: figure.kind === 'bars' ? 0 : one.number, name: one.name, bar }];
  });
}
