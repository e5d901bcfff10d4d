import { describe, expect, it } from 'vitest';
import { aggregate, tokenWeights } from './aggregation.ts';

/** Three sequences: two of three tokens count, none of two, one of one. */
const layout = {
  offsets: Int32Array.of(0, 3, 5, 6),
  mask: Uint8Array.of(1, 0, 1, 0, 0, 1),
  maxLength: 4,
};

describe('token weights', () => {
  it.each([
    { mode: 'token-mean', weights: [1 / 3, 0, 1 / 3, 0, 0, 1 / 3] },
    { mode: 'seq-mean-token-mean', weights: [1 / 4, 0, 1 / 4, 0, 0, 1 / 2] },
    { mode: 'seq-mean-token-sum', weights: [1 / 2, 0, 1 / 2, 0, 0, 1 / 2] },
    { mode: 'seq-mean-token-sum-norm', weights: [1 / 8, 0, 1 / 8, 0, 0, 1 / 8] },
  ] as const)('$mode', ({ mode, weights }) => {
    expect(Array.from(tokenWeights(layout, mode))).toEqual(weights);
  });

  it('refuses offsets that do not cover the mask', () => {
    expect(() => tokenWeights({ ...layout, mask: new Uint8Array(7) }, 'token-mean')).toThrow('7 tokens');
  });

  it('takes an empty batch', () => {
    const empty = { offsets: Int32Array.of(0), mask: new Uint8Array(0), maxLength: 4 };
    expect(tokenWeights(empty, 'seq-mean-token-mean')).toEqual(new Float64Array(0));
  });
});

describe('aggregate', () => {
  it('keeps masked losses out and turns coefficients into a gradient', () => {
    const { loss, gradient } = aggregate(layout, 'seq-mean-token-mean', {
      losses: Float64Array.of(1, NaN, 3, Infinity, NaN, 5),
      coefficients: Float64Array.of(4, NaN, -8, NaN, NaN, 0),
    });
    expect(loss).toBe(1 / 4 + 3 / 4 + 5 / 2);
    expect(Array.from(gradient)).toEqual([-1, 0, 2, 0, 0, 0]);
  });
});
