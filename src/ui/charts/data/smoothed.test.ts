import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Series } from '../../run/runView.ts';
import { Smoothed } from './smoothed.ts';

function seriesOf(values: readonly number[]): Series {
  return {
    length: values.length,
    at: (index) => values[index] ?? NaN,
    view: () => Float64Array.from(values),
  };
}

describe('an exponential mean', () => {
  it('weighs a value by how many rows ago it was', () => {
    const smoothed = new Smoothed(seriesOf([4, 8, 0]), 2);
    expect([0, 1, 2].map((row) => smoothed.at(row))).toEqual([4, 20 / 3, 20 / 7]);
  });

  it('has no value where the series has none, and goes on behind it', () => {
    const smoothed = new Smoothed(seriesOf([4, NaN, Infinity, 8]), 2);
    expect([0, 1, 2, 3, 4].map((row) => smoothed.at(row))).toEqual([4, NaN, NaN, 20 / 3, NaN]);
  });

  it('is the series itself at reach 1, and never leaves its range', () => {
    const finite = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), {
      minLength: 1,
      maxLength: 400,
    });
    fc.assert(
      fc.property(finite, fc.constantFrom(1, 2, 10, 100), (values, reach) => {
        const smoothed = new Smoothed(seriesOf(values), reach);
        let [least, greatest] = [Infinity, -Infinity];
        values.forEach((value, row) => {
          least = Math.min(least, value);
          greatest = Math.max(greatest, value);
          // Rounding of a weighted mean of values up to 1e6.
          expect(smoothed.at(row)).toBeGreaterThanOrEqual(least - 1e-8);
          expect(smoothed.at(row)).toBeLessThanOrEqual(greatest + 1e-8);
          // The sum begins at +0, so a −0 becomes +0: the same point of a line.
          if (reach === 1) expect(smoothed.at(row)).toBe(value + 0);
        });
      }),
    );
  });
});
