import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addTo, binCentre, binEdges, binOf, emptyCounts, histogram } from './histogram.ts';

const bins = { count: 41, from: -2, to: 2 };

describe('histogram', () => {
  it('puts what lies outside first and last, and NaN nowhere', () => {
    expect([
      ...histogram({ count: 2, from: 0, to: 2 }, [-Infinity, -1e-9, 0, 0.5, 1, 2, 2.0001, Infinity, NaN]),
    ]).toEqual([2, 2, 2, 2]);
  });

  it('treats both ends of a symmetric range alike', () => {
    expect(binOf(bins, -2)).toBe(1);
    expect(binOf(bins, 2)).toBe(41);
    expect(binOf(bins, 0)).toBe(21);
  });

  it('finds the bin whose edges hold the value', () => {
    const edges = binEdges(bins);
    expect(edges[0]).toBe(-2);
    expect(edges[41]).toBe(2);
    fc.assert(
      fc.property(fc.double({ min: -3, max: 3, noNaN: true }), (x) => {
        const index = binOf(bins, x);
        if (x < -2) expect(index).toBe(0);
        else if (x > 2) expect(index).toBe(42);
        else {
          expect(x).toBeGreaterThanOrEqual(edges[index - 1]! - 1e-12);
          expect(x).toBeLessThanOrEqual(edges[index]! + 1e-12);
          expect(Math.abs(binCentre(bins, index) - x)).toBeLessThanOrEqual(2 / 41 + 1e-12);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('loses no weight', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.double({ noNaN: true }), fc.nat(100))), (pairs) => {
        const counts = histogram(
          bins,
          pairs.map(([x]) => x),
          pairs.map(([, weight]) => weight),
        );
        expect(counts).toHaveLength(43);
        expect(counts.reduce((sum, n) => sum + n, 0)).toBe(
          pairs.reduce((sum, [, weight]) => sum + weight, 0),
        );
      }),
    );
  });

  it('adds up in place', () => {
    const counts = emptyCounts(bins);
    addTo(counts, bins, 0.01);
    addTo(counts, bins, -0.01, 2.5);
    expect(counts[21]).toBe(3.5);
  });
});
