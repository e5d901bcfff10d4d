/**
 * Every metric of the table by hand: one ragged batch with masked tokens in the middle of responses, computed by the
 * functions that learner and drivers use, against numbers worked out beside each. A metric of the table without an
 * example here does not compile, and fails.
 *
 * Four samples of two groups; five of their eight tokens count. Trained by a learner at version 7:
 *
 *   sample group reward exact  token  r   w   ρ    A   v_L−v_t  u_L−u_t  H    clip range [0.8, 1.28]
 *   a      0     1      yes    a1     2   1   2   +1   3        6        1    r too high, A > 0: cut
 *                              a2     masked, holds garbage
 *                              a3     1   ½   ½   +1   1        2        ½    inside
 *   b      0     0      no     b1     ½   4   2   −1   2        4        0    r too low, A < 0: cut
 *   c      1     ½      no     c1     ½   ½   ¼   −2   5        10       1½   r too low, A < 0: cut
 *                              c2     8   ½   4   −2   4        8        2    out of range, not cut
 *                              c3     masked, holds garbage
 *   d      1     ½      no     d1     masked: no token counts, so d has no lag
 *
 * The prompts of a, b, c were finished 1, 0, 3 versions ago. Two samples of 4 and 6 tokens were dropped before.
 */
import { describe, expect, it } from 'vitest';
import { measureUpdate, type SampleFacts, type UpdateRecord } from '../../learning/diagnostics/index.ts';
import { evaluateObjective } from '../../learning/objectives/index.ts';
import { pack, settingsWith, type TokenFacts } from '../../learning/testing/facts.ts';
import type { Engine, Generation } from '../../policy/engine.ts';
import { createTask } from '../../tasks/index.ts';
import { defaultExperiment } from '../../experiment/defaults.ts';
import { HISTOGRAM_SHAPE, LAG_EDGES, RATIO_BINS } from '../../telemetry/frame.ts';
import { isMetric, metrics, type MetricName } from '../../telemetry/metrics.ts';
import { flowMetrics } from '../../telemetry/pace.ts';
import { accuracyOf } from './evaluation.ts';

const ln2 = Math.log(2);

/** A token by the logarithms to base 2 of r and w. */
function token(logR: number, logW: number, A: number, staleness: number): TokenFacts {
  const behave = -4 * ln2;
  const prox = behave + logW * ln2;
  return { theta: prox + logR * ln2, prox, behave, A, staleness };
}

const garbage: TokenFacts = {
  theta: NaN,
  prox: Infinity,
  behave: -Infinity,
  A: NaN,
  staleness: -5,
  masked: true,
};

const facts = pack([
  [token(1, 0, 1, 3), garbage, token(0, -1, 1, 1)],
  [token(-1, 2, -1, 2)],
  [token(-1, -1, -2, 5), token(3, -1, -2, 4), garbage],
  [garbage],
]);

const samples: SampleFacts = {
  offsets: facts.offsets,
  mask: facts.mask,
  staleness: facts.staleness!,
  updateLag: Int32Array.of(6, -99, 2, 4, 10, 8, -99, -99),
  queueLag: Int32Array.of(1, 0, 3, 99),
  reward: Float64Array.of(1, 0, 0.5, 0.5),
  exact: Float64Array.of(1, 0, 0, 0),
  groups: Int32Array.of(0, 0, 1, 1),
  droppedLengths: Float64Array.of(4, 6),
};

const settings = settingsWith({ name: 'decoupled-ppo', clipLow: 0.2, clipHigh: 0.28 });
const evaluation = evaluateObjective(facts, settings);

const record: UpdateRecord = {
  settings,
  facts: { ...facts, staleness: facts.staleness! },
  gates: evaluation.gates,
  measured: evaluation.metrics,
  entropies: Float64Array.of(1, NaN, 0.5, 0, 1.5, 2, NaN, NaN),
  // Two optimiser steps; of a third, nothing but the loss is known
  losses: Float64Array.of(0.25, -0.75, 0.2),
  gradientNorms: Float64Array.of(3, 1, NaN),
  samples,
};

