/** Which tokens and answers a rule chooses (§20, §21, §24, §33, §35, §39): how many, by whose sign, on which side. */
import { describe, expect, it } from 'vitest';
import { pack, settingsWith, tuned, type TokenFacts } from '../../testing/facts.ts';
import { alone, probable } from '../../testing/probabilities.ts';
import type { Facts } from '../contract.ts';
import { evaluateObjective } from '../index.ts';

const sum = (values: Uint8Array): number => values.reduce((a, b) => a + b, 0);

describe('Clip-Cov', () => {
  /** Pairs with (A − Ā)(ℓ − mean ℓ) = 2·1 = 2 each, inside (1, 5); ratios are 1. */
  const band = (tokens: number): Facts => ({
    ...pack([
      Array.from({ length: tokens }, (_, t) => (t % 2 === 0 ? { theta: -1, A: 2 } : { theta: -3, A: -2 })),
    ]),
    seed: 5,
  });

  it('leaves out max(1, ⌊share·N⌋) tokens: one even of four, two of 29 at a tenth', () => {
    const dropped = (tokens: number, share: number, seed = 5): Uint8Array =>
      evaluateObjective({ ...band(tokens), seed }, tuned('clip-cov', { share })).gates.covariance!;
    expect(sum(dropped(4, 0.0002))).toBe(1);
    expect(sum(dropped(28, 0.1))).toBe(2);
    expect(sum(dropped(30, 0.1))).toBe(3);
    expect(dropped(30, 0.1)).toEqual(dropped(30, 0.1));
    expect(dropped(30, 0.1, 6)).not.toEqual(dropped(30, 0.1));
  });

  it('leaves out none where none is in the band, whose edges are not in it', () => {
    const count = (low: number, high: number): number =>
      sum(evaluateObjective(band(4), tuned('clip-cov', { low, high })).gates.covariance!);
    expect([count(2.1, 5), count(1, 1.9), count(2, 5), count(1, 2), count(1.9, 2.1)]).toEqual([
      0, 0, 0, 0, 1,
    ]);
  });

  it('never chooses a token that PPO’s clip cuts', () => {
    const facts = band(4);
    // The good tokens are beyond 1.28; the bad ones are below 0.8.
    const logpBehave = facts.logpTheta.map((logp, t) => (t % 2 === 0 ? logp - 0.5 : logp + 0.5));
    const { gates, coefficients } = evaluateObjective(
      { ...facts, logpBehave },
      settingsWith({ name: 'clip-cov' }),
    );
    expect(sum(gates.covariance!)).toBe(0);
    expect(coefficients.map(Math.abs)).toEqual(new Float64Array(4));
  });
});

describe('KL-Cov', () => {
  it('holds the tokens of the largest covariance, one at least, wherever the covariance lies', () => {
    // Means 0 and −2: covariances 3·1, 1·1, −1·(−1), −3·(−1)
    const facts = pack([
      [
        { theta: -1, behave: -1.1, A: 3 },
        { theta: -1, behave: -1.1, A: 1 },
        { theta: -3, behave: -3.1, A: -1 },
        { theta: -3, behave: -3.1, A: -3 },
      ],
    ]);
    const held = (share: number): number[] =>
      Array.from(evaluateObjective(facts, tuned('kl-cov', { share })).gates.covariance!);
    expect(held(0)).toEqual([1, 0, 0, 0]);
    expect(held(0.5)).toEqual([1, 0, 0, 1]);
    expect(held(0.75)).toEqual([1, 1, 0, 1]);
  });
});

