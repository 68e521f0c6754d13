// Values of a measure as people read them.

import { bytes, count } from '../../../lib/numbers';

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
