/** Values worked out by hand, the arithmetic beside each token. ε₋ = 0.2, ε₊ = 0.28 throughout. */
import { describe, expect, it } from 'vitest';
import { pack, settingsWith, termsOf, tuned } from '../../testing/facts.ts';
import { evaluateObjective } from '../index.ts';

const ln = Math.log;

function expectClose(actual: ArrayLike<number>, expected: readonly number[]): void {
  expect(actual.length).toBe(expected.length);
  expected.forEach((value, t) => expect(actual[t]).toBeCloseTo(value, 12));
}

describe('reinforce', () => {
  // The behaviour policy is far away and does not matter.
  const facts = pack([
    [
      { theta: -0.5, behave: -3, A: 2 }, //  loss −2·(−0.5) = 1       c 2
      { theta: -2, behave: -0.1, A: 2 }, //  loss −2·(−2) = 4         c 2
    ],
    [
      { theta: -3, behave: -3, A: -1 }, //   loss 1·(−3) = −3         c −1
    ],
  ]);

  it('token mean: (1 + 4 − 3)/3', () => {
    const { loss, gradient, coefficients, gates, metrics } = evaluateObjective(
      facts,
      settingsWith({ name: 'reinforce' }),
    );
    expect(loss).toBeCloseTo(2 / 3, 12);
    expectClose(coefficients, [2, 2, -1]);
    expectClose(gradient, [-2 / 3, -2 / 3, 1 / 3]);
    expect(gates.clamped).toEqual(new Uint8Array(3));
    expect(metrics).toEqual({});
  });
});

describe('ppo', () => {
  const facts = pack([
    [
      // ρ = 0.55/0.5 = 1.1 inside:   max(−2.2, −2.2) = −2.2                       c 1.1·2 = 2.2
      { theta: ln(0.55), behave: ln(0.5), A: 2 },
      // ρ = 0.75/0.5 = 1.5 > 1.28:   max(−1.5, −1.28) = −1.28                     c 0, clip_high
      { theta: ln(0.75), behave: ln(0.5), A: 1 },
      // ρ = 0.75/0.5 = 1.5, A < 0:   max(1.5, 1.28) = 1.5, not clipped            c −1.5
      { theta: ln(0.75), behave: ln(0.5), A: -1 },
    ],
    [
      // ρ = 0.25/0.5 = 0.5 < 0.8:    max(3·0.5, 3·0.8) = 2.4                      c 0, clip_low
      { theta: ln(0.25), behave: ln(0.5), A: -3 },
      // ρ = 0.25/0.5 = 0.5, A > 0:   max(−0.5, −0.8) = −0.5, not clipped          c 0.5
      { theta: ln(0.25), behave: ln(0.5), A: 1 },
    ],
  ]);
  const losses = [-2.2, -1.28, 1.5, 2.4, -0.5];
  const coefficients = [2.2, 0, -1.5, 0, 0.5];

  it.each([
    // (−2.2 − 1.28 + 1.5 + 2.4 − 0.5)/5 = −0.08/5
    { aggregation: 'token-mean', loss: -0.016, denominators: [5, 5, 5, 5, 5] },
    // ½(−1.98/3 + 1.9/2) = ½(−0.66 + 0.95)
    { aggregation: 'seq-mean-token-mean', loss: 0.145, denominators: [6, 6, 6, 4, 4] },
    // ½(−1.98 + 1.9)
    { aggregation: 'seq-mean-token-sum', loss: -0.04, denominators: [2, 2, 2, 2, 2] },
    // ½(−1.98 + 1.9)/8
    { aggregation: 'seq-mean-token-sum-norm', loss: -0.005, denominators: [16, 16, 16, 16, 16] },
  ] as const)('$aggregation', ({ aggregation, loss, denominators }) => {
    const evaluation = evaluateObjective(facts, settingsWith({ name: 'ppo', aggregation }));
    expect(evaluation.loss).toBeCloseTo(loss, 12);
    expect(losses.reduce((sum, value, t) => sum + value / denominators[t]!, 0)).toBeCloseTo(loss, 12);
    expectClose(evaluation.coefficients, coefficients);
    expectClose(
      evaluation.gradient,
      coefficients.map((c, t) => -c / denominators[t]!),
    );
  });

  it('gates and metrics', () => {
    const { gates, metrics } = evaluateObjective(facts, settingsWith({ name: 'ppo' }));
    expect(Array.from(gates.clip_high!)).toEqual([0, 1, 0, 0, 0]);
    expect(Array.from(gates.clip_low!)).toEqual([0, 0, 0, 1, 0]);
    expect(Array.from(gates.clamped!)).toEqual([0, 0, 0, 0, 0]);
    expect(metrics.clip_ratio).toBeCloseTo(2 / 5, 12);
    expect(metrics.clip_out_of_range).toBeCloseTo(4 / 5, 12);
    expect(metrics.importance_weight).toBeCloseTo((1.1 + 1.5 + 1.5 + 0.5 + 0.5) / 5, 12);
    expect(metrics.importance_weight_max).toBeCloseTo(1.5, 12);
    expect(metrics.approx_kl).toBeCloseTo((ln(1.1) + 2 * ln(1.5) + 2 * ln(0.5)) / 5, 12);
  });
});