describe('M2PO as its authors’ code has it', () => {
  const harmful = (...logs: number[]): TokenFacts[] => logs.map((x) => ({ theta: -1, behave: -1 - x, A: 1 }));
  const boundsOf = (facts: Facts, budget = 0.04): readonly number[] => {
    const { metrics } = evaluateObjective(facts, tuned('m2po', { budget }));
    return [metrics.clip_bound_low!, metrics.clip_bound_high!];
  };

  it('has T = 0 and bounds [1, 1] where the first sorted value already exceeds the budget', () => {
    expect(boundsOf(pack([harmful(0.5, 0.6)]))).toEqual([1, 1]);
  });

  it('has bounds [0, 1e5] where the budget holds, or no token is harmful', () => {
    expect(boundsOf(pack([harmful(0.1, 0.2)]))).toEqual([0, 1e5]); // mean 0.025
    expect(boundsOf(pack([harmful(-0.5, -0.6)]))).toEqual([0, 1e5]);
    expect(boundsOf(pack([]))).toEqual([0, 1e5]);
  });

  it('caps just below the sorted value before the first that is too much', () => {
    // v = 0.01, 0.04, 0.25, 0.36; n·τ = 0.16. k = 0: 4·0.01 · k = 1: 0.01 + 3·0.04 = 0.13 · k = 2: 0.05 + 2·0.25 = 0.55 ≥ 0.16
    const [low, high] = boundsOf(pack([harmful(0.5, 0.1, 0.6, 0.2)]));
    const T = Math.sqrt(0.04 - 1e-12);
    expect(high).toBeCloseTo(Math.exp(T), 9);
    expect(low).toBeCloseTo(Math.exp(-T), 9);
  });

  it('takes an answer’s sign from its first counted token', () => {
    // Both tokens have ρ > 1. By the first one’s sign both are harmful, or neither is.
    const answer = (first: number, second: number) =>
      pack([
        [
          { theta: NaN, A: -first, masked: true },
          { theta: -1, behave: -1.5, A: first },
          { theta: -1, behave: -1.6, A: second },
        ],
      ]);
    expect(boundsOf(answer(1, -1))).toEqual([1, 1]);
    expect(boundsOf(answer(-1, 1))).toEqual([0, 1e5]);
  });

  it('widens radii to their floors', () => {
    const settings = tuned('m2po', { floorLow: 0.3, floorHigh: 0.5 });
    const { metrics } = evaluateObjective(pack([harmful(0.5, 0.6)]), settings);
    expect([metrics.clip_bound_low, metrics.clip_bound_high]).toEqual([0.7, 1.5]);
  });
});

describe('VESPO', () => {
  const phi = (x: number, k: number, lambda: number): number => Math.exp(k * x + lambda * (1 - Math.exp(x)));

  it('takes (k, λ) by the sign of the answer’s first counted token, 0 as positive', () => {
    const x = Math.log(0.5);
    const answer = (first: number) =>
      pack([
        [
          { theta: -1, behave: -1 - x, A: first },
          { theta: -1, behave: -1, A: 1 },
        ],
      ]);
    const second = (first: number): number =>
      evaluateObjective(answer(first), settingsWith({ name: 'vespo' })).coefficients[1]!;
    expect(second(2)).toBeCloseTo(phi(x, 2, 3), 12);
    // An answer without a counted token has no weight, and is not in their mean.
    const beside = pack([[{ theta: -1, behave: -1 - x, A: 2 }], [{ theta: NaN, A: NaN, masked: true }]]);
    expect(evaluateObjective(beside, settingsWith({ name: 'vespo' })).metrics.phi_mean).toBeCloseTo(
      phi(x, 2, 3),
      12,
    );
    expect(second(0)).toBeCloseTo(phi(x, 2, 3), 12);
    expect(second(-2)).toBeCloseTo(phi(x, 3, 2), 12);
  });
});

