import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binAbove, doublingEdges } from './doubling.ts';

describe('doubling bins', () => {
  it('are single up to twice their number per doubling, then double', () => {
    expect(doublingEdges(2, 16)).toEqual([0, 1, 2, 3, 4, 6, 8, 12, 16]);
    expect(doublingEdges(4, 256)).toEqual([
      ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56],
      ...[64, 80, 96, 112, 128, 160, 192, 224, 256],
    ]);
  });

  it('hold every number in the bin between its edges', () => {
    const edges = doublingEdges(4, 256);
    fc.assert(
      fc.property(fc.nat(1000), (x) => {
        const bin = binAbove(edges, x);
        expect(edges[bin]!).toBeLessThanOrEqual(x);
        expect(edges[bin + 1] ?? Infinity).toBeGreaterThan(x);
      }),
    );
  });
});