/** Two seconds passed since the update before; two workers, of whose four seconds three were spent generating. */
const pace = {
  seconds: 2,
  learner: { waiting: 0.5, training: 1, publishing: 0.25, evaluating: 0.125 },
  workers: { generating: 3, waiting: 1 },
  tokens: 5,
};
const queue = { length: 4, oldestVersion: 5, learnerVersion: 7, dropped: 3, rejected: 6 };

function valuesOf(update: UpdateRecord): Readonly<Record<string, number>> {
  const { values } = measureUpdate(update, HISTOGRAM_SHAPE);
  return Object.fromEntries(Object.entries(values).filter(([name]) => isMetric(name)));
}

const examples: Readonly<Record<MetricName, number>> = {
  task_reward: (1 + 0 + 0.5 + 0.5) / 4,
  exact_match: 1 / 4,
  // Three of the four answers below are right.
  accuracy: 3 / 4,
  // Group 1: ½ and ½
  zero_variance_groups: 1 / 2,
  loss: (0.25 - 0.75 + 0.2) / 3,
  grad_norm: (3 + 1) / 2,
  entropy: (1 + 0.5 + 0 + 1.5 + 2) / 5,

  // ρ: 2 ½ 2 ¼ 4, in order ¼ ½ 2 2 4; quantile q lies at place 4q
  total_imp_weight: 8.75 / 5,
  total_imp_weight_max: 4,
  total_imp_weight_p1: 0.25 + 0.04 * (0.5 - 0.25),
  total_imp_weight_p10: 0.25 + 0.4 * (0.5 - 0.25),
  total_imp_weight_p50: 2,
  total_imp_weight_p90: 2 + 0.6 * (4 - 2),
  total_imp_weight_p99: 2 + 0.96 * (4 - 2),
  // w: 1 ½ 4 ½ ½
  behave_imp_weight: 6.5 / 5,
  // r: 2 1 ½ ½ 8
  importance_weight: 12 / 5,
  importance_weight_max: 8,
  // Σρ² = 4 + ¼ + 4 + 1⁄16 + 16 = 24.3125
  ess: (8.75 * 8.75) / (5 * 24.3125),
  chi2_token: 24.3125 / 5 - 1,
  // log₂ρ: 1 −1 1 −2 2, which add up to 1, their squares to 11
  second_moment: (11 / 5) * ln2 * ln2,
  mismatch_kl_k1: -(1 / 5) * ln2,
  mismatch_kl_k2: (11 / 10) * ln2 * ln2,
  mismatch_kl: 8.75 / 5 - 1 - (1 / 5) * ln2,
  // log₂w: 0 −1 2 −1 −1
  behave_approx_kl: -(1 / 5) * ln2,
  // log₂r: 1 0 −1 −1 3, which add up to 2, their squares to 12
  approx_kl: (2 / 5) * ln2,
  approx_kl_k1: -(2 / 5) * ln2,
  approx_kl_k2: (12 / 10) * ln2 * ln2,
  approx_kl_k3: 12 / 5 - 1 - (2 / 5) * ln2,
  // a1; b1 and c1
  clip_ratio: 3 / 5,
  clip_ratio_high: 1 / 5,
  clip_ratio_low: 2 / 5,
  // All but a3
  clip_out_of_range: 4 / 5,
  // The clip alone: no weight w exceeds its cap of 5, no log-ratio the clamp
  gated_ratio: 3 / 5,

  sample_staleness_theta_avg: (3 + 1 + 2 + 5 + 4) / 5,
  sample_staleness_theta_max: 5,
  sample_staleness_theta_min: 1,
  update_lag_avg: (6 + 2 + 4 + 10 + 8) / 5,
  // Of a, b, c
  head_lag_avg: (3 + 2 + 5) / 3,
  head_lag_max: 5,
  tail_lag_avg: (1 + 2 + 4) / 3,
  tail_lag_max: 4,
  version_span_avg: (2 + 0 + 1) / 3,
  version_span_max: 2,
  // Head lag less the lag in queue: 3 − 1, 2 − 0, 5 − 3
  lag_in_flight: (2 + 2 + 2) / 3,
  lag_in_queue: (1 + 0 + 3) / 3,
  lag_in_flight_share: 6 / 10,
  lag_in_queue_share: 4 / 10,

  // Groups of a, b with one right of two, and of c, d with none: tokens 3 1 2, and 5 4
  staleness_easy_groups: (3 + 1 + 2) / 3,
  staleness_hard_groups: (5 + 4) / 2,

  // Lengths 2 1 2 0, in order 0 1 2 2; quantile q lies at place 3q
  response_length: 5 / 4,
  response_length_max: 2,
  response_length_p50: 1.5,
  response_length_p90: 2,
  // Lengths 2 1 2 and lags 3 2 5 of a, b, c. Deviations, in thirds: 1 −2 1 and −1 −4 5;
  // products −1 + 8 + 5 = 12, squares 6 and 42
  length_staleness_correlation: 12 / Math.sqrt(6 * 42),
  // Trained mean 5⁄4, generated (2 + 1 + 2 + 0 + 4 + 6)⁄6
  trained_length_ratio: 5 / 4 / (15 / 6),

  queue_length: 4,
  queue_oldest: 7 - 5,
  dropped: 3,
  rejected: 6,
  learner_idle: 0.5 / 2,
  learner_training: 1 / 2,
  learner_publishing: 0.25 / 2,
  learner_evaluating: 0.125 / 2,
  rollout_idle: 1 / 4,
  tokens_per_second: 5 / 2,
  updates_per_second: 1 / 2,
};