describe('CPPO', () => {
  const moved = (D: number) => ({ theta: 0.5 + D, mu: 0.5, A: 1 });

  it('with a budget by the answer takes its 90th percentile, interpolated, between the number and twice it', () => {
    // Z = D for w_min = 1, and the threshold of token t is min(δ, δ + (t−1)·b − S_{t−1}).
    const gates = (delta: number, budget: number, over: Facts) =>
      evaluateObjective(over, tuned('cppo', { weightMin: 1, budgetMode: 'quantile', delta, budget })).gates;
    // D = 0.2 and 0.1: the percentile lies at 0.9 between 0.1 and 0.2, so at 0.19. The second token’s threshold is
    // δ + 0.19 − 0.2, which lets its 0.1 pass where δ ≥ 0.11.
    const second = (delta: number): number =>
      gates(delta, 0.1, probable([[moved(0.2), moved(0.1)]])).prefix_budget![1]!;
    expect([second(0.111), second(0.109)]).toEqual([0, 1]);
    // Five tokens of 0.05 with the budget b: the fifth passes where 0.05 ≤ 0.05 + 4b − 0.2, so where b ≥ 0.05.
    const long = probable([Array.from({ length: 5 }, () => moved(0.05))]);
    const fifth = (budget: number): number => gates(0.0501, budget, long).prefix_budget![4]!;
    // The percentile is 0.05: at a floor of 0.03 it is used, at 0.02 its double 0.04 is.
    expect([fifth(0.03), fifth(0.02)]).toEqual([0, 1]);
  });

  it('lets the allowed divergence grow along the answer, as w falls: δ/w', () => {
    // w = 1, 0.9, 0.8 for three tokens; δ = 0.1 allows D = 0.1, 0.111, 0.125. Only the last token moves.
    const last = (D: number): number =>
      evaluateObjective(
        probable([[moved(0), moved(0), moved(D)]]),
        tuned('cppo', { weightMin: 0.8, delta: 0.1, budget: 0.015 }),
      ).gates.token_threshold![2]!;
    expect([last(0.124), last(0.126)]).toEqual([0, 1]);
  });

  it('counts what it masks itself in the prefix sums, and no token masked from the loss', () => {
    const big = moved(0.4);
    const settings = tuned('cppo', { weightMin: 1, delta: 0.15, budget: 0.015 });
    const masks = (sequence: Parameters<typeof probable>[0][number]) => {
      const { gates } = evaluateObjective(probable([sequence]), settings);
      return Array.from(gates.token_threshold!, (byToken, t) => byToken + 2 * gates.prefix_budget![t]!);
    };
    // The first is masked for itself; it has used up the second’s budget all the same.
    expect(masks([big, moved(0.05)])).toEqual([1, 2]);
    expect(masks([{ ...big, masked: true }, moved(0.05)])).toEqual([0, 0]);
  });
});

describe('Mu-GRPO’s veto', () => {
  const [calm, blown, left] = [1, 4, 0.2].map((rho) => ({ theta: 0.1 * rho, mu: 0.1, A: -1 }));
  const vetoed = (
    sequence: Parameters<typeof probable>[0][number],
    own: Partial<Parameters<typeof tuned<'mu-grpo'>>[1]>,
  ) => Array.from(evaluateObjective(probable([sequence]), tuned('mu-grpo', own)).gates.veto!);

  it.each([
    { trigger: 'above', expected: [0, 0, 1, 1] },
    { trigger: 'below', expected: [0, 1, 1, 1] },
    { trigger: 'either', expected: [0, 1, 1, 1] },
  ] as const)('reads its trigger as $trigger', ({ trigger, expected }) => {
    expect(vetoed([calm!, left!, blown!, calm!], { trigger, threshold: 3 })).toEqual(expected);
  });

  it('may keep the trigger itself, leaves good answers alone, and keeps the denominator', () => {
    const answer = [calm!, blown!, calm!];
    expect(vetoed(answer, { threshold: 3, keepTrigger: true })).toEqual([0, 0, 1]);
    expect(
      vetoed(
        answer.map((token) => ({ ...token, A: 1 })),
        { threshold: 3 },
      ),
    ).toEqual([0, 0, 0]);
    for (const rejectedTokens of ['keep', 'drop'] as const) {
      const settings = tuned('mu-grpo', { threshold: 3 }, { rejectedTokens, aggregation: 'token-mean' });
      expect(evaluateObjective(probable([answer]), settings).gradient[0]).toBeCloseTo(1 / 3, 12);
    }
  });
});

