import { describe, expect, it } from 'vitest';
import type { Evaluation } from './contract.ts';
import { addTerm } from './term.ts';

const policy: Evaluation = {
  loss: 2,
  gradient: Float64Array.of(1, 0),
  coefficients: Float64Array.of(-2, 0),
  gates: { clip_high: Uint8Array.of(0, 1) },
  metrics: { clip_ratio: 0.5 },
};

describe('a term', () => {
  it('adds its loss and gradients, and leaves coefficients and gates alone', () => {
    const gradient = Float64Array.of(0.5, 3);
    const logitRows = Float64Array.of(1, -1, 0, 0);
    const once = addTerm(policy, { loss: -0.5, gradient, logitRows, metrics: { kl: 1 } });
    expect(once).toEqual({
      ...policy,
      loss: 1.5,
      gradient: Float64Array.of(1.5, 3),
      logitRows,
      metrics: { clip_ratio: 0.5, kl: 1 },
    });
    const twice = addTerm(once, { loss: 0, logitRows, metrics: {} });
    expect(twice).toEqual({ ...once, logitRows: Float64Array.of(2, -2, 0, 0) });
  });

  it('without gradients changes the loss alone', () => {
    expect(addTerm(policy, { loss: 1, metrics: {} })).toEqual({ ...policy, loss: 3 });
  });
});
