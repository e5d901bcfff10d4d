import { describe, expect, it } from 'vitest';
import { ratioLabel, reading, tickLabel, tokensText } from './format.ts';

describe('numbers in words', () => {
  it('reads with three figures and says where there is no data', () => {
    expect([0, 1, 0.5, 0.01234, 12.345, 123.4, 1234.6, -0.25, NaN].map((value) => reading(value))).toEqual([
      '0',
      '1.00',
      '0.500',
      '0.0123',
      '12.3',
      '123.4',
      '1,235',
      '−0.250',
      '–',
    ]);
    expect(reading(0.000012)).toBe('1.20e−5');
    expect(reading(0.1234, 'share')).toBe('12.3 %');
    expect(reading(NaN, 'share')).toBe('–');
    expect(reading(2048, 'integer')).toBe('2,048');
  });

  it('labels ticks briefly', () => {
    expect([0, 0.5, 1500, 20_000, -0.3, 2e6, 1e-5].map((value) => tickLabel(value))).toEqual([
      '0',
      '0.5',
      '1.5k',
      '20k',
      '−0.3',
      '2e6',
      '1e−5',
    ]);
    expect(ratioLabel(0.123456)).toBe('0.123');
    expect(tickLabel(0.5, 'share')).toBe('50 %');
    expect([1 / 8, 1 / 2, 1, 2, 8, 1 / 1.1].map(ratioLabel)).toEqual(['1/8', '1/2', '1', '2', '8', '1/1.1']);
  });

  it('tell how many tokens a histogram counts', () => {
    expect([tokensText(2048), tokensText(0)]).toEqual(['n = 2,048', '']);
  });
});
