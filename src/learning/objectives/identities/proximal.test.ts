/** §37.4, and what follows for the anchors of the ratio where they coincide. */
import { describe, expect, it } from 'vitest';
import { pack, randomFacts, settingsWith, tuned } from '../../testing/facts.ts';
import type { Facts } from '../contract.ts';
import { evaluateObjective } from '../index.ts';
import { ratioOf } from '../ratios.ts';

const batches = Array.from({ length: 20 }, (_, seed) => randomFacts(seed, 'mixed', 6));
const open = { clipLow: 1, clipHigh: 10 } as const;

/** A batch whose tokens all have this age. */
function aged(facts: Facts, d: number): Facts {
  return { ...facts, staleness: new Int32Array(facts.mask.length).fill(d) };
}

describe('§37.4 A-3PO', () => {
  it.each(['a3po', 'a3po-linear'] as const)('%s has w·r = ρ to rounding, at every age', (name) => {
    let compared = 0;
    for (const batch of batches) {
      for (const d of [1, 2, 3, 8, 256]) {
        const facts = aged(batch, d);
        const { coefficients, gates } = evaluateObjective(facts, settingsWith({ name, ...open }));
        facts.mask.forEach((counts, t) => {
          if (!counts || facts.advantage[t] === 0 || gates.clip_high![t] || gates.clip_low![t]) return;
          const rho = ratioOf(facts.logpTheta[t]! - facts.logpBehave![t]!);
          expect(coefficients[t]! / facts.advantage[t]! / rho).toBeCloseTo(1, 12);
          compared += 1;
        });
      }
    }
    expect(compared).toBeGreaterThan(1000);
  });

  it.each(['a3po', 'a3po-linear'] as const)('%s is PPO at the ages 0, 1 and below 0: ℓp = ℓμ', (name) => {
    for (const batch of batches) {
      const ppo = evaluateObjective(batch, settingsWith({ name: 'ppo' }));
      for (const d of [1, 0, -3]) {
        const other = evaluateObjective(aged(batch, d), settingsWith({ name }));
        expect(other.loss).toBe(ppo.loss);
        expect(other.gradient).toEqual(ppo.gradient);
        expect(other.gates).toEqual(ppo.gates);
      }
    }
  });

  it('in its rollout form is PPO at every age', () => {
    for (const batch of batches) {
      const ppo = evaluateObjective(batch, settingsWith({ name: 'ppo' }));
      const rollout = evaluateObjective(batch, tuned('a3po', { form: 'rollout' }));
      expect(rollout.loss).toBe(ppo.loss);
      expect(rollout.gradient).toEqual(ppo.gradient);
    }
  });

  it('clips the total ratio at (1−ε)^d and (1+ε)^d: 0.168 and 4.30 at d = 8, ε = 0.2', () => {
    const at = (rho: number, A: number): number =>
      evaluateObjective(
        pack([[{ theta: -3 + Math.log(rho), behave: -3, A, staleness: 8 }]]),
        settingsWith({ name: 'a3po', clipHigh: 0.2 }),
      ).coefficients[0]!;
    expect(at(4.29, 1)).toBeCloseTo(4.29, 12);
    expect(at(4.31, 1)).toBe(0);
    expect(at(0.168, -1)).toBeCloseTo(-0.168, 12);
    expect(at(0.167, -1) + 0).toBe(0);
  });
});

describe('where anchors coincide', () => {
  it('PPO with ℓp = ℓμ, recomputed or decoupled, is PPO against the behaviour policy', () => {
    for (const batch of batches) {
      const same = { ...batch, logpProx: batch.logpBehave! };
      const ppo = evaluateObjective(same, settingsWith({ name: 'ppo' }));
      for (const name of ['ppo-recompute', 'decoupled-ppo'] as const) {
        const other = evaluateObjective(same, settingsWith({ name }));
        expect(other.loss).toBe(ppo.loss);
        expect(other.gradient).toEqual(ppo.gradient);
        expect(other.gates).toMatchObject(ppo.gates);
      }
    }
  });

  it('decoupled PPO has the full ratio ρ in its gradient, and PPO’s clip on r', () => {
    for (const facts of batches) {
      const decoupled = evaluateObjective(facts, settingsWith({ name: 'decoupled-ppo' }));
      const recomputed = evaluateObjective(facts, settingsWith({ name: 'ppo-recompute' }));
      expect(decoupled.gates).toMatchObject(recomputed.gates);
      facts.mask.forEach((counts, t) => {
        if (!counts || decoupled.coefficients[t] === 0) return;
        const rho = ratioOf(facts.logpTheta[t]! - facts.logpBehave![t]!);
        expect(decoupled.coefficients[t]! / (rho * facts.advantage[t]!)).toBeCloseTo(1, 12);
      });
    }
  });

  it('the exact decomposition and the revised average are decoupled PPO while the band holds nothing back', () => {
    const near = batches.map((_, seed) => randomFacts(seed, 'mixed', 2));
    for (const facts of near) {
      const decoupled = evaluateObjective(facts, settingsWith({ name: 'decoupled-ppo' }));
      for (const name of ['exact-old-logits', 'ppo-ewma-revised'] as const) {
        const other = evaluateObjective(facts, tuned(name, { band: 100 }));
        expect(other.loss).toBeCloseTo(decoupled.loss, 12);
        expect(other.gradient).toEqual(decoupled.gradient);
      }
    }
  });

  it('PPO-EWMA is decoupled PPO while its cap and its pull do nothing', () => {
    for (const facts of batches.map((_, seed) => randomFacts(seed, 'mixed', 2))) {
      const decoupled = evaluateObjective(facts, settingsWith({ name: 'decoupled-ppo' }));
      const averaged = evaluateObjective(facts, tuned('ppo-ewma', { cap: 1000, kappa: 0 }));
      expect(averaged.loss).toBeCloseTo(decoupled.loss, 12);
      expect(averaged.gradient).toEqual(decoupled.gradient);
    }
  });
});
