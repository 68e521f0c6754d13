import { describe, expect, it } from 'vitest';
import { bytes, clock, cost, count, exact, seconds, tick } from './numbers';

describe('numbers', () => {
  it('shortens counts with a letter for thousands, millions and billions', () => {
    expect([0, 9_999, 10_000, 99_949, 123_456].map(count)).toEqual([
      '0',
      '9999',
      '10.0k',
      '99.9k',
      '123k',
    ]);
    expect([1_234_567, 123_456_789, 5e9].map(count)).toEqual(['1.2M', '123M', '5.0G']);
  });

  it('writes ticks of an axis short', () => {
    expect([0, 0.1, 0.30000000000000004, -250, 1_000, 10_000, 1e5, 2.5e6, 1e7].map(tick)).toEqual([
      '0',
      '0.1',
      '0.3',
      '-250',
      '1000',
      '10k',
      '100k',
      '2.5M',
      '10M',
    ]);
  });

  it('groups exact counts by thousands', () => {
    expect(exact(1_234_567.4)).toBe('1,234,567');
  });

  it('chooses the unit of a time', () => {
    expect([0.000_012, 0.0123, 0.25, 3.14159, 42].map(seconds)).toEqual([
      '12 µs',
      '12.30 ms',
      '250 ms',
      '3.14 s',
      '42.0 s',
    ]);
  });

  it('chooses the unit of a size', () => {
    expect([512, 2048, 3 << 20].map(bytes)).toEqual(['512 B', '2.0 KiB', '3.0 MiB']);
  });

  it('writes decimals of a cost only where there are any', () => {
    expect([7, Math.SQRT2, 1998, 2500.5].map(cost)).toEqual(['7', '1.41', '1,998', '2,500.50']);
  });

  it('shows tenths on a clock below ten seconds, and hours only where there are any', () => {
    expect([-5, 9_940, 10_000, 61_000, 3_600_000].map(clock)).toEqual([
      '0.0',
      '9.9',
      '0:10',
      '1:01',
      '1:00:00',
    ]);
  });
});
