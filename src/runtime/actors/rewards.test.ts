/** Rewards as the learner makes them of verdicts: shaped by length, spread over tokens, and turned into advantages. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultExperiment } from '../../experiment/defaults.ts';
import { type Layer, withLayer } from '../../experiment/presets/index.ts';
import { advantages, rulesOf } from '../../learning/advantages/index.ts';
import type { Engine } from '../../policy/engine.ts';
import { createWasmEngine } from '../../policy/engines/wasm/index.ts';
import { policySpec } from '../../policy/specOf.ts';
import { createTask } from '../../tasks/index.ts';
import type { Sample } from '../memory/sample.ts';
import { createLearnerActor, createRolloutActor } from './index.ts';
import { agreementOf, earnedBy, isTruncated, overlongPenalty, shapedRewards } from './rewards.ts';

describe('DAPO’s penalty for length', () => {
  it('is that of the sheet: nothing up to L − b, then growing to κ at L', () => {
    const of = (length: number, overlongBuffer: number, kappa = 1) =>
      overlongPenalty(length, { overlongPenalty: kappa, overlongBuffer }, 20480);
    // L = 20480, b = 4096: the paper's.
    expect(of(16384, 4096)).toBe(0);
    expect(of(18432, 4096)).toBe(0.5);
    expect(of(20480, 4096)).toBe(1);
    expect(of(20480, 4096, 0.25)).toBe(0.25);
    expect(of(20480, 4096, 0)).toBe(0);
    expect(of(20479, 1)).toBe(0);
  });

  it('does not count the token that ends an answer, so that the longest right answer is no overlong one', () => {
    const response = { endToken: 9, longest: 3 };
    const answer = (...tokens: number[]) =>
      ({
        tokens: Int32Array.of(0, ...tokens),
        promptLength: 1,
        length: tokens.length + 1,
        reward: 1,
      }) as Sample;
    const settings = { ...defaultExperiment().advantage, overlongPenalty: 1, overlongBuffer: 2 };
    const samples = [answer(5, 9), answer(5, 5, 9), answer(5, 5, 5)];
    expect(samples.map((sample) => isTruncated(sample, response))).toEqual([false, false, true]);
    // Lengths 1, 2 and 3: 1 − (2 − 1)/2 and 1 − (3 − 1)/2.
    expect(Array.from(shapedRewards(samples, settings, response))).toEqual([1, 0.5, 0]);
  });
});

describe('advantages of tokens', () => {
  const layout = { offsets: Int32Array.of(0, 2, 3), mask: Uint8Array.of(1, 1, 1) };
  const paid = { ...layout, rewards: Float64Array.of(1, 0), groups: Int32Array.of(4, 4) };
  const rules = rulesOf(defaultExperiment().advantage);

  it('are those of their answer; its reward is at its last token, and penalties are taken first', () => {
    const plain = earnedBy(paid, advantages['group-mean'], rules);
    expect(Array.from(plain.advantages)).toEqual([0.5, 0.5, -0.5]);
    expect(Array.from(plain.rewards)).toEqual([0, 1, 0]);
    const penalties = Float64Array.of(0.25, 0.25, 0);
    const held = earnedBy({ ...paid, penalties }, advantages['group-mean'], rules);
    expect(Array.from(held.advantages)).toEqual([0.25, 0.25, -0.25]);
    expect(Array.from(held.rewards)).toEqual([-0.25, 0.75, 0]);
  });

  it('need the policy where the estimator looks at tokens', () => {
    expect(() => earnedBy(paid, advantages['optimal-token'], rules)).toThrow('probabilities');
    expect(agreementOf(Float64Array.from([0.5, 0.5, 1, 0], Math.log), 2)).toEqual(Float64Array.of(0.5, 1));
  });
});

describe('in an update', () => {
  const base = withLayer(defaultExperiment(), {
    task: { digits: 2 },
    policy: { width: 8, layers: 1, heads: 1 },
    schedule: { groupSize: 4, batchGroups: 2 },
    optimiser: { minibatches: 2 },
    warmStart: { updates: 0 },
  });
  const task = createTask(base);
  let engine: Engine;
  beforeAll(async () => {
    engine = await createWasmEngine(policySpec(base, task), 'wasm');
  });
  afterAll(() => engine.dispose());

  async function update(layer: Layer) {
    const experiment = withLayer(base, layer);
    const learner = createLearnerActor(engine, task, experiment);
    await learner.initialise();
    const rollout = createRolloutActor(engine, task, experiment, 0, 'snapshot-0');
    await rollout.load({ version: 0, update: 0, parameters: await learner.parameters() });
    await rollout.begin([0, 1], 0);
    const samples: Sample[] = [];
    while (rollout.active) {
      for (const ticket of (await rollout.advance(0, 0)).finished) samples.push(...ticket.samples);
    }
    rollout.dispose();
    const paid = samples.map((sample, i) => ({ ...sample, reward: i % 3 }));
    const report = await learner.update(paid, { update: 0, version: 0, dropped: [] });
    return { report, samples };
  }

  it('answers that were cut off teach nothing when they are to be left out, but stay in the baseline', async () => {
    const [all, whole] = [await update({}), await update({ advantage: { truncated: 'mask' } })];
    const ended = (sample: Sample) => !isTruncated(sample, task);
    const cut = whole.samples.filter((sample) => !ended(sample));
    expect(cut.length).toBeGreaterThan(0);
    expect(cut.length).toBeLessThan(whole.samples.length);
    for (const [n, { samples, facts, coefficients }] of whole.report.batch.minibatches.entries()) {
      const before = all.report.batch.minibatches[n]!;
      samples.forEach((sample, i) => {
        for (let t = facts.offsets[i]!; t < facts.offsets[i + 1]!; t++) {
          expect(facts.mask[t]).toBe(ended(sample) ? 1 : 0);
          expect(facts.advantage[t]).toBe(before.facts.advantage[t]);
          if (!ended(sample)) expect(coefficients[t]).toBe(0);
        }
      });
    }
  });

  it('the optimal baseline differs from position to position, and all of it is finite', async () => {
    const { report } = await update({ advantage: { estimator: 'optimal-token' } });
    expect(report.applied).toBe(true);
    const [{ facts, samples }] = report.batch.minibatches as [(typeof report.batch.minibatches)[number]];
    const first = samples.findIndex(({ length, promptLength }) => length - promptLength > 1);
    const own = facts.advantage.subarray(facts.offsets[first], facts.offsets[first + 1]);
    expect(new Set(own).size).toBeGreaterThan(1);
    expect(facts.advantage.every(Number.isFinite)).toBe(true);
  });
});
