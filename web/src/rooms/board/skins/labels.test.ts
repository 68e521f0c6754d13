import { describe, expect, it } from 'vitest';
import { fileLabels } from './labels';

describe('labels of the files', () => {
  it('count from each side’s own right', () => {
    const { red, black } = fileLabels('zh');
    expect(red.join('')).toBe('九八七六五四三二一');
    expect(black.join('')).toBe('123456789');
  });

  it('add figures to the numerals for those who write moves with figures', () => {
    expect(fileLabels('wxf').red[0]).toBe('九 9');
    expect(fileLabels('wxf').black[0]).toBe('1');
  });

  it('are letters for coordinates', () => {
    expect(fileLabels('iccs').red).toEqual(fileLabels('iccs').black);
    expect(fileLabels('iccs').red[8]).toBe('i');
  });
});
