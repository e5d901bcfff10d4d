/** §37.5 and §37.6: trust regions that contain each other, and that turn into each other at the limits of their settings. */
import { describe, expect, it } from 'vitest';
import { pack, randomFacts, settingsWith, termsOf, tuned } from '../../testing/facts.ts';
import { evaluateObjective } from '../index.ts';

const batches = Array.from({ length: 30 }, (_, seed) => randomFacts(seed, 'mixed', 3));
const kernels = ['hill', 'continuous'] as const;

describe('§37.5 SAT', () => {
  it.each(kernels)(
    'with kernel %s has bounds within PPO’s: it loses no less, and clips whatever PPO clips',
    (kernel) => {
      const settings = tuned('sat', { quantile: 0.3, kernel });
      let narrowed = 0;
      // Ratios about the clip bounds, where narrower ones make a difference.
      for (const facts of batches.map((_, seed) => randomFacts(seed, 'mixed', 0.3))) {
        const sat = evaluateObjective(facts, settings);
        const ppo = evaluateObjective(facts, settingsWith({ name: 'ppo' }));
        const own = termsOf(facts, settings).losses;
        const nominal = termsOf(facts, settingsWith({ name: 'ppo' })).losses;
        facts.mask.forEach((counts, t) => {
          if (!counts) return;
          expect(own[t]).toBeGreaterThanOrEqual(nominal[t]!);
          for (const side of ['clip_high', 'clip_low']) {
            expect(sat.gates[side]![t]).toBeGreaterThanOrEqual(ppo.gates[side]![t]!);
            narrowed += sat.gates[side]![t]! - ppo.gates[side]![t]!;
          }
          const inward = facts.advantage[t]! * (facts.logpTheta[t]! - facts.logpBehave![t]!) < 0;
          if (!inward) return;
          expect(own[t]).toBe(nominal[t]);
          expect(sat.coefficients[t]).toBe(ppo.coefficients[t]);
        });
      }
      expect(narrowed).toBeGreaterThan(10);
    },
  );

  it.each(kernels)('with κ = 1 everywhere is PPO to the last bit, kernel %s', (kernel) => {
    const sat = tuned('sat', { quantile: 1, kernel });
    for (const facts of batches) {
      const own = evaluateObjective(facts, sat);
      const ppo = evaluateObjective(facts, settingsWith({ name: 'ppo' }));
      expect(own.loss).toBe(ppo.loss);
      expect(own.gradient).toEqual(ppo.gradient);
    }
  });

  it('for whole answers with κ = 1 is GSPO-token with the same radii, against the sampler', () => {
    const radii = { clipLow: 0.2, clipHigh: 0.2 };
    for (const batch of batches) {
      const facts = { ...batch, logpProx: batch.logpBehave! };
      const narrowed = evaluateObjective(facts, tuned('sat-gspo', { quantile: 1, ...radii }));
      const plain = evaluateObjective(facts, tuned('gspo-token', radii));
      expect(narrowed.loss).toBe(plain.loss);
      expect(narrowed.gradient).toEqual(plain.gradient);
    }
  });

  it('contracts by q²/(q²+δ²), or by 1/(1+((δ−q)/q)²): at δ = 2q to 1/5, or to 1/2', () => {
    // |δ| = 0.1 of nine tokens and 0.2 of one: with α = 0.5 the gate is q = 0.1.
    const nine = Array.from({ length: 9 }, () => ({ theta: -1, behave: -1.1, A: 1 }));
    const clipped = (kernel: (typeof kernels)[number], clipHigh: number): number =>
      evaluateObjective(
        pack([[...nine, { theta: -1, behave: -1.2, A: 1 }]]),
        tuned('sat', { quantile: 0.5, kernel }, { clipHigh }),
      ).gates.clip_high![9]!;
    // The ratio is e^0.2 = 1.2214: it is clipped where ε·κ < 0.2214, so at ε < 1.107, or < 0.4428.
    expect([clipped('hill', 1.1), clipped('hill', 1.11)]).toEqual([1, 0]);
    expect([clipped('continuous', 0.44), clipped('continuous', 0.45)]).toEqual([1, 0]);
  });

  it('jumps to one half just beyond the gate with Hill’s kernel, and not at all with the other', () => {
    const at = (kernel: (typeof kernels)[number], clipHigh: number): number =>
      evaluateObjective(
        pack([
          [...[1, 1, 1].map((A) => ({ theta: -1, behave: -1.1, A })), { theta: -1, behave: -1.1001, A: 1 }],
        ]),
        tuned('sat', { quantile: 0.5, kernel }, { clipHigh }),
      ).gates.clip_high![3]!;
    // The ratio is e^0.1001 = 1.10528: beyond 1 + 0.2·½, within 1 + 0.22·½ and 1 + 0.106.
    expect([at('hill', 0.2), at('hill', 0.22)]).toEqual([1, 0]);
    expect([at('continuous', 0.105), at('continuous', 0.106)]).toEqual([1, 0]);
  });
});

describe('§37.6 CPPO', () => {
  // D ≤ 1 a token, so that a budget of 10 a token never binds: it stands for δ_b = ∞.
  const unbound = { delta: 0.15, weightMin: 1, budgetMode: 'fixed', budget: 10 } as const;

  it.each([
    { divergence: 'binary', dppo: 'dppo-tv' },
    { divergence: 'full-tv', dppo: 'dppo-full-tv' },
    { divergence: 'full-kl', dppo: 'dppo-full-kl' },
  ] as const)(
    'with w_min = 1 and no budget has the mask of $dppo, and no truncation',
    ({ divergence, dppo }) => {
      const region =
        dppo === 'dppo-tv'
          ? tuned(dppo, { deltaLow: 0.15, deltaHigh: 0.15, cap: 10_000 })
          : tuned(dppo, { delta: 0.15, cap: 10_000 });
      let masked = 0;
      for (const facts of batches) {
        const budget = evaluateObjective(facts, tuned('cppo', { ...unbound, divergence }));
        const mask = evaluateObjective(facts, region);
        expect(budget.gates.prefix_budget).toEqual(new Uint8Array(facts.mask.length));
        facts.mask.forEach((counts, t) => {
          // A token of advantage 0 counts as a bad one for DPPO, and as an inward one for CPPO; it has no gradient anyway.
          if (!counts || facts.advantage[t] === 0) return;
          expect(budget.gates.token_threshold![t]).toBe(mask.gates.masked![t]);
          expect(budget.coefficients[t]).toBeCloseTo(mask.coefficients[t]!, 12);
          masked += mask.gates.masked![t]!;
        });
      }
      expect(masked).toBeGreaterThan(10);
    },
  );
});

describe('§37.6 DRPO', () => {
  it.each(['drpo', 'spo'] as const)('%s with δ → ∞ is −Aρ, in loss and gradient', (name) => {
    // The range of the setting ends at 20 (10 for SPO), which only a form and a link know.
    for (const facts of batches) {
      const { losses, coefficients } = termsOf(facts, tuned(name, { delta: 1e15 }));
      facts.mask.forEach((counts, t) => {
        const rho = counts ? Math.exp(facts.logpTheta[t]! - facts.logpBehave![t]!) : 0;
        const expected = counts ? rho * facts.advantage[t]! : 0;
        expect(losses[t]).toBeCloseTo(-expected, 9);
        expect(coefficients[t]).toBeCloseTo(expected, 9);
      });
    }
  });
});
