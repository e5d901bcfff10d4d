import { describe, expect, it } from 'vitest';
import { pack, settingsWith, without } from '../testing/facts.ts';
import type { Facts, LearningSettings } from '../objectives/contract.ts';
import { ratioByStaleness, ratioHistograms, stalenessHistogram } from './histograms.ts';
import { evaluateObjective } from '../objectives/index.ts';
import { diagnose, mergeMeasured } from './index.ts';
import * as statistics from './ratioStatistics.ts';

const ln = Math.log;
const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
const garbage = { theta: NaN, prox: Infinity, behave: -Infinity, A: NaN, staleness: -5, masked: true };

/**
 * Three ragged sequences, the last fully masked; three tokens count.
 *
 *            r      w      ρ      A    d
 *   token 0  ½      4      2     −1    3
 *   token 2  1      ½      ½     −2    0
 *   token 3  1      1      1      1    300
 */
const facts: Facts = pack([
  [
    { theta: ln(0.4), prox: ln(0.8), behave: ln(0.2), A: -1, staleness: 3 },
    garbage,
    { theta: ln(0.25), prox: ln(0.25), behave: ln(0.5), A: -2, staleness: 0 },
  ],
  [{ theta: ln(0.7), prox: ln(0.7), behave: ln(0.7), A: 1, staleness: 300 }],
  [garbage, garbage],
]);

const expected: Record<string, number> = {
  total_imp_weight: 3.5 / 3,
  total_imp_weight_max: 2,
  // ½ 1 2 in order; rank 2q: 0.02, 0.2, 1, 1.8, 1.98
  total_imp_weight_p1: 0.5 + 0.02 * 0.5,
  total_imp_weight_p10: 0.5 + 0.2 * 0.5,
  total_imp_weight_p50: 1,
  total_imp_weight_p90: 1 + 0.8,
  total_imp_weight_p99: 1 + 0.98,
  // ln 2 − ln 2 + 0
  mismatch_kl_k1: 0,
  mismatch_kl_k2: (ln(2) * ln(2)) / 3,
  // (2 − 1 − ln 2) + (½ − 1 + ln 2) + 0
  mismatch_kl: 0.5 / 3,
  // 3.5² / (3·(4 + ¼ + 1))
  ess: 12.25 / 15.75,
  second_moment: (2 * ln(2) * ln(2)) / 3,
  chi2_token: 5.25 / 3 - 1,
  behave_imp_weight: 5.5 / 3,
  // ln 4 − ln 2 + 0
  behave_approx_kl: ln(2) / 3,
  importance_weight: 2.5 / 3,
  importance_weight_max: 1,
  approx_kl: -ln(2) / 3,
  approx_kl_k1: ln(2) / 3,
  approx_kl_k2: (ln(2) * ln(2)) / 6,
  // ½ − 1 + ln 2
  approx_kl_k3: (ln(2) - 0.5) / 3,
  // r = ½ with A < 0
  clip_ratio: 1 / 3,
  clip_ratio_high: 0,
  clip_ratio_low: 1 / 3,
  clip_out_of_range: 1 / 3,
  gated_ratio: 1 / 3,
};

function diagnosed(of: Facts, settings: LearningSettings): Record<string, number> {
  return diagnose(of, settings, evaluateObjective(of, settings));
}

function expectAll(actual: Record<string, number>, wanted: Record<string, number>): void {
  expect(Object.keys(actual).sort()).toEqual(Object.keys(wanted).sort());
  for (const [name, value] of Object.entries(wanted)) expect(actual[name], name).toBeCloseTo(value, 12);
}

