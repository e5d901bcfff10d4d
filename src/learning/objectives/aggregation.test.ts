import { describe, expect, it } from 'vitest';
import { aggregate, type Aggregation, scaleRows, tokenWeights } from './aggregation.ts';

/** Three sequences: two of three tokens count, none of two, one of one. */
const layout = {
  offsets: Int32Array.of(0, 3, 5, 6),
  mask: Uint8Array.of(1, 0, 1, 0, 0, 1),
  maxLength: 4,
};
const exclude = (aggregation: Aggregation) => ({ aggregation, emptySequences: 'exclude' }) as const;

describe('token weights', () => {
  it.each([
    { mode: 'token-mean', weights: [1 / 3, 0, 1 / 3, 0, 0, 1 / 3] },
    { mode: 'seq-mean-token-mean', weights: [1 / 4, 0, 1 / 4, 0, 0, 1 / 2] },
    { mode: 'seq-mean-token-sum', weights: [1 / 2, 0, 1 / 2, 0, 0, 1 / 2] },
    { mode: 'seq-mean-token-sum-norm', weights: [1 / 8, 0, 1 / 8, 0, 0, 1 / 8] },
    { mode: 'sum', weights: [1, 0, 1, 0, 0, 1] },
    { mode: 'sum-token-mean', weights: [1 / 2, 0, 1 / 2, 0, 0, 1] },
    { mode: 'sum-norm', weights: [1 / 4, 0, 1 / 4, 0, 0, 1 / 4] },
  ] as const)('$mode', ({ mode, weights }) => {
    expect(Array.from(tokenWeights(layout, exclude(mode)))).toEqual(weights);
  });

  it('count the empty sequence where empty ones count', () => {
    const rules = { aggregation: 'seq-mean-token-sum', emptySequences: 'count' } as const;
    expect(Array.from(tokenWeights(layout, rules))).toEqual([1 / 3, 0, 1 / 3, 0, 0, 1 / 3]);
  });

  it('leave rejected tokens out of the denominators where told to', () => {
    // The third token is rejected: one token is left in the first sequence, two in all.
    const counted = Uint8Array.of(1, 1, 0, 1, 1, 1);
    const of = (mode: Aggregation) => Array.from(tokenWeights(layout, exclude(mode), counted));
    expect(of('token-mean')).toEqual([1 / 2, 0, 0, 0, 0, 1 / 2]);
    expect(of('seq-mean-token-mean')).toEqual([1 / 2, 0, 0, 0, 0, 1 / 2]);
    expect(tokenWeights(layout, exclude('token-mean'), new Uint8Array(6))).toEqual(new Float64Array(6));
  });

  it('refuse offsets that do not cover the mask', () => {
    const rules = exclude('token-mean');
    expect(() => tokenWeights({ ...layout, mask: new Uint8Array(7) }, rules)).toThrow('7 tokens');
  });

  it('take an empty batch', () => {
    const empty = { offsets: Int32Array.of(0), mask: new Uint8Array(0), maxLength: 4 };
    expect(tokenWeights(empty, exclude('seq-mean-token-mean'))).toEqual(new Float64Array(0));
  });
});

describe('aggregate', () => {
  const weights = Float64Array.of(1 / 4, 0, 1 / 4, 0, 0, 1 / 2);

  it('keeps masked losses out and turns coefficients into a gradient', () => {
    const losses = Float64Array.of(1, NaN, 3, Infinity, NaN, 5);
    const coefficients = Float64Array.of(4, NaN, -8, NaN, NaN, 0);
    const { loss, gradient } = aggregate(weights, losses, coefficients);
    expect(loss).toBe(1 / 4 + 3 / 4 + 5 / 2);
    expect(Array.from(gradient)).toEqual([-1, 0, 2, 0, 0, 0]);
  });

  it('scales rows by their token, masked ones to 0', () => {
    const rows = Float64Array.of(4, 8, NaN, 1, -4, 0, 0, NaN, 1, 1, 2, -2);
    expect(Array.from(scaleRows(rows, weights))).toEqual([1, 2, 0, 0, -1, 0, 0, 0, 0, 0, 1, -1]);
  });
});
