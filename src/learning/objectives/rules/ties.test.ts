/** Ties (§39): what lies exactly on a bound is inside it, keeps its full gradient, and loses it just beyond. */
import { describe, expect, it } from 'vitest';
import type { MethodGroup } from '../../../experiment/settings/index.ts';
import { exp, log } from '../../../numerics/elementary.ts';
import { pack, settingsWith, tuned } from '../../testing/facts.ts';
import { alone, probable } from '../../testing/probabilities.ts';
import type { Facts, LearningSettings, MethodName } from '../contract.ts';
import { evaluateObjective, objectives } from '../index.ts';
import { binaryKl } from '../probabilityMasks.ts';
import { ratioOf } from '../ratios.ts';

const X = 0.25;
const HIGH = ratioOf(X);
const LOW = ratioOf(-X);
// These differences are exact, so that 1 + ε₊ and 1 − ε₋ are the ratios to the last bit.
const range = { clipHigh: HIGH - 1, clipLow: 1 - LOW };
/** A relative step that no rounding swallows. */
const BEYOND = 1e-9;

/** One token whose ratios to μ and to ℓp both have this log. */
function token(x: number, A: number): Facts {
  const facts = alone([{ theta: 0.5, mu: 0.5, A }]);
  const [theta, anchor] = x > 0 ? [0, -x] : [x, 0];
  return {
    ...facts,
    logpTheta: Float64Array.of(theta),
    logpRef: Float64Array.of(theta),
    logpBehave: Float64Array.of(anchor),
    logpProx: Float64Array.of(anchor),
  };
}

const c = (facts: Facts, settings: LearningSettings, t = 0): number =>
  evaluateObjective(facts, settings).coefficients[t]!;

/** A method with the shared settings and those of its own that it has changed. */
function withRange(name: MethodName, own: Record<string, unknown>): LearningSettings {
  const settings =
    objectives[name].group === undefined ? settingsWith({ name }) : tuned(name as MethodGroup, own as never);
  return { ...settings, objective: { ...settings.objective, ...range } };
}

describe('a ratio on a clip bound', () => {
  const shared: readonly (readonly [MethodName, Record<string, unknown>])[] = [
    ['ppo', {}],
    ['ppo-recompute', {}],
    ['decoupled-ppo', {}],
    ['dual-clip', {}],
    ['ppo-delta', {}],
    ['grpo', { beta: 0 }],
    ['a3po', {}],
    ['a3po-linear', {}],
    ['ppo-ewma', {}],
    ['ppo-ewma-revised', {}],
    ['exact-old-logits', {}],
    ['sat', {}],
    ['clip-cov', {}],
    ['epo', {}],
    ['epo-hinge', {}],
    ['gspo', range],
    ['gspo-token', range],
    ['sat-gspo', range],
    ['minirl', range],
    ['mu-grpo', range],
    ['gmpo', { logLow: X, logHigh: X }],
  ];

  it.each(shared)('%s keeps its full gradient, and loses it just beyond', (name, own) => {
    const settings = withRange(name, own);
    expect(c(token(X, 2), settings)).toBe(2 * HIGH);
    expect(c(token(-X, -2), settings)).toBe(-2 * LOW);
    expect(c(token(X * (1 + BEYOND), 2), settings)).toBe(0);
    expect(c(token(-X * (1 + BEYOND), -2), settings) + 0).toBe(0);
    expect(evaluateObjective(token(X, 2), settings).gates.clip_high![0]).toBe(0);
    expect(evaluateObjective(token(X * (1 + BEYOND), 2), settings).gates.clip_high![0]).toBe(1);
    expect(evaluateObjective(token(-X * (1 + BEYOND), -2), settings).gates.clip_low![0]).toBe(1);
  });

  it.each([
    { name: 'dual-clip', own: { cap: HIGH } },
    { name: 'ppo-delta', own: { delta: HIGH } },
  ] as const)(
    '$name keeps a bad token exactly on its cap, where the loss is the same either way',
    ({ name, own }) => {
      const settings = tuned(name, own);
      expect(c(token(X, -2), settings)).toBe(-2 * HIGH);
      expect(c(token(X * (1 + BEYOND), -2), settings) + 0).toBe(0);
      expect(evaluateObjective(token(X, -2), settings).loss).toBe(2 * HIGH);
      expect(evaluateObjective(token(1, -2), settings).loss).toBe(2 * HIGH);
    },
  );

  it('sat does not narrow for a token on the quantile', () => {
    // Equal sizes are all on it.
    const even = pack([[1, 1, 1].map((A) => ({ theta: 0, behave: -X, A }))]);
    const settings = tuned('sat', { quantile: 0 }, range);
    expect(Array.from(evaluateObjective(even, settings).coefficients)).toEqual([HIGH, HIGH, HIGH]);
  });
});

