import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minibatchesOf } from './minibatches.ts';

const key = { seed: 3, update: 7 };

/** Groups 0, 0, 0, 1, 1, 1, … */
function grouped(groups: number, size: number): number[] {
  return Array.from({ length: groups * size }, (_, i) => Math.floor(i / size));
}

test('each epoch holds every sample once, whole groups together, in parts of nearly equal size', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 2, max: 6 }),
      fc.integer({ min: 1, max: 16 }),
      fc.integer({ min: 1, max: 3 }),
      (groups, size, minibatches, epochs) => {
        const ids = grouped(groups, size);
        const parts = minibatchesOf(ids, { minibatches, epochs }, key);
        const perEpoch = parts.length / epochs;
        expect(perEpoch).toBe(Math.min(minibatches, groups >= minibatches ? groups : ids.length));
        for (let epoch = 0; epoch < epochs; epoch++) {
          const mine = parts.slice(epoch * perEpoch, (epoch + 1) * perEpoch);
          expect(mine.flat().sort((a, b) => a - b)).toEqual(ids.map((_, i) => i));
          const unit = groups >= minibatches ? size : 1;
          const sizes = mine.map((part) => part.length / unit);
          expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
          if (unit === 1) continue;
          for (const part of mine) {
            expect(new Set(part.map((i) => ids[i])).size * size).toBe(part.length);
          }
        }
      },
    ),
  );
});

test('the cut is a function of seed, update and epoch', () => {
  const cut = { minibatches: 4, epochs: 2 };
  const ids = grouped(16, 2);
  const parts = minibatchesOf(ids, cut, key);
  expect(minibatchesOf(ids, cut, key)).toEqual(parts);
  expect(minibatchesOf(ids, cut, { ...key, update: 8 })).not.toEqual(parts);
  expect(parts.slice(4)).not.toEqual(parts.slice(0, 4));
  expect(minibatchesOf(ids, { minibatches: 1, epochs: 1 }, key)).toEqual([ids.map((_, i) => i)]);
});
