/** The identities of the sheet's §37 that apply to these methods, and the tie and clamp rules of its §39. */
import { describe, expect, it } from 'vitest';
import { aggregations, names, pack, randomFacts, settingsWith, without } from '../testing/facts.ts';
import { defaultExperiment } from '../../experiment/defaults.ts';
import { checkRules } from '../../experiment/schema.ts';
import { sigmoid } from '../../numerics/elementary.ts';
import type { Facts, MethodName, Needs } from './contract.ts';
import { clipsRatio, evaluateObjective, needsOf, objectives } from './index.ts';
import { ratioOf } from './ratios.ts';

describe('with all policies equal', () => {
  /** What c is where it is not A, as the sheet says (§37.1) or because the method does not read A. */
  const otherwise: Partial<Record<MethodName, (facts: Facts, t: number) => number>> = {
    // σ(−Aℓθ/η)·A
    delightful: ({ advantage, logpTheta }, t) => advantage[t]! * sigmoid(-advantage[t]! * logpTheta[t]!),
    'success-conditioning': ({ sequenceRewards, offsets }, t) =>
      sequenceRewards![offsets.findLastIndex((start) => start <= t)]! >= 1 ? 1 : 0,
    // From values and rewards; `returns.test.ts` has them.
    a2c: () => NaN,
    'v-trace': () => NaN,
  };

  it.each(names)('%s has coefficients that equal the advantage', (name) => {
    for (let seed = 0; seed < 20; seed++) {
      const batch = randomFacts(seed, 'mixed', 3);
      const { logpTheta } = batch;
      const { vocabulary, logpTheta: rows } = batch.distributions!;
      const facts: Facts = {
        ...batch,
        logpProx: logpTheta,
        logpBehave: logpTheta,
        logpOld: logpTheta,
        logpRef: logpTheta,
        distributions: { vocabulary, logpTheta: rows, logpBehave: rows },
      };
      for (const aggregation of aggregations) {
        const { coefficients, gates } = evaluateObjective(facts, settingsWith({ name, aggregation }));
        facts.mask.forEach((counts, t) => {
          const expected = otherwise[name]?.(facts, t) ?? facts.advantage[t]!;
          // Clip-Cov leaves a few tokens out on purpose.
          const left = name === 'clip-cov' && gates.covariance![t] === 1;
          if (!counts || left || Number.isNaN(expected)) return;
          expect(coefficients[t]).toBeCloseTo(expected, 12);
        });
      }
    }
  });
});

describe('where anchors coincide', () => {
  const facts = randomFacts(3, 'mixed', 2);

  it('PPO with ℓp = ℓμ, recomputed or decoupled, is PPO against the behaviour policy', () => {
    const same = { ...facts, logpProx: facts.logpBehave! };
    const ppo = evaluateObjective(same, settingsWith({ name: 'ppo' }));
    for (const name of ['ppo-recompute', 'decoupled-ppo'] as const) {
      const other = evaluateObjective(same, settingsWith({ name }));
      expect(other.loss).toBe(ppo.loss);
      expect(other.gradient).toEqual(ppo.gradient);
      expect(other.gates).toMatchObject(ppo.gates);
    }
  });

  it('decoupled PPO has the full ratio ρ in its gradient, and PPO’s clip on r', () => {
    const decoupled = evaluateObjective(facts, settingsWith({ name: 'decoupled-ppo' }));
    const recomputed = evaluateObjective(facts, settingsWith({ name: 'ppo-recompute' }));
    expect(decoupled.gates).toMatchObject(recomputed.gates);
    facts.mask.forEach((counts, t) => {
      if (!counts || decoupled.coefficients[t] === 0) return;
      const rho = ratioOf(facts.logpTheta[t]! - facts.logpBehave![t]!);
      expect(decoupled.coefficients[t]! / (rho * facts.advantage[t]!)).toBeCloseTo(1, 12);
    });
  });
});

describe('a clipped token', () => {
  it.each(['ppo', 'ppo-recompute', 'decoupled-ppo'] as const)(
    '%s learns from it again when the sign of A or of log r is flipped',
    (name) => {
      const at = (x: number, A: number): number => {
        const facts = pack([[{ theta: -1, prox: -1 - x, behave: -1 - x, A }]]);
        return evaluateObjective(facts, settingsWith({ name })).coefficients[0]!;
      };
      expect(at(0.5, 1)).toBe(0);
      expect(at(0.5, -1)).toBeLessThan(0);
      expect(at(-0.5, 1)).toBeGreaterThan(0);
      expect(at(-0.5, -1)).toBe(0);
    },
  );

  it('keeps its full gradient exactly on a bound, and loses it just beyond', () => {
    // 1 + (e^¼ − 1) and 1 − (1 − e^−¼) are exact, so these ratios are the bounds to the last bit.
    const clipHigh = ratioOf(0.25) - 1;
    const clipLow = 1 - ratioOf(-0.25);
    const at = (x: number, A: number) =>
      evaluateObjective(
        pack([[{ theta: x, behave: 0, A }]]),
        settingsWith({ name: 'ppo', clipHigh, clipLow }),
      );
    expect(at(0.25, 2).coefficients[0]).toBe(2 * ratioOf(0.25));
    expect(at(-0.25, -2).coefficients[0]).toBe(-2 * ratioOf(-0.25));
    expect(at(0.2500001, 2).coefficients[0]).toBe(0);
    expect(at(-0.2500001, -2).coefficients[0]).toBe(0);
    expect(at(0.25, 2).gates.clip_high![0]).toBe(0);
    expect(at(0.2500001, 2).gates.clip_high![0]).toBe(1);
  });
});

