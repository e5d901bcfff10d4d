import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundTo, roundToBfloat16, roundToFloat16 } from './rounding.ts';

function rounded(round: (values: Float32Array) => void, x: number): number {
  const values = Float32Array.of(x);
  round(values);
  return values[0]!;
}

/** The two neighbours of a float32 in a format with `bits` of mantissa and least step 2^`least`, and the nearer one. */
function nearest(x: number, bits: number, least: number): number {
  if (!Number.isFinite(x) || x === 0) return x;
  const step = 2 ** Math.max(Math.floor(Math.log2(Math.abs(x))) - bits + 1, least);
  const low = Math.floor(x / step);
  const share = x / step - low;
  const up = share > 0.5 || (share === 0.5 && low % 2 !== 0);
  return (low + (up ? 1 : 0)) * step;
}

const float = fc.float({ noNaN: true });

describe('bfloat16', () => {
  it('is the nearest of eight bits, ties to even', () => {
    fc.assert(
      fc.property(float, (x) => {
        const expected = Math.fround(nearest(x, 8, -133));
        expect(rounded(roundToBfloat16, x) + 0).toBe(expected + 0);
      }),
      { numRuns: 5000 },
    );
    expect(rounded(roundToBfloat16, 1 + 2 ** -8)).toBe(1);
    expect(rounded(roundToBfloat16, 1 + 3 * 2 ** -8)).toBe(1 + 2 ** -6);
    expect(rounded(roundToBfloat16, 3.4e38)).toBe(Infinity);
  });
});

describe('float16', () => {
  it('is the nearest of eleven bits, ties to even, with subnormals', () => {
    const inRange = fc.oneof(
      fc.float({ min: -65504, max: 65504, noNaN: true }),
      fc.float({ min: Math.fround(-1e-4), max: Math.fround(1e-4), noNaN: true }),
    );
    fc.assert(
      fc.property(inRange, (x) => {
        expect(rounded(roundToFloat16, x) + 0).toBe(nearest(x, 11, -24) + 0);
      }),
      { numRuns: 5000 },
    );
    expect(rounded(roundToFloat16, 2 ** -25)).toBe(0);
    expect(rounded(roundToFloat16, 3 * 2 ** -25)).toBe(2 ** -23);
    expect(rounded(roundToFloat16, 65519.99)).toBe(65504);
    expect(rounded(roundToFloat16, 65520)).toBe(Infinity);
    expect(rounded(roundToFloat16, -1e30)).toBe(-Infinity);
    expect(rounded(roundToFloat16, 1 / 3)).toBe(0.333251953125);
  });
});

describe('both', () => {
  it('keep special values and signs, and are idempotent', () => {
    for (const round of [roundToBfloat16, roundToFloat16]) {
      for (const x of [Infinity, -Infinity, NaN, 0, -0, 1, -2]) expect(rounded(round, x)).toBe(x);
      expect(rounded(round, -1e-45)).toBe(-0);
      fc.assert(
        fc.property(float, (x) => {
          const once = rounded(round, x);
          expect(rounded(round, once)).toBe(once);
          expect(rounded(round, -x)).toBe(-once);
        }),
      );
    }
  });

  it('work on part of a buffer, and float32 changes nothing', () => {
    const all = Float32Array.of(1.0001, 1.0001, 1.0001);
    roundTo('bfloat16', all.subarray(1, 2));
    expect([...all]).toEqual([Math.fround(1.0001), 1, Math.fround(1.0001)]);
    roundTo('float32', all);
    expect(all[0]).toBe(Math.fround(1.0001));
    roundTo('float16', all);
    expect([...all]).toEqual([1, 1, 1]);
  });
});
