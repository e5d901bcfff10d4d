/** The actors on the real engine: what stays the same whatever the driver does with them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultExperiment } from '../../experiment/defaults.ts';
import type { Experiment } from '../../experiment/experiment.ts';
import { withLayer } from '../../experiment/presets/index.ts';
import type { Layer } from '../../experiment/presets/index.ts';
import type { Engine } from '../../policy/engine.ts';
import { createTfjsEngine } from '../../policy/engines/tfjs/index.ts';
import { initialParameters } from '../../policy/initialise.ts';
import { policySpec } from '../../policy/specOf.ts';
import { createTask } from '../../tasks/index.ts';
import type { Sample } from '../memory/sample.ts';
import type { Weights } from './contract.ts';
import { createLearnerActor, createRolloutActor } from './index.ts';

const base = withLayer(defaultExperiment(), {
  task: { name: 'reverse', wordLength: 4 },
  policy: { width: 16, layers: 1, heads: 2 },
  schedule: { groupSize: 3, batchGroups: 4 },
  warmStart: { updates: 12, batch: 16 },
  optimiser: { minibatches: 1 },
  evaluation: { prompts: 16 },
});
const task = createTask(base);
const spec = policySpec(base, task);

let engine: Engine;
beforeAll(async () => {
  engine = await createTfjsEngine(spec, 'cpu');
});
afterAll(() => engine.dispose());

function experimentWith(layer: Layer): Experiment {
  return withLayer(base, layer);
}

function weightsOf(version: number, seed = version + 1): Weights {
  return { version, update: 10 * version, parameters: initialParameters(spec, seed) };
}

/** All samples of some tickets, answered side by side; `swap` may act before each token. */
async function rollOut(
  tickets: readonly number[],
  experiment: Experiment = base,
  swap: (token: number) => Weights | undefined = () => undefined,
): Promise<readonly Sample[]> {
  const actor = createRolloutActor(engine, task, experiment, 0, 'snapshot-0');
  await actor.load(weightsOf(0));
  await actor.begin(tickets, 0);
  const samples: Sample[] = [];
  for (let token = 0; actor.active; token++) {
    const weights = swap(token);
    if (weights) await actor.load(weights);
    const { finished } = await actor.advance(token + 1, 0);
    samples.push(...finished.flatMap((ticket) => ticket.samples));
  }
  actor.dispose();
  return samples.sort((a, b) => a.id - b.id);
}

describe('rollout', () => {
  test('samples have the layout of the contract', async () => {
    const samples = await rollOut([5, 9]);
    expect(samples.map(({ group, member }) => [group, member])).toEqual(
      [5, 9].flatMap((group) => [0, 1, 2].map((member) => [group, member])),
    );
    for (const sample of samples) {
      const { length, promptLength } = sample;
      expect(sample.tokens.slice(0, promptLength)).toEqual(task.prompt(1, 'train', sample.group).tokens);
      expect([...sample.lossMask]).toEqual([...sample.tokens].map((_, t) => (t < promptLength ? 0 : 1)));
      expect([...sample.versions]).toEqual([...sample.tokens].map((_, t) => (t < promptLength ? -1 : 0)));
      expect(
        sample.behaveLogprobs.every((logprob, t) => (t < promptLength ? logprob === 0 : logprob < 0)),
      ).toBe(true);
      const response = [...sample.tokens.slice(promptLength)];
      expect(response.slice(0, -1)).not.toContain(task.endToken);
      expect(response.at(-1) === task.endToken || response.length === task.maxResponseLength).toBe(true);
      expect(sample.exact).toBe(task.verify(task.prompt(1, 'train', sample.group), response).exact);
      expect(sample.doneAt).toBeGreaterThan(sample.startedAt);
      expect(sample.updates).toHaveLength(length);
    }
  });

  test('an answer does not depend on what is answered beside it', async () => {
    const together = await rollOut([0, 1, 2, 3, 4]);
    const alone = await rollOut([3]);
    const same = together.filter((sample) => sample.group === 3);
    expect(alone.map((sample) => [...sample.tokens])).toEqual(same.map((sample) => [...sample.tokens]));
    alone.forEach((sample, i) => {
      sample.behaveLogprobs.forEach((logprob, t) => {
        expect(Math.abs(logprob - same[i]!.behaveLogprobs[t]!)).toBeLessThan(1e-5);
      });
    });
  });

  test.each(['keep', 'recompute'] as const)(
    'swap mode %s stamps each token with its weights',
    async (weightSwap) => {
      const samples = await rollOut([0, 1, 2], experimentWith({ rollout: { weightSwap } }), (token) =>
        token === 2 || token === 4 ? weightsOf(token / 2) : undefined,
      );
      const spans = new Set<number>();
      for (const { versions, updates, promptLength } of samples) {
        versions.slice(promptLength).forEach((version, t) => {
          expect(updates[promptLength + t]).toBe(10 * version);
          spans.add(version);
          if (t > 0) expect(version).toBeGreaterThanOrEqual(versions[promptLength + t - 1]!);
        });
      }
      expect([...spans].sort()).toEqual([0, 1, 2]);
    },
  );

  test('swap mode boundary refuses weights in the middle of an answer', async () => {
    await expect(rollOut([0], base, (token) => (token === 1 ? weightsOf(1) : undefined))).rejects.toThrow(
      'boundary',
    );
  });

  test('abandoning returns what is unfinished and makes room', async () => {
    const actor = createRolloutActor(engine, task, base, 0, 'snapshot-0');
    await actor.load(weightsOf(0));
    await actor.begin([7, 8], 0);
    await actor.advance(1, 0);
    expect(actor.tickets).toEqual([7, 8]);
    expect(actor.abandon()).toEqual([7, 8]);
    expect(actor.active).toBe(false);
    await actor.begin([9], 1);
    actor.dispose();
  });
});