describe('a weight on the edge of a band', () => {
  it.each([
    { name: 'mis', weight: true },
    { name: 'icepop', weight: true },
    { name: 'seq-mis', weight: true },
    { name: 'geometric-rejection', weight: false },
  ] as const)('$name lets it pass, and rejects just beyond', ({ name, weight }) => {
    const settings = tuned(name, { low: LOW, high: HIGH });
    expect(c(token(X, 2), settings)).toBe(weight ? 2 * HIGH : 2);
    expect(c(token(-X, 2), settings)).toBe(weight ? 2 * LOW : 2);
    expect(c(token(X * (1 + BEYOND), 2), settings)).toBe(0);
    expect(c(token(-X * (1 + BEYOND), 2), settings)).toBe(0);
  });

  it.each(['ppo-ewma-revised', 'exact-old-logits'] as const)(
    '%s lets a discrepancy of 1/c and of c pass',
    (name) => {
      // θ = ℓp, so that only the band looks. The product of this ratio and its inverse rounds below 1.
      const at = (logD: number, band: number): number =>
        c(pack([[{ theta: -1, prox: -1, behave: -1 - logD, A: 1 }]]), tuned(name, { band, weigh: false }));
      expect(at(X, HIGH)).toBe(1);
      expect(at(-X, 1 / LOW)).toBe(1);
      expect(at(X * (1 + BEYOND), HIGH)).toBe(0);
      expect(at(-X * (1 + BEYOND), HIGH)).toBe(0);
    },
  );

  it.each(['k2', 'k3'] as const)(
    'divergence-rejection by %s lets a divergence on the threshold pass',
    (estimator) => {
      const threshold = estimator === 'k2' ? (X * X) / 2 : HIGH - 1 - X;
      const settings = tuned('divergence-rejection', { estimator, threshold });
      expect(c(token(X, 1), settings)).toBe(1);
      expect(c(token(X * (1 + BEYOND), 1), settings)).toBe(0);
    },
  );

  it('opsm keeps a bad answer that has drifted by δ exactly', () => {
    expect(c(token(-X, -1), tuned('opsm', { delta: X }))).toBe(-1);
    expect(c(token(-X * (1 + BEYOND), -1), tuned('opsm', { delta: X })) + 0).toBe(0);
  });
});

describe('probability moved by exactly the boundary', () => {
  const [theta, mu] = [log(0.75), log(0.5)];
  const moved = exp(theta) - exp(mu);
  const up = probable([[{ theta: 0.75, mu: 0.5, A: 1 }]]);
  const down = { ...probable([[{ theta: 0.5, mu: 0.75, A: -1 }]]) };

  it.each(['dppo-tv', 'prime-rl'] as const)('%s keeps it', (name) => {
    const at = (facts: Facts, delta: number): boolean =>
      evaluateObjective(facts, tuned(name, { deltaLow: delta, deltaHigh: delta })).gates.masked![0] === 1;
    for (const facts of [up, down]) {
      expect(at(facts, moved)).toBe(false);
      expect(at(facts, moved * (1 - BEYOND))).toBe(true);
    }
  });

  it('prime-ipo and cppo keep it', () => {
    const ipo = (delta: number) => evaluateObjective(up, tuned('prime-ipo', { delta })).gates.masked![0];
    expect([ipo(moved), ipo(moved * (1 - BEYOND))]).toEqual([0, 1]);
    const budget = (delta: number) =>
      evaluateObjective(up, tuned('cppo', { delta })).gates.token_threshold![0];
    expect([budget(moved), budget(moved * (1 - BEYOND))]).toEqual([0, 1]);
  });

  it('dppo-kl keeps a divergence of exactly δ', () => {
    const at = (delta: number) => evaluateObjective(up, tuned('dppo-kl', { delta })).gates.masked![0];
    const D = binaryKl(mu, theta);
    expect([at(D), at(D * (1 - BEYOND))]).toEqual([0, 1]);
  });
});

describe('other thresholds', () => {
  it('mu-grpo is triggered beyond its threshold, not on it', () => {
    const vetoed = (x: number, trigger: 'above' | 'below', threshold: number) =>
      evaluateObjective(token(x, -1), tuned('mu-grpo', { trigger, threshold })).gates.veto![0];
    expect([vetoed(X, 'above', HIGH), vetoed(X * (1 + BEYOND), 'above', HIGH)]).toEqual([0, 1]);
    expect([vetoed(-X, 'below', 1 / LOW), vetoed(-X * (1 + BEYOND), 'below', 1 / LOW)]).toEqual([0, 1]);
  });

  it('success-conditioning counts a reward of exactly τ, topr a score of 0 as bad', () => {
    const scored = (reward: number): Facts => ({ ...token(-X, 1), sequenceRewards: Float64Array.of(reward) });
    const success = (reward: number) => c(scored(reward), tuned('success-conditioning', { threshold: 0.7 }));
    expect([success(0.7), success(0.7 - 1e-12)]).toEqual([1, 0]);
    expect([
      c(scored(0), settingsWith({ name: 'topr' })),
      c(scored(1e-12), settingsWith({ name: 'topr' })),
    ]).toEqual([LOW, 1]);
  });

  it('m2po-mask drops until the mean is strictly below the budget; m2po leaves a mean of exactly the budget alone', () => {
    // Both tokens have log²ρ = X², so their mean is X² whether one or two are left.
    const two = pack([[1, 1].map((A) => ({ theta: 0, behave: -X, A }))]);
    const kept = (budget: number) =>
      Array.from(evaluateObjective(two, tuned('m2po-mask', { budget })).coefficients);
    expect(kept(X * X)).toEqual([0, HIGH]); // one always stays
    expect(kept(X * X * (1 + BEYOND))).toEqual([HIGH, HIGH]);
    const bounds = (budget: number) =>
      evaluateObjective(two, tuned('m2po', { budget })).metrics.clip_bound_high;
    expect(bounds(X * X)).toBe(1e5);
    expect(bounds(X * X * (1 - BEYOND))).toBe(1);
  });
});