describe('ppo-recompute', () => {
  it('looks at the recomputed policy and not at the sampler', () => {
    const facts = pack([
      [
        // r = 0.6/0.5 = 1.2 inside, although ρ = 6:   max(−1.2, −1.2)             c 1.2
        { theta: ln(0.6), prox: ln(0.5), behave: ln(0.1), A: 1 },
        // r = 0.7/0.5 = 1.4 > 1.28, although ρ = 1:   max(−2.8, −2.56) = −2.56    c 0
        { theta: ln(0.7), prox: ln(0.5), behave: ln(0.7), A: 2 },
      ],
      [
        // r = 0.3/0.5 = 0.6 < 0.8, A < 0:             max(0.6, 0.8) = 0.8         c 0
        { theta: ln(0.3), prox: ln(0.5), behave: ln(0.2), A: -1 },
      ],
    ]);
    const { loss, gradient, coefficients, metrics } = evaluateObjective(
      facts,
      settingsWith({ name: 'ppo-recompute', aggregation: 'seq-mean-token-mean' }),
    );
    // ½((−1.2 − 2.56)/2 + 0.8) = ½(−1.88 + 0.8)
    expect(loss).toBeCloseTo(-0.54, 12);
    expectClose(coefficients, [1.2, 0, 0]);
    expectClose(gradient, [-1.2 / 4, 0, 0]);
    expect(metrics.importance_weight).toBeCloseTo((1.2 + 1.4 + 0.6) / 3, 12);
    expect(metrics.clip_ratio).toBeCloseTo(2 / 3, 12);
  });
});

describe('decoupled-ppo', () => {
  it('clips r and weights by w', () => {
    const facts = pack([
      [
        // w = 0.5/0.25 = 2, r = 1.1:      2·max(−2.2, −2.2) = −4.4                c 2·1.1·2 = 4.4 = ρA = 2.2·2
        { theta: ln(0.55), prox: ln(0.5), behave: ln(0.25), A: 2 },
        // w = 0.5/0.8 = 0.625, r = 1.5:   0.625·max(−1.5, −1.28) = −0.8           c 0, though ρ = 0.9375
        { theta: ln(0.75), prox: ln(0.5), behave: ln(0.8), A: 1 },
        // w = 0.2/0.4 = 0.5, r = 1.5, A<0: 0.5·max(1.5, 1.28) = 0.75              c 0.5·1.5·(−1) = −0.75
        { theta: ln(0.3), prox: ln(0.2), behave: ln(0.4), A: -1 },
      ],
      [
        // w = 0.8/0.2 = 4, r = 0.5, A<0:  4·max(0.5, 0.8) = 3.2                   c 0
        { theta: ln(0.4), prox: ln(0.8), behave: ln(0.2), A: -1 },
      ],
    ]);
    const { loss, gradient, coefficients, gates, metrics } = evaluateObjective(
      facts,
      settingsWith({ name: 'decoupled-ppo' }),
    );
    // (−4.4 − 0.8 + 0.75 + 3.2)/4 = −1.25/4
    expect(loss).toBeCloseTo(-0.3125, 12);
    expectClose(coefficients, [4.4, 0, -0.75, 0]);
    expectClose(gradient, [-1.1, 0, 0.1875, 0]);
    expect(Array.from(gates.clip_high!)).toEqual([0, 1, 0, 0]);
    expect(Array.from(gates.clip_low!)).toEqual([0, 0, 0, 1]);
    expect(metrics.behave_imp_weight).toBeCloseTo((2 + 0.625 + 0.5 + 4) / 4, 12);
    // mean log w = (ln 2 + ln 0.625 + ln 0.5 + ln 4)/4 = ln(2.5)/4
    expect(metrics.behave_approx_kl).toBeCloseTo(ln(2.5) / 4, 12);
    expect(metrics.importance_weight).toBeCloseTo((1.1 + 1.5 + 1.5 + 0.5) / 4, 12);
  });

  it.each([
    { filter: 'none', weights: [6, 4, 8] },
    { filter: 'mask', weights: [0, 4, 0] }, // as areal does by default
    { filter: 'clamp', weights: [5, 4, 5] },
  ] as const)('with large weights $filter: w = 6, 4 and 8 against 5', ({ filter, weights }) => {
    const facts = pack([
      [
        { theta: ln(0.66), prox: ln(0.6), behave: ln(0.1), A: 2 }, // r = 1.1
        { theta: ln(0.36), prox: ln(0.4), behave: ln(0.1), A: 1 }, // r = 0.9
        { theta: ln(0.48), prox: ln(0.8), behave: ln(0.1), A: -1 }, // r = 0.6: the clip’s 0.8 counts
      ],
    ]);
    const { losses, coefficients } = termsOf(facts, tuned('decoupled-ppo', { filter }));
    expectClose(losses, [weights[0] * -2.2, weights[1] * -0.9, weights[2] * 0.8]);
    expectClose(coefficients, [weights[0] * 2.2, weights[1] * 0.9, 0]);
  });
});