describe('learner', () => {
  async function update(layer: Layer, samples: readonly Sample[], version = 0) {
    const learner = createLearnerActor(engine, task, experimentWith(layer));
    await learner.initialise();
    await engine.load('theta', weightsOf(0).parameters);
    const report = await learner.update(samples, { update: version, version, dropped: [] });
    return { report, after: await learner.parameters() };
  }

  test('fresh samples have ratio 1 in every sense', async () => {
    const samples = await rollOut([0, 1, 2, 3], experimentWith({ task: { partialCredit: 1 } }));
    const { report } = await update({}, samples);
    const { values, histograms } = report;
    for (const name of [
      'importance_weight',
      'behave_imp_weight',
      'total_imp_weight',
      'total_imp_weight_max',
    ] as const) {
      expect(Math.abs(values[name]! - 1)).toBeLessThan(1e-5);
    }
    expect(values.clip_ratio).toBe(0);
    expect(values.sample_staleness_theta_max).toBe(0);
    expect(histograms.staleness[0]).toBe(report.tokens);
    expect(values.loss).toBeCloseTo(0, 5);
    expect(values.entropy).toBeGreaterThan(1);
    expect(report.applied).toBe(true);
  });

  test('staleness is the learner’s version minus each token’s', async () => {
    const samples = await rollOut([0, 1], experimentWith({ rollout: { weightSwap: 'keep' } }), (token) =>
      token === 2 ? weightsOf(1, 1) : undefined,
    );
    const { report } = await update({}, samples, 5);
    const versions = samples.flatMap((sample) => [...sample.versions.slice(sample.promptLength)]);
    expect(report.tokens).toBe(versions.length);
    expect(report.values.sample_staleness_theta_avg).toBeCloseTo(
      versions.reduce((sum, version) => sum + 5 - version, 0) / versions.length,
    );
    expect(report.values.sample_staleness_theta_max).toBe(5);
    expect(report.histograms.staleness[4]).toBe(versions.filter((version) => version === 1).length);
  });

  test('one minibatch of everything takes the same step as the gradient of the whole batch, in any order', async () => {
    const samples = (await rollOut([0, 1, 2, 3])).map((sample) => ({ ...sample, reward: sample.member }));
    const one = await update({ optimiser: { minibatches: 1 } }, samples);
    const other = await update({ optimiser: { minibatches: 1 } }, [...samples].reverse());
    expect(other.after).toEqual(one.after);
    const four = await update({ optimiser: { minibatches: 4 } }, samples);
    expect(four.after).not.toEqual(one.after);
    expect(four.report.values.importance_weight_max).toBeGreaterThan(1);
    expect(one.report.values.importance_weight_max).toBe(1);
  });

  test('a loss that is not finite changes nothing', async () => {
    const samples = await rollOut([0, 1], experimentWith({ task: { partialCredit: 1 } }));
    const broken = samples.map((sample) => ({
      ...sample,
      reward: sample.member === 0 ? NaN : sample.reward,
    }));
    const { report, after } = await update({}, broken);
    expect(report.applied).toBe(false);
    expect(after).toEqual(weightsOf(0).parameters);
  });

  test('the entropy bonus alone raises the entropy', async () => {
    const samples = (await rollOut([0, 1, 2, 3])).map((sample) => ({ ...sample, reward: 0 }));
    const layer: Layer = { objective: { entropyBonus: 0.1 }, optimiser: { learningRate: 0.01, epochs: 8 } };
    const { report, after } = await update(layer, samples);
    expect(after).not.toEqual(weightsOf(0).parameters);
    const first = await update({ objective: { entropyBonus: 0.1 } }, samples);
    expect(report.values.entropy).toBeGreaterThan(first.report.values.entropy!);
  });

  test('the warm start lowers the loss, and its cached result is the same', async () => {
    const stored = new Map<string, Float32Array>();
    const cache = {
      get: async (key: string) => stored.get(key),
      put: async (key: string, parameters: Float32Array) => void stored.set(key, parameters),
    };
    const learner = createLearnerActor(engine, task, base);
    await learner.initialise();
    const losses: number[] = [];
    const progress = async ({ loss }: { readonly loss: number }): Promise<boolean> => losses.push(loss) > 0;
    expect(await learner.warmStart(cache, progress)).toEqual({ cached: false });
    expect(losses).toHaveLength(12);
    expect(losses.at(-1)).toBeLessThan(losses[0]! - 0.05);
    const trained = await learner.parameters();
    await learner.initialise();
    expect(await learner.warmStart(cache, progress)).toEqual({ cached: true });
    expect(await learner.parameters()).toEqual(trained);
    expect((await engine.readOptimiser()).steps).toBe(0);
  });

  test('a warm start that is stopped early is not cached', async () => {
    let put = 0;
    const learner = createLearnerActor(engine, task, base);
    await learner.initialise();
    await learner.warmStart(
      { get: async () => undefined, put: async () => void put++ },
      async ({ update: u }) => u < 3,
    );
    expect(put).toBe(0);
  });

  test('accuracy is a share, the same when asked twice', async () => {
    const learner = createLearnerActor(engine, task, base);
    await learner.initialise();
    const accuracy = await learner.evaluate();
    expect(accuracy).toBeGreaterThanOrEqual(0);
    expect(accuracy).toBeLessThanOrEqual(1);
    expect(await learner.evaluate()).toBe(accuracy);
  });
});
