// Numbers as people read them, in places of fixed width.

export function count(value: number): string {
  if (value < 10_000) return String(Math.round(value));
  if (value < 1e6) return `${(value / 1e3).toFixed(value < 1e5 ? 1 : 0)}k`;
  if (value < 1e9) return `${(value / 1e6).toFixed(value < 1e8 ? 1 : 0)}M`;
  return `${(value / 1e9).toFixed(1)}G`;
}

/** A number beside an axis: short, and without zeros that say nothing. */
export function tick(value: number): string {
  return Math.abs(value) < 10_000
    ? String(Number(value.toPrecision(6)))
    : `${value < 0 ? '-' : ''}${count(Math.abs(value)).replace(/\.0(?=[kMG])/, '')}`;
}

export function exact(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

export function seconds(value: number): string {
  if (value < 1e-3) return `${(value * 1e6).toFixed(0)} µs`;
  if (value < 1) return `${(value * 1e3).toFixed(value < 0.1 ? 2 : 0)} ms`;
  return `${value.toFixed(value < 10 ? 2 : 1)} s`;
}

export function bytes(value: number): string {
  if (value < 1024) return `${value} B`;
  if (value < 1 << 20) return `${(value / 1024).toFixed(1)} KiB`;
  return `${(value / (1 << 20)).toFixed(1)} MiB`;
}

/** At most two decimals, none where they are zero; thousands as in `exact`. */
export function cost(value: number): string {
  const digits = Number.isInteger(value) ? 0 : 2;
  return value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

export function clock(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  const whole = Math.ceil(left / 1000);
  if (left < 10_000) return (left / 1000).toFixed(1);
  const [hours, minutes, rest] = [
    Math.floor(whole / 3600),
    Math.floor(whole / 60) % 60,
    whole % 60,
  ];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
