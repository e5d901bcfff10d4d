/** §37.10: V-trace's targets where they must be known ones; and the gradients of the value heads against differences. */
import { describe, expect, it } from 'vitest';
import { aggregations, pack, randomFacts, settingsWith } from '../../testing/facts.ts';
import { randomSettings } from '../../testing/settings.ts';
import type { Facts } from '../contract.ts';
import { evaluateObjective } from '../index.ts';
import { generalisedAdvantages, vTrace, type VTraceSettings } from '../returns.ts';

const gamma = 0.9;
const open: VTraceSettings = {
  rhoBar: Infinity,
  cBar: Infinity,
  rhoBarPolicy: Infinity,
  gamma,
  clipRewards: false,
};

describe('§37.10 V-trace', () => {
  it('with ρ ≡ 1 has the n-step returns as targets, and the advantages of the returns', () => {
    for (let seed = 0; seed < 20; seed++) {
      const facts = randomFacts(seed, 'mixed', 1);
      const ones = new Float64Array(facts.mask.length).fill(1);
      const { targets, advantages } = vTrace(
        facts,
        ones,
        { ...open, rhoBar: 1, cBar: 1, rhoBarPolicy: 1 },
        'test',
      );
      // GAE with λ = 1 is the return less the value.
      const gae = generalisedAdvantages(facts, { gamma, lambda: 1 }, 'test');
      facts.mask.forEach((counts, t) => {
        if (!counts) return;
        expect(targets[t]).toBeCloseTo(gae[t]! + facts.values![t]!, 12);
        expect(advantages[t]).toBeCloseTo(gae[t]!, 12);
      });
    }
  });

  it('by hand: rewards 0, 0, 1 and γ = 0.9 give targets 0.81, 0.9, 1, whatever the values', () => {
    const facts = {
      ...pack([[1, 2, 3].map(() => ({ theta: -1, A: 0 }))]),
      values: Float64Array.of(5, -7, 0.3),
      rewards: Float64Array.of(0, 0, 1),
    };
    const { targets } = vTrace(facts, Float64Array.of(1, 1, 1), { ...open, rhoBar: 1, cBar: 1 }, 'test');
    [0.81, 0.9, 1].forEach((value, t) => expect(targets[t]).toBeCloseTo(value, 14));
  });
});

/**
 * A chain of two states. In either one of two actions is taken, which earns a reward and leads to a state. The target of the
 * first of two steps is looked at with c̄ = 0, so that it is the one-step target.
 */
const chain = {
  values: [0.4, -0.7],
  sampler: [
    [0.8, 0.2],
    [0.3, 0.7],
  ],
  learner: [
    [0.1, 0.9],
    [0.6, 0.4],
  ],
  rewards: [
    [1, -2],
    [0.5, 3],
  ],
  next: [
    [0, 1],
    [1, 0],
  ],
} as const;

type State = 0 | 1;

/** E_μ over both actions of the one-step target of a state. */
function expectedTarget(state: State, rhoBar: number): number {
  return ([0, 1] as const).reduce<number>((sum, action) => {
    const mu = chain.sampler[state][action];
    const facts = {
      ...pack([[1, 2].map(() => ({ theta: -1, A: 0 }))]),
      values: Float64Array.of(chain.values[state], chain.values[chain.next[state][action]]),
      rewards: Float64Array.of(chain.rewards[state][action], 0),
    };
    const rho = chain.learner[state][action] / mu;
    const { targets } = vTrace(facts, Float64Array.of(rho, 1), { ...open, rhoBar, cBar: 0 }, 'test');
    return sum + mu * targets[0]!;
  }, 0);
}

/** E over both actions, taken with these chances, of r + γV'. */
function bellman(state: State, policy: readonly number[]): number {
  return ([0, 1] as const).reduce<number>(
    (sum, action) =>
      sum +
      policy[action]! * (chain.rewards[state][action] + gamma * chain.values[chain.next[state][action]]),
    0,
  );
}

describe('§37.10 V-trace on a chain of two states, π ≠ μ', () => {
  it.each([0, 1] as const)('with ρ̄ = ∞ has an unbiased one-step target of π in state %d', (state) => {
    expect(expectedTarget(state, Infinity)).toBeCloseTo(bellman(state, chain.learner[state]), 14);
    expect(Math.abs(expectedTarget(state, Infinity) - bellman(state, chain.sampler[state]))).toBeGreaterThan(
      0.5,
    );
  });

  it.each([0, 1] as const)('with ρ̄ = 1 corrects towards min(μ, π) instead, state %d', (state) => {
    // E_μ[V + min(1, π/μ)·δ] = V + Σ_a min(μ, π)·δ_a
    const V = chain.values[state];
    const expected = ([0, 1] as const).reduce<number>((sum, action) => {
      const least = Math.min(chain.sampler[state][action], chain.learner[state][action]);
      return (
        sum + least * (chain.rewards[state][action] + gamma * chain.values[chain.next[state][action]] - V)
      );
    }, V);
    expect(expectedTarget(state, 1)).toBeCloseTo(expected, 14);
  });
});

describe.each(['a2c', 'v-trace'] as const)('§37.2 the value head under %s', (name) => {
  const moved = (facts: Facts, t: number, by: number): Facts => {
    const values = facts.values!.slice();
    values[t]! += by;
    return { ...facts, values };
  };

  it('has the gradient of its loss, the targets held', () => {
    const step = 1e-5;
    let compared = 0;
    for (let seed = 0; seed < 20; seed++) {
      const facts = randomFacts(seed, 'mixed', 2);
      const aggregation = aggregations[seed % aggregations.length]!;
      const settings = seed % 2 === 0 ? settingsWith({ name, aggregation }) : randomSettings(name, seed);
      const { valueGradient } = evaluateObjective(facts, settings);
      facts.mask.forEach((counts, t) => {
        const at = (by: number): number => evaluateObjective(moved(facts, t, by), settings, facts).loss;
        // A masked value is NaN or worse; moved or not, it must not matter.
        if (!counts) {
          expect(valueGradient![t]).toBe(0);
          expect(at(step)).toBe(at(0));
          return;
        }
        const difference = (at(step) - at(-step)) / (2 * step);
        const size = Math.max(1e-3, Math.abs(valueGradient![t]!));
        expect(Math.abs(valueGradient![t]! - difference) / size).toBeLessThan(1e-5);
        compared += 1;
      });
    }
    expect(compared).toBeGreaterThan(300);
  });
});
