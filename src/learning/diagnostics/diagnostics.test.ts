import { describe, expect, it } from 'vitest';
import { pack, settingsWith, without } from '../testing/facts.ts';
import type { Facts } from '../objectives/contract.ts';
import * as diagnostics from './index.ts';

const ln = Math.log;
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
};

function expectAll(actual: Record<string, number>, wanted: Record<string, number>): void {
  expect(Object.keys(actual).sort()).toEqual(Object.keys(wanted).sort());
  for (const [name, value] of Object.entries(wanted)) expect(actual[name], name).toBeCloseTo(value, 12);
}

describe('diagnose, by hand', () => {
  it('with the proximal policy as the clip’s anchor', () => {
    expectAll(diagnostics.diagnose(facts, settingsWith({ name: 'decoupled-ppo' })), expected);
  });

  it('with the behaviour policy as the anchor, the clip looks at ρ', () => {
    expectAll(diagnostics.diagnose(facts, settingsWith({ name: 'ppo' })), {
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
    const told = Object.keys(diagnostics.diagnose(bare, settingsWith({ name: 'reinforce' })));
    expect(told).toEqual(
      Object.keys(expected).filter((name) => /^(total_|mismatch_|ess$|second_moment$|chi2_)/.test(name)),
    );
    expect(told).toHaveLength(13);
  });
});

describe('ratio histograms', () => {
  it('are split by the sign of the advantage, counted tokens only', () => {
    // Four bins over [−2, 2]: −ln 2 in [−1, 0), ln 2 and 0 in [0, 1).
    const { positive, negative } = diagnostics.ratioHistograms(facts, { count: 4, from: -2, to: 2 });
    expect(Array.from(positive)).toEqual([0, 0, 0, 1, 0, 0]);
    expect(Array.from(negative)).toEqual([0, 0, 1, 1, 0, 0]);
  });

  it('put 0 into the middle of 41 bins, the range’s ends into its outer bins, the rest beyond', () => {
    const at = (x: number): number => {
      const one = pack([[{ theta: x, behave: 0, A: 1 }]]);
      return diagnostics.ratioHistograms(one, { count: 41, from: -2, to: 2 }).positive.indexOf(1);
    };
    expect([0, -2, 2, -2.001, 2.001, -Infinity].map(at)).toEqual([21, 1, 41, 0, 42, 0]);
  });

  it('count no token whose advantage is 0', () => {
    const idle = pack([[{ theta: 0, behave: 0, A: 0 }]]);
    const { positive, negative } = diagnostics.ratioHistograms(idle, { count: 3, from: -1, to: 1 });
    expect([...positive, ...negative].every((count) => count === 0)).toBe(true);
  });

  it('by staleness have one row for every bin of it, whatever the advantage', () => {
    const idle = pack([[{ theta: 0, behave: 0, A: 0, staleness: 5 }]]);
    const bins = { count: 2, from: -1, to: 1 };
    const stale = { ...facts, staleness: facts.staleness! };
    // Staleness 0, 1–3, 4 and more; columns: below, [−1, 0), [0, 1], above
    const rows = (counts: Float64Array): number[][] =>
      [0, 1, 2].map((row) => Array.from(counts.subarray(4 * row, 4 * row + 4)));
    expect(rows(diagnostics.ratioByStaleness(stale, bins, [0, 1, 4]))).toEqual([
      [0, 1, 0, 0],
      [0, 0, 1, 0],
      [0, 0, 1, 0],
    ]);
    const one = diagnostics.ratioByStaleness({ ...idle, staleness: idle.staleness! }, bins, [0, 1, 4]);
    expect(rows(one)[2]).toEqual([0, 0, 1, 0]);
  });
});

describe('staleness histogram', () => {
  it('has a bin for each lag and one for all above', () => {
    const histogram = diagnostics.stalenessHistogram(facts.staleness!, facts.mask, 256);
    expect(histogram.length).toBe(258);
    expect([histogram[0], histogram[3], histogram[256], histogram[257]]).toEqual([1, 1, 0, 1]);
    expect(histogram.reduce((a, b) => a + b)).toBe(3);
  });

  it('refuses a token that is newer than the learner', () => {
    expect(() => diagnostics.stalenessHistogram(Int32Array.of(-1), Uint8Array.of(1), 8)).toThrow('-1');
  });
});

describe('estimators of KL(b‖a) (sheet §34, §37.9)', () => {
  // Samples of b in exactly its proportions, so that means over them are expectations under b.
  const b = [8, 5, 4, 2, 1].map((count) => count / 20);
  const a = [0.1, 0.3, 0.2, 0.25, 0.15];
  const samples = b.flatMap((p, k) => Array.from({ length: Math.round(20 * p) }, () => ln(a[k]! / p)));
  const logRatios = Float64Array.from(samples);
  const exact = b.reduce((sum, p, k) => sum + p * ln(p / a[k]!), 0);

  it('k1 and k3 are unbiased', () => {
    expect(diagnostics.k1(logRatios)).toBeCloseTo(exact, 13);
    expect(diagnostics.k3(logRatios)).toBeCloseTo(exact, 13);
    expect(diagnostics.meanLogRatio(logRatios)).toBeCloseTo(-exact, 13);
  });

  it('k2 is half the second moment', () => {
    const half = b.reduce((sum, p, k) => sum + (p * ln(p / a[k]!) * ln(p / a[k]!)) / 2, 0);
    expect(diagnostics.k2(logRatios)).toBeCloseTo(half, 13);
  });

  it('the mean ratio is 1 and χ² is Σ a²/b − 1, of which the ESS is the inverse', () => {
    const chi = b.reduce((sum, p, k) => sum + (a[k]! * a[k]!) / p, 0) - 1;
    expect(diagnostics.meanRatio(logRatios)).toBeCloseTo(1, 13);
    expect(diagnostics.chiSquare(logRatios)).toBeCloseTo(chi, 13);
    expect(diagnostics.effectiveSampleSize(logRatios)).toBeCloseTo(1 / (1 + chi), 13);
    expect(diagnostics.maxRatio(logRatios)).toBeCloseTo(3, 13);
  });

  it('k3 keeps its digits near 0', () => {
    // ½x² to relative 1e-5; e^x − 1 − x would have lost them all
    expect(diagnostics.k3(Float64Array.of(1e-6)) / 5e-13).toBeCloseTo(1, 3);
  });
});
