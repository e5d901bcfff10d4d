import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correlation } from './correlation.ts';

describe('correlation', () => {
  it('of a hand-computed example', () => {
    // Deviations −1.5 −0.5 0.5 1.5 and −2 0 0 2: products 3 + 0 + 0 + 3 = 6, squares 5 and 8
    expect(correlation([1, 2, 3, 4], [1, 3, 3, 5])).toBeCloseTo(6 / Math.sqrt(40), 15);
  });

  it('is 1 or −1 on a line, and does not exist for a constant or for nothing', () => {
    expect(correlation([1, 5, 2], [3, 11, 5])).toBeCloseTo(1, 15);
    expect(correlation([1, 5, 2], [-3, -11, -5])).toBeCloseTo(-1, 15);
    expect([correlation([1, 2], [7, 7]), correlation([4], [4]), correlation([], [])]).toEqual([
      NaN,
      NaN,
      NaN,
    ]);
  });

  it('never leaves [−1, 1]', () => {
    const values = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 3, maxLength: 20 });
    fc.assert(
      fc.property(values, fc.double({ min: -9, max: 9, noNaN: true }), (xs, slope) => {
        const r = correlation(
          xs,
          xs.map((x) => slope * x + 1),
        );
        expect(Number.isNaN(r) || Math.abs(r) <= 1).toBe(true);
      }),
    );
  });
});