describe('diagnose, by hand', () => {
  it('with the proximal policy as the clip’s anchor', () => {
    // What the method measures itself comes along: no w exceeds its cap of 5.
    const own = { behave_cap_ratio: 0 };
    expectAll(diagnosed(facts, settingsWith({ name: 'decoupled-ppo' })), { ...expected, ...own });
  });

  it('with the behaviour policy as the anchor, the clip looks at ρ', () => {
    expectAll(diagnosed(facts, settingsWith({ name: 'ppo' })), {
      ...expected,
      importance_weight: 3.5 / 3,
      importance_weight_max: 2,
      approx_kl: 0,
      approx_kl_k1: 0,
      approx_kl_k2: (ln(2) * ln(2)) / 3,
      approx_kl_k3: 0.5 / 3,
      // ρ = 2 with A < 0 is outside but not cut; ρ = ½ with A < 0 is both
      clip_ratio: 1 / 3,
      clip_ratio_low: 1 / 3,
      clip_out_of_range: 2 / 3,
    });
  });

  it('says nothing of a clip where the method has none, nor of facts that are missing', () => {
    const bare = without(facts, 'logpProx', 'staleness');
    const told = Object.keys(diagnosed(bare, settingsWith({ name: 'reinforce' })));
    expect(told).toEqual(
      Object.keys(expected).filter((name) =>
        /^(total_|mismatch_|ess$|second_moment$|chi2_|gated_)/.test(name),
      ),
    );
    expect(told).toHaveLength(14);
  });

  it('takes the clip from the method’s own gates where its bounds are its own', () => {
    // A-3PO’s lower bound on ρ is 0.8^d: 0.8³ = 0.512 cuts ½, 0.8⁴ = 0.41 does not.
    const at = (staleness: number) => {
      const old = pack([[{ theta: ln(0.25), behave: ln(0.5), A: -2, staleness }]]);
      return diagnosed(old, settingsWith({ name: 'a3po', clipLow: 0.2 }))['clip_ratio'];
    };
    expect([at(1), at(3), at(4)]).toEqual([1, 1, 0]);
    // GSPO's range is a thousand times narrower than PPO's.
    const near = pack([[{ theta: ln(0.501), prox: ln(0.5), A: 1 }]]);
    expect(diagnosed(near, settingsWith({ name: 'ppo-recompute' }))['clip_ratio']).toBe(0);
    expect(diagnosed(near, settingsWith({ name: 'gspo' }))).toMatchObject({
      clip_ratio: 1,
      clip_ratio_high: 1,
      clip_out_of_range: 1,
    });
  });

  it('measures θ/prox for a method that takes it without saying what it is', () => {
    const cispo = { ...settingsWith({ name: 'cispo' }).cispo, anchor: 'recompute' } as const;
    const told = diagnosed(facts, settingsWith({ name: 'cispo' }, { cispo }));
    expect(told['importance_weight']).toBeCloseTo(expected['importance_weight']!, 12);
    expect(told).not.toHaveProperty('clip_ratio');
  });

  it('counts a token once that several gates have', () => {
    const gates = { a: Uint8Array.of(1, 1, 0), b: Uint8Array.of(0, 1, 0), c: Uint8Array.of(0, 0, 0) };
    const three = pack([[1, 2, 3].map((A) => ({ theta: -1, A }))]);
    const { gated_ratio: gated } = diagnose(three, settingsWith({}), { gates, metrics: {} });
    expect(gated).toBe(2 / 3);
  });
});

describe('what several evaluations measured', () => {
  it('is their mean by counted tokens, their largest, their smallest', () => {
    const parts = [
      { metrics: { share: 1, kappa_min: 0.5, ratio_max: 3, here: 7 }, mask: Uint8Array.of(1, 0, 0) },
      { metrics: { share: 0, kappa_min: 0.25, ratio_max: 2 }, mask: Uint8Array.of(1, 1, 1) },
      { metrics: {}, mask: Uint8Array.of(0) },
    ];
    expect(mergeMeasured(parts)).toEqual({ share: 1 / 4, kappa_min: 0.25, ratio_max: 3, here: 7 });
    expect(mergeMeasured([])).toEqual({});
  });
});

