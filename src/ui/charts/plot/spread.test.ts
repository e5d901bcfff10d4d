import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spread } from './spread.ts';

describe('labels moved apart', () => {
  it('stay where they are if there is room', () => {
    expect(spread([10, 30, 50], 12, 0, 100)).toEqual([10, 30, 50]);
  });

  it('are pushed off each other, and off the ends', () => {
    expect(spread([10, 11], 12, 0, 100)).toEqual([10, 22]);
    expect(spread([99, 99], 12, 0, 100)).toEqual([88, 100]);
    expect(spread([-5, -5, 40], 12, 0, 100)).toEqual([0, 12, 40]);
  });

  it('keep their order, their distance and the upper end, whatever is wanted', () => {
    const ys = fc.array(fc.double({ min: -50, max: 150, noNaN: true }), { maxLength: 6 });
    fc.assert(
      fc.property(ys, (wanted) => {
        const placed = spread(
          [...wanted].sort((a, b) => a - b),
          12,
          0,
          100,
        );
        for (const [index, y] of placed.entries()) {
          expect(y).toBeLessThanOrEqual(100);
          expect(y).toBeGreaterThanOrEqual(0);
          if (index > 0) expect(y - placed[index - 1]!).toBeGreaterThanOrEqual(12 - 1e-9);
        }
      }),
    );
  });
});
