// Values of a measure as people read them.

import type { Texts } from '../../../api';
import { bytes, count } from '../../../lib/numbers';

const units: Record<string, Texts> = {
  milliseconds: { en: 'milliseconds', zh: '毫秒' },
  bytes: { en: 'bytes', zh: '字节' },
};

/** The title of an axis: the measure, with its unit where it has one. */
export function axisTitle(measure: Texts, unit: string): Texts {
  const name = Object.hasOwn(units, unit) ? units[unit] : undefined;
  return name ? { en: `${measure.en} (${name.en})`, zh: `${measure.zh}（${name.zh}）` } : measure;
}

/** A sentence begins with a capital letter, unless its first word is a letter that names a thing. */
export const sentence = (text: string): string =>
  /^[a-z]{2}/.test(text) ? text[0]!.toUpperCase() + text.slice(1) : text;

export function valueText(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined) return '–';
  switch (unit) {
    case 'milliseconds':
      return value < 10
        ? `${value.toPrecision(2)} ms`
        : value < 1000
          ? `${value.toFixed(0)} ms`
          : `${(value / 1000).toFixed(1)} s`;
    case 'bytes':
      return bytes(value);
    case 'share':
      return `${(value * 100).toFixed(1)} %`;
    case 'factor':
      return `${value.toFixed(2)} ×`;
    case 'elo':
      return value >= 900
        ? '≥ +900'
        : value <= -900
          ? '≤ −900'
          : `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(0)}`;
    default:
      return value < 100 && Math.abs(value - Math.round(value)) >= 0.05
        ? value.toFixed(1)
        : count(value);
  }
}
