import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mean, tInterval, tQuantile, variance } from './intervals.ts';
import { normal, STREAM } from './random.ts';

describe('tQuantile', () => {
  it('agrees with published tables', () => {
    // NIST/SEMATECH e-Handbook, table of critical values of Student's t; two-sided.
    const table: [freedom: number, confidence: number, t: number][] = [
      [1, 0.95, 12.706],
      [2, 0.95, 4.303],
      [3, 0.95, 3.182],
      [4, 0.95, 2.776],
      [9, 0.95, 2.262],
      [10, 0.9, 1.812],
      [30, 0.95, 2.042],
      [100, 0.99, 2.626],
      [1, 0.5, 1],
      [2, 0.99, 9.925],
    ];
    for (const [freedom, confidence, t] of table) expect(tQuantile(freedom, confidence)).toBeCloseTo(t, 3);
  });

  it('is exact where the distribution is elementary', () => {
    // One degree: Cauchy, t = tan(πp/2). Two: t = p·√(2/(1 − p²)).
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.999, noNaN: true }), (p) => {
        const cauchy = Math.tan((Math.PI * p) / 2);
        expect(Math.abs(tQuantile(1, p) - cauchy)).toBeLessThanOrEqual(1e-12 * (1 + cauchy * cauchy));
        const second = p * Math.sqrt(2 / (1 - p * p));
        expect(Math.abs(tQuantile(2, p) - second)).toBeLessThanOrEqual(1e-11 * (1 + second * second));
      }),
    );
    expect(tQuantile(100_000, 0.95)).toBeCloseTo(1.959964, 4);
    expect(tQuantile(5, 0)).toBeCloseTo(0, 12);
  });

  it('refuses what it is not made for', () => {
    for (const freedom of [0, -1, 1.5, NaN]) expect(() => tQuantile(freedom, 0.95)).toThrow(RangeError);
    for (const confidence of [1, -0.1, NaN]) expect(() => tQuantile(3, confidence)).toThrow(RangeError);
  });
});

describe('tInterval', () => {
  it('is right for three seeds', () => {
    const { n, mean: centre, deviation, low, high } = tInterval([0.8, 0.85, 0.9]);
    expect(n).toBe(3);
    expect(centre).toBeCloseTo(0.85, 14);
    expect(deviation).toBeCloseTo(0.05, 14);
    expect(high - centre).toBeCloseTo((4.302653 * 0.05) / Math.sqrt(3), 6);
    expect(centre - low).toBeCloseTo(high - centre, 14);
  });

  it('says NaN where there is no spread to know', () => {
    expect(tInterval([])).toMatchObject({ n: 0, mean: NaN, low: NaN });
    expect(tInterval([3])).toMatchObject({ n: 1, mean: 3, deviation: NaN, low: NaN, high: NaN });
    expect(tInterval([3, 3])).toMatchObject({ deviation: 0, low: 3, high: 3 });
    expect(tInterval([1, NaN])).toMatchObject({ mean: NaN, low: NaN });
  });

  it('covers the true mean as often as it says', () => {
    const trials = 2000;
    let covered = 0;
    for (let trial = 0; trial < trials; trial++) {
      const sample = Float64Array.from({ length: 4 }, (_, i) => 5 + 2 * normal(1, STREAM.test, trial, i));
      const { low, high } = tInterval(sample, 0.9);
      if (low < 5 && 5 < high) covered++;
    }
    expect(Math.abs(covered / trials - 0.9)).toBeLessThan(4 * Math.sqrt((0.9 * 0.1) / trials));
  });

  it('keeps mean and variance of shifted values', () => {
    const values = [4, 7, 13, 16];
    const shifted = values.map((x) => x + 1e9);
    expect(mean(shifted)).toBe(mean(values) + 1e9);
    expect(variance(shifted)).toBe(30);
  });
});