describe('sides and signs', () => {
  it('OPSM drops what has fallen, of answers that are bad on average; what has risen stays', () => {
    const fell = { theta: 0.1, mu: 0.5 };
    const rose = { theta: 0.5, mu: 0.1 };
    const settings = settingsWith({ name: 'opsm' });
    const gates = (facts: Facts): number[] => Array.from(evaluateObjective(facts, settings).gates.rejected!);
    expect(gates(alone([fell, rose].flatMap((token) => [1, -1].map((A) => ({ ...token, A })))))).toEqual([
      0, 1, 0, 0,
    ]);
    // Advantages −3 and 1 are −1 on average; 3 and −1 are 1.
    expect(
      gates(
        probable([
          [
            { ...fell, A: -3 },
            { ...fell, A: 1 },
          ],
        ]),
      ),
    ).toEqual([1, 1]);
    expect(
      gates(
        probable([
          [
            { ...fell, A: 3 },
            { ...fell, A: -1 },
          ],
        ]),
      ),
    ).toEqual([0, 0]);
  });

  it('OPSM as a correction measures the current policy’s drift, whatever ratio the weights are of', () => {
    // Fallen since the update began; at its start the learner still agreed with the sampler, so that w = 1.
    const facts = alone([{ theta: 0.1, prox: 0.5, mu: 0.5, A: -1 }]);
    const base = settingsWith({ name: 'reinforce' });
    for (const ratio of ['total', 'behave'] as const) {
      const settings = { ...base, correction: { ...base.correction, opsm: 0.5, ratio } };
      expect(evaluateObjective(facts, settings).gates.correction_rejected![0]).toBe(1);
    }
  });

  it('TOPR splits by the raw score, not by the advantage, unless told so', () => {
    // A good score below the group’s mean, and a bad one above it; ρ = ½.
    const facts = {
      ...alone([
        { theta: 0.2, mu: 0.4, A: -1 },
        { theta: 0.2, mu: 0.4, A: 1 },
      ]),
      sequenceRewards: Float64Array.of(0.3, 0),
    };
    const at = (split: 'score' | 'advantage'): number[] =>
      Array.from(evaluateObjective(facts, tuned('topr', { split })).coefficients);
    expect(at('score')).toEqual([-1, 0.5]);
    expect(at('advantage')).toEqual([-0.5, 1]);
  });

  it('dual clip caps bad tokens alone: a good one far above has its own clip', () => {
    const gates = (A: number) =>
      evaluateObjective(alone([{ theta: 0.9, mu: 0.1, A }]), settingsWith({ name: 'dual-clip' })).gates;
    expect([gates(-1).dual_clip![0], gates(1).dual_clip![0], gates(1).clip_high![0]]).toEqual([1, 0, 1]);
  });

  it.each(['dppo-tv', 'dppo-kl', 'dppo-full-tv', 'dppo-full-kl', 'prime-rl'] as const)(
    '%s counts an advantage of 0 as bad',
    (name) => {
      const masked = (theta: number, mu: number) =>
        evaluateObjective(alone([{ theta, mu, A: 0 }]), settingsWith({ name })).gates.masked![0];
      expect([masked(0.1, 0.9), masked(0.9, 0.1)]).toEqual([1, 0]);
    },
  );

  it('SAPO gates an advantage of 0 as a bad one, with τ = 1.05', () => {
    const { metrics } = evaluateObjective(
      alone([{ theta: 0.75, mu: 0.5, A: 0 }]),
      settingsWith({ name: 'sapo' }),
    );
    // 4p(1−p) = sech²(τ(r−1)/2) at r = 1.5
    expect(metrics.gate_slope).toBeCloseTo(1 / Math.cosh((1.05 * 0.5) / 2) ** 2, 12);
  });
});
