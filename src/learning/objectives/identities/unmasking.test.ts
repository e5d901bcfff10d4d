/**
 * §37.3: a mask that acts outward lets a token go as soon as its ratio lies on the other side of 1, or its advantage has the
 * other sign; a mask that acts both ways does not.
 */
import { describe, expect, it } from 'vitest';
import type { MethodGroup } from '../../../experiment/settings/index.ts';
import { settingsWith, tuned } from '../../testing/facts.ts';
import { alone, probable, type ProbableToken } from '../../testing/probabilities.ts';
import type { LearningSettings, MethodName } from '../contract.ts';
import { evaluateObjective } from '../index.ts';

interface Case {
  readonly name: MethodName;
  /** Of its own settings. */
  readonly changes?: Record<string, unknown>;
}

/** A method with some of its own settings changed, where it has any. */
function changed(name: MethodName, changes?: Record<string, unknown>): LearningSettings {
  return changes === undefined ? settingsWith({ name }) : tuned(name as MethodGroup, changes as never);
}

/** 0.1 → 0.9 and back: ratios 9 and 1/9, 0.8 of probability moved; the same with the sign of A changed. */
const far = 0.9;
const near = 0.1;
const quadrants: readonly ProbableToken[] = [
  { theta: far, mu: near, A: 1 }, // outward
  { theta: near, mu: far, A: 1 },
  { theta: far, mu: near, A: -1 },
  { theta: near, mu: far, A: -1 }, // outward
];

const masked = (settings: LearningSettings, tokens = quadrants): readonly boolean[] =>
  Array.from(evaluateObjective(alone(tokens), settings).coefficients, (c) => c === 0);

describe('§37.3 an outward mask', () => {
  const outward: readonly Case[] = [
    { name: 'ppo' },
    { name: 'ppo-recompute' },
    { name: 'decoupled-ppo' },
    { name: 'dual-clip', changes: { cap: 100 } },
    { name: 'ppo-delta', changes: { delta: 100 } },
    { name: 'grpo', changes: { beta: 0 } },
    { name: 'gspo' },
    { name: 'gspo-token' },
    { name: 'gmpo' },
    { name: 'minirl' },
    { name: 'a3po' },
    { name: 'a3po', changes: { form: 'rollout' } },
    { name: 'a3po-linear' },
    { name: 'ppo-ewma' },
    { name: 'ppo-ewma-revised' },
    { name: 'exact-old-logits' },
    { name: 'sat' },
    { name: 'sat', changes: { quantile: 0.5, kernel: 'continuous' } },
    { name: 'sat-gspo' },
    { name: 'clip-cov' },
    { name: 'mu-grpo', changes: { clipLow: 0.2, clipHigh: 0.2, threshold: 100 } },
    { name: 'epo', changes: { cap: 100 } },
    { name: 'dppo-tv' },
    { name: 'dppo-kl' },
    { name: 'dppo-full-tv' },
    { name: 'dppo-full-kl' },
    { name: 'prime-rl', changes: { kappa: 0 } },
    { name: 'cppo' },
    { name: 'cppo', changes: { divergence: 'full-tv' } },
    { name: 'cppo', changes: { divergence: 'full-kl', delta: 0.1, budget: 0.002 } },
  ];

  it.each(outward)(
    '$name $changes lets go where the sign of ρ − 1 or of A is flipped',
    ({ name, changes }) => {
      expect(masked(changed(name, changes))).toEqual([true, false, false, true]);
    },
  );

  it('m2po, whose bounds come from the harmful tokens, lets go in each of the four', () => {
    // One token at a time, as the other harmful one would set the bounds.
    const each = quadrants.flatMap((token) => masked(settingsWith({ name: 'm2po' }), [token]));
    expect(each).toEqual([true, false, false, true]);
  });

  it('cppo lets go by its prefix’s budget too', () => {
    // The prefix has used up the budget; the last token has moved by 0.05 only, outward, inward, and with A flipped.
    const last = (token: ProbableToken): number =>
      evaluateObjective(probable([[{ theta: 0.9, mu: 0.5, A: 1 }, token]]), settingsWith({ name: 'cppo' }))
        .coefficients[1]!;
    expect(last({ theta: 0.55, mu: 0.5, A: 1 })).toBe(0);
    expect(last({ theta: 0.45, mu: 0.5, A: 1 })).toBeCloseTo(0.9, 12);
    expect(last({ theta: 0.55, mu: 0.5, A: -1 })).toBeCloseTo(-1.1, 12);
  });
});

describe('§37.3 a mask in both directions', () => {
  const twoSided: readonly Case[] = [
    { name: 'prime-ipo', changes: { kappa: 0 } },
    { name: 'mis' },
    { name: 'icepop' },
    { name: 'seq-mis', changes: { low: 0.5 } },
    { name: 'geometric-rejection' },
    { name: 'divergence-rejection', changes: { estimator: 'k2' } },
    { name: 'divergence-rejection', changes: { estimator: 'k3', level: 'token' } },
  ];

  it.each(twoSided)('$name $changes holds on to all four', ({ name, changes }) => {
    expect(masked(changed(name, changes))).toEqual([true, true, true, true]);
  });

  it('m2po-mask drops the largest |log ρ| in every quadrant', () => {
    for (const token of quadrants) {
      const beside = { theta: 0.5, mu: 0.5, A: 1 };
      expect(masked(settingsWith({ name: 'm2po-mask' }), [token, beside])).toEqual([true, false]);
    }
  });

  it.each(['ppo-ewma-revised', 'exact-old-logits'] as const)('%s masks a discrepancy either way', (name) => {
    // r = 1, and π_p/μ = 9 or 1/9.
    const apart = [
      { theta: far, prox: far, mu: near, A: 1 },
      { theta: near, prox: near, mu: far, A: 1 },
      { theta: far, prox: far, mu: near, A: -1 },
      { theta: near, prox: near, mu: far, A: -1 },
    ];
    expect(masked(settingsWith({ name }), apart)).toEqual([true, true, true, true]);
  });
});
