import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { median, quantile, quantiles } from './quantiles.ts';

describe('quantiles', () => {
  it('interpolate as NumPy does', () => {
    // numpy.quantile([3, 1, 4, 1, 5, 9, 2, 6], [0, .1, .25, .5, .9, 1])
    const expected = [1, 1, 1.75, 3.5, 6.9, 9];
    quantiles([3, 1, 4, 1, 5, 9, 2, 6], [0, 0.1, 0.25, 0.5, 0.9, 1]).forEach((value, i) =>
      expect(value).toBeCloseTo(expected[i]!, 14),
    );
    expect(median([2, 1])).toBe(1.5);
    expect(quantile([7], 0.3)).toBe(7);
  });

  it('say NaN where there is no answer', () => {
    expect(quantile([], 0.5)).toBeNaN();
    expect(quantile([1, NaN, 2], 0.5)).toBeNaN();
    expect(quantile([1, 2], 1.5)).toBeNaN();
    expect(quantile([1, 2], NaN)).toBeNaN();
    expect(quantile([-Infinity, -Infinity, 1], 0.25)).toBe(-Infinity);
  });

  it('are monotone in q, within the values, and leave them as they were', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (values, a, b) => {
          const copy = [...values];
          const [low, high] = quantiles(values, [Math.min(a, b), Math.max(a, b)]) as [number, number];
          expect(low).toBeLessThanOrEqual(high);
          expect(low).toBeGreaterThanOrEqual(Math.min(...values));
          expect(high).toBeLessThanOrEqual(Math.max(...values));
          expect(values).toEqual(copy);
        },
      ),
    );
  });
});