describe('the clamp at ±20', () => {
  it('zeroes the gradient beyond 20, not on it, and holds the loss', () => {
    const at = (x: number) => evaluateObjective(pack([[{ theta: 0, behave: -x, A: -1 }]]), settingsWith({}));
    expect(at(20).coefficients[0]).toBe(-ratioOf(20));
    expect(at(20).gates.clamped![0]).toBe(0);
    expect(at(25).coefficients[0]).toBe(0);
    expect(at(25).gates.clamped![0]).toBe(1);
    expect(at(25).loss).toBe(at(20).loss);
  });

  it('does not zero the gradient where only the constant weight of decoupled PPO is clamped', () => {
    const facts = pack([[{ theta: -1, prox: -1, behave: -31, A: 1 }]]);
    const { coefficients, gates } = evaluateObjective(facts, settingsWith({ name: 'decoupled-ppo' }));
    expect(coefficients[0]).toBe(ratioOf(20));
    expect(gates.clamped![0]).toBe(0);
  });
});

describe('the registry', () => {
  it('names every method by its own key, with its story', () => {
    for (const [key, objective] of Object.entries(objectives)) {
      expect(objective.name).toBe(key);
      for (const text of [
        objective.title,
        objective.formula,
        objective.paper,
        objective.source,
        objective.words,
      ]) {
        expect(text.length).toBeGreaterThan(2);
      }
    }
  });

  it('says what must be computed, and names what is missing', () => {
    expect(needsOf(settingsWith({ name: 'decoupled-ppo', entropyBonus: 0.01 }))).toEqual({
      behave: true,
      prox: 'recompute',
      distributions: true,
    });
    expect(needsOf(settingsWith({ name: 'ppo' }))).toEqual({ behave: true });
    const facts = without(pack([[{ theta: -1, A: 1 }]]), 'logpProx');
    expect(() => evaluateObjective(facts, settingsWith({ name: 'ppo-recompute' }))).toThrow('logpProx');
    expect(() => evaluateObjective(facts, settingsWith({ entropyBonus: 0.1 }))).toThrow('distributions');
  });

  it.each(names)('%s reads no fact that it does not declare, and no group but its own', (name) => {
    for (let seed = 0; seed < 5; seed++) {
      const settings = settingsWith({ name });
      const declared = only(randomFacts(seed, 'mixed', 1), needsOf(settings));
      const own = objectives[name].group;
      const readable = new Set<string | symbol>(['objective', 'correction', 'kl', ...(own ? [own] : [])]);
      const guarded = new Proxy(settings, {
        get(target, key, receiver) {
          if (!readable.has(key)) throw new Error(`${name} reads the settings of ${String(key)}`);
          return Reflect.get(target, key, receiver) as unknown;
        },
      });
      expect(() => evaluateObjective(declared, guarded)).not.toThrow();
    }
  });

  it.each(names)('%s says whether it clips, and of those that need a value head knows the rule', (name) => {
    const settings = settingsWith({ name });
    const { gates } = evaluateObjective(randomFacts(1, 'mixed', 1), settings);
    expect('clip_high' in gates && 'clip_low' in gates).toBe(clipsRatio(objectives[name]));
    const experiment = { ...defaultExperiment(), ...settings };
    const broken = checkRules(experiment).map(({ field }) => field);
    expect(broken).toEqual(needsOf(settings).values ? ['objective.name'] : []);
  });

  it('shares no per-token function between methods', () => {
    const functions = Object.values(objectives).map((objective) => objective.terms);
    expect(new Set(functions).size).toBe(functions.length);
  });
});

/** What `needs` does not name throws when it is read. */
function only(facts: Facts, needs: Needs): Facts {
  const allowed = new Set<keyof Facts>(['offsets', 'mask', 'logpTheta', 'advantage', 'maxLength']);
  const declare = (on: unknown, ...names: (keyof Facts)[]): void => {
    if (on) for (const name of names) allowed.add(name);
  };
  declare(needs.behave, 'logpBehave');
  declare(needs.prox, 'logpProx');
  declare(needs.old, 'logpOld');
  declare(needs.reference, 'logpRef');
  declare(needs.distributions || needs.behaveDistributions, 'distributions');
  declare(needs.values, 'values', 'valuesOld', 'rewards');
  declare(needs.sequenceRewards, 'sequenceRewards', 'groups');
  declare(needs.entropy, 'entropy');
  declare(needs.entropyHistory, 'entropyHistory');
  declare(needs.staleness, 'staleness');
  declare(needs.seed, 'seed');
  return new Proxy(facts, {
    get(target, key, receiver) {
      if (!allowed.has(key as keyof Facts)) throw new Error(`reads ${String(key)}, which is not declared`);
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
}
