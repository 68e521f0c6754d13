import { describe, expect, it } from 'vitest';
import { css, isDark, mix, pixel, ramp, rgb, unpacked } from './colours';

describe('colours', () => {
  it('are read, packed and written', () => {
    expect(rgb('#c0331f')).toEqual([192, 51, 31]);
    expect(rgb('#fa0')).toEqual([255, 170, 0]);
    expect(unpacked(pixel([1, 2, 250]))).toEqual([1, 2, 250]);
    expect(css(mix([0, 0, 0], [100, 50, 10], 0.5))).toBe('rgb(50 25 5)');
    expect([isDark([20, 20, 60]), isDark([250, 240, 200])]).toEqual([true, false]);
  });

  it.each([true, false])('have a ramp that keeps its order in grey (night: %s)', (night) => {
    const grey = ramp(night).map(([red, green, blue]) => red * 0.3 + green * 0.59 + blue * 0.11);
    const sorted = [...grey].sort((one, other) => (night ? one - other : other - one));
    expect(grey.map(Math.round)).toEqual(sorted.map(Math.round));
  });
});