/** Answers whatever it is asked by these rows, token by token. */
function scriptedEngine(answers: readonly (readonly number[])[], promptLength: number): Engine {
  const generation = {
    position: promptLength,
    async advance() {
      const at = this.position++ - promptLength;
      return {
        tokens: Int32Array.from(answers, (answer) => answer[at] ?? 0),
        generated: new Uint8Array(answers.length).fill(1),
        logprobs: new Float32Array(answers.length),
      };
    },
    dispose() {},
  };
  const spec = { maxLength: promptLength + Math.max(...answers.map(({ length }) => length)) };
  return { spec, generate: async () => generation as unknown as Generation } as unknown as Engine;
}

async function accuracy(): Promise<number> {
  const { task: settings } = defaultExperiment();
  const task = createTask({ task: { ...settings, name: 'sort', digits: 2 } });
  const prompts = [0, 1, 2, 3].map((index) => task.prompt(1, 'heldOut', index));
  const answers = prompts.map(({ target }) => [...target]);
  answers[2]![0] = (answers[2]![0]! + 1) % 10;
  return accuracyOf(scriptedEngine(answers, task.maxPromptLength), 'theta', task, prompts);
}

describe('the table of metrics', () => {
  it('is all that learner and drivers say, and they say all of it', async () => {
    const computed = { ...valuesOf(record), ...flowMetrics(pace, queue), accuracy: await accuracy() };
    expect(Object.keys(computed).sort()).toEqual(metrics.map(({ name }) => name).sort());
  });

  it.each(metrics)('$name, by hand', async ({ name }) => {
    const computed: Readonly<Record<string, number>> = {
      ...valuesOf(record),
      ...flowMetrics(pace, queue),
      accuracy: await accuracy(),
    };
    // Sums of a few doubles of the size of 1
    expect(computed[name]).toBeCloseTo(examples[name], 13);
  });

  it('has no data, rather than 0, where nothing counts', () => {
    const nothing = pack([[garbage], []]);
    const { gates, metrics: measured } = evaluateObjective(nothing, settings);
    const masked = valuesOf({
      ...record,
      facts: { ...nothing, staleness: nothing.staleness! },
      gates,
      measured,
      entropies: Float64Array.of(NaN),
      losses: new Float64Array(),
      gradientNorms: Float64Array.of(NaN),
      samples: {
        ...samples,
        offsets: nothing.offsets,
        mask: nothing.mask,
        staleness: nothing.staleness!,
        updateLag: Int32Array.of(-99),
        queueLag: Int32Array.of(99, 99),
        reward: Float64Array.of(1, 0),
        exact: Float64Array.of(1, 0),
        groups: Int32Array.of(0, 1),
        droppedLengths: new Float64Array(),
      },
    });
    expect(Object.keys(masked).sort()).toEqual(
      [
        ...['task_reward', 'exact_match', 'zero_variance_groups', 'response_length', 'response_length_max'],
        ...['response_length_p50', 'response_length_p90'],
      ].sort(),
    );
  });

  it('has no share of a lag that is 0, and no correlation of what does not vary', () => {
    const fresh = { ...samples, staleness: new Int32Array(8), queueLag: new Int32Array(4) };
    const told = valuesOf({ ...record, samples: fresh });
    expect([told['head_lag_avg'], told['lag_in_flight'], told['lag_in_queue']]).toEqual([0, 0, 0]);
    for (const name of ['lag_in_flight_share', 'lag_in_queue_share', 'length_staleness_correlation'])
      expect(told).not.toHaveProperty(name);
  });
});