describe('ratio histograms', () => {
  const logs = Float64Array.of(ln(2), ln(0.5), 0, 1.5);
  const advantage = Float64Array.of(-1, -2, 1, 0);

  it('are split by the sign of the advantage, without those that have none', () => {
    // Four bins over [−2, 2]: −ln 2 in [−1, 0), ln 2 and 0 in [0, 1).
    const { positive, negative } = ratioHistograms(logs, advantage, { count: 4, from: -2, to: 2 });
    expect(Array.from(positive)).toEqual([0, 0, 0, 1, 0, 0]);
    expect(Array.from(negative)).toEqual([0, 0, 1, 1, 0, 0]);
  });

  it('put 0 into the middle of 41 bins, the range’s ends into its outer bins, the rest beyond', () => {
    const at = (x: number): number => {
      const bins = { count: 41, from: -2, to: 2 };
      return ratioHistograms(Float64Array.of(x), Float64Array.of(1), bins).positive.indexOf(1);
    };
    expect([0, -2, 2, -2.001, 2.001, -Infinity].map(at)).toEqual([21, 1, 41, 0, 42, 0]);
  });

  it('by staleness have one row for every bin of it, whatever the advantage', () => {
    // Staleness 0, 1–3, 4 and more; columns: below, [−1, 0), [0, 1], above
    const counts = ratioByStaleness(
      logs,
      Int32Array.of(3, 0, 300, 4),
      { count: 2, from: -1, to: 1 },
      [0, 1, 4],
    );
    const rows = [0, 1, 2].map((row) => Array.from(counts.subarray(4 * row, 4 * row + 4)));
    expect(rows).toEqual([
      [0, 1, 0, 0],
      [0, 0, 1, 0],
      [0, 0, 1, 1],
    ]);
  });
});

describe('staleness histogram', () => {
  it('has a bin for each lag and one for all above', () => {
    const histogram = stalenessHistogram(Int32Array.of(3, 0, 300), 256);
    expect(histogram.length).toBe(258);
    expect([histogram[0], histogram[3], histogram[256], histogram[257]]).toEqual([1, 1, 0, 1]);
    expect(histogram.reduce((a, b) => a + b)).toBe(3);
    const some = stalenessHistogram(Int32Array.of(3, 0, 300), 256, Uint8Array.of(1, 0, 0));
    expect([some[3], some.reduce((a, b) => a + b)]).toEqual([1, 1]);
  });

  it('refuses a token that is newer than the learner', () => {
    expect(() => stalenessHistogram(Int32Array.of(-1), 8)).toThrow('-1');
  });
});

describe('estimators of KL(b‖a) (sheet §34, §37.9)', () => {
  // Samples of b in exactly its proportions, so that means over them are expectations under b.
  const b = [8, 5, 4, 2, 1].map((count) => count / 20);
  const a = [0.1, 0.3, 0.2, 0.25, 0.15];
  const samples = b.flatMap((p, k) => Array.from({ length: Math.round(20 * p) }, () => ln(a[k]! / p)));
  const ratios = statistics.ratiosOf(Float64Array.from(samples));
  const exact = b.reduce((sum, p, k) => sum + p * ln(p / a[k]!), 0);

  it('k1 and k3 are unbiased', () => {
    expect(statistics.k1(ratios)).toBeCloseTo(exact, 13);
    expect(statistics.k3(ratios)).toBeCloseTo(exact, 13);
    expect(statistics.meanLogRatio(ratios)).toBeCloseTo(-exact, 13);
  });

  it('k2 is half the second moment', () => {
    const half = b.reduce((sum, p, k) => sum + (p * ln(p / a[k]!) * ln(p / a[k]!)) / 2, 0);
    expect(statistics.k2(ratios)).toBeCloseTo(half, 13);
  });

  it('the mean ratio is 1 and χ² is Σ a²/b − 1, of which the ESS is the inverse', () => {
    const chi = b.reduce((sum, p, k) => sum + (a[k]! * a[k]!) / p, 0) - 1;
    expect(statistics.meanRatio(ratios)).toBeCloseTo(1, 13);
    expect(statistics.chiSquare(ratios)).toBeCloseTo(chi, 13);
    expect(statistics.effectiveSampleSize(ratios)).toBeCloseTo(1 / (1 + chi), 13);
    expect(statistics.maxRatio(ratios)).toBeCloseTo(3, 13);
  });

  it('k3 keeps its digits near 0', () => {
    const k3 = (x: number): number => statistics.k3(statistics.ratiosOf(Float64Array.of(x)));
    // ½x² + ⅙x³ to relative 1e-12; e^x − 1 − x would have lost all of them
    expect(k3(1e-6) / (5e-13 + 1e-18 / 6)).toBeCloseTo(1, 11);
    // Where the series ends and the plain difference begins, both have 12 digits
    for (const x of [1 / 64, -1 / 64, 0.0157, -0.0157]) {
      const series = [2, 3, 4, 5, 6, 7, 8, 9].reduce((sum, n) => sum + x ** n / factorial(n), 0);
      expect(k3(x) / series).toBeCloseTo(1, 11);
    }
  });
});