describe('the histograms of an update, by hand', () => {
  const { histograms } = measureUpdate(record, HISTOGRAM_SHAPE);
  const counts = (values: Float64Array): Record<number, number> =>
    Object.fromEntries([...values.entries()].filter(([, count]) => count !== 0));
  /** Bins of log ρ for ¼ ½ 2 4: 41 bins of width 4⁄41, the middle one 21; ln 2 lies 7.1 widths from it, ln 4 14.2. */
  const [QUARTER, HALF, TWO, FOUR] = [21 - 14, 21 - 7, 21 + 7, 21 + 14];

  it('of log ρ by the sign of the advantage', () => {
    expect(counts(histograms.ratioPositive)).toEqual({ [TWO]: 1, [HALF]: 1 });
    expect(counts(histograms.ratioNegative)).toEqual({ [TWO]: 1, [QUARTER]: 1, [FOUR]: 1 });
  });

  it('of staleness, and of what the clip cuts at each', () => {
    expect(counts(histograms.staleness)).toEqual({ 1: 1, 2: 1, 3: 1, 4: 1, 5: 1 });
    expect(counts(histograms.clipped)).toEqual({ 2: 1, 3: 1, 5: 1 });
  });

  it('of log ρ at each staleness', () => {
    const at = (lag: number, bin: number): number => LAG_EDGES.indexOf(lag) * (RATIO_BINS + 2) + bin;
    const cells = [at(3, TWO), at(1, HALF), at(2, TWO), at(5, QUARTER), at(4, FOUR)];
    expect(counts(histograms.ratioByStaleness)).toEqual(Object.fromEntries(cells.map((cell) => [cell, 1])));
  });

  it('of samples and their lengths by head lag; a sample without a lag is in none', () => {
    expect(counts(histograms.samplesByLag)).toEqual({ 2: 1, 3: 1, 5: 1 });
    expect(counts(histograms.lengthByLag)).toEqual({ 2: 1, 3: 2, 5: 2 });
  });

  it('have no data for the clip where the method has none', () => {
    const reinforce = settingsWith({ name: 'reinforce' });
    const { gates, metrics: measured } = evaluateObjective(facts, reinforce);
    const bare = { ...record, settings: reinforce, gates, measured };
    const { clipped } = measureUpdate(bare, HISTOGRAM_SHAPE).histograms;
    expect(clipped.every(Number.isNaN)).toBe(true);
  });
});
