/** What methods need beside θ's own scores, on the real engine: by whose weights, from when to when, and handed on. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultExperiment } from '../../experiment/defaults.ts';
import type { Experiment } from '../../experiment/experiment.ts';
import { type Layer, withLayer } from '../../experiment/presets/index.ts';
import { extraPasses } from '../../learning/objectives/cost.ts';
import { type Facts, needsOf } from '../../learning/objectives/index.ts';
import type { Engine, TokenBatch } from '../../policy/engine.ts';
import { createWasmEngine } from '../../policy/engines/wasm/index.ts';
import { policySpec } from '../../policy/specOf.ts';
import { createTask } from '../../tasks/index.ts';
import type { Sample } from '../memory/sample.ts';
import { createLearnerActor, createRolloutActor, type LearnerActor } from './index.ts';
import { pack, perToken } from './packing.ts';
import { PastWeights } from './pastWeights.ts';
import { provide } from './provisions.ts';

const base = withLayer(defaultExperiment(), {
  task: { name: 'reverse', wordLength: 4 },
  policy: { width: 16, layers: 1, heads: 2, valueHead: true },
  schedule: { groupSize: 2, batchGroups: 3 },
  warmStart: { updates: 0 },
  optimiser: { minibatches: 1, learningRate: 0.02 },
  evaluation: { prompts: 16 },
});
const task = createTask(base);

let engine: Engine;
beforeAll(async () => {
  engine = await createWasmEngine(policySpec(base, task), 'wasm');
});
afterAll(() => engine.dispose());

/** A learner, the weights of its versions, and answers to its prompts. */
class Run {
  readonly learner: LearnerActor;
  readonly weights: Float32Array[] = [];
  experiment: Experiment;
  #update = 0;

  constructor(layer: Layer, on = engine) {
    this.experiment = withLayer(base, layer);
    this.learner = createLearnerActor(on, task, this.experiment);
  }

  static async begin(layer: Layer, on = engine): Promise<Run> {
    const run = new Run(layer, on);
    await run.learner.initialise();
    run.weights.push(await run.learner.parameters());
    return run;
  }

  change(layer: Layer): void {
    this.experiment = withLayer(this.experiment, layer);
    this.learner.configure(this.experiment);
  }

  /**
   * Answers of one batch. Before token n the weights of version `versions[n]` are loaded, with a cache made anew. Rewards
   * are drawn, so that there is something to learn.
   */
  async answers(versions: readonly number[], layer: Layer = {}): Promise<readonly Sample[]> {
    const rollout = { weightSwap: 'recompute', ...layer.rollout } as const;
    const actor = createRolloutActor(engine, task, withLayer(this.experiment, { rollout }), 0, 'snapshot-0');
    const load = (version: number): Promise<void> =>
      actor.load({ version, update: version, parameters: this.weights[version]! });
    await load(versions[0]!);
    await actor.begin([0, 1, 2], 0);
    const samples: Sample[] = [];
    for (let n = 0; actor.active; n++) {
      if (n > 0 && versions[n] !== undefined) await load(versions[n]!);
      samples.push(...(await actor.advance(n, 0)).finished.flatMap((ticket) => ticket.samples));
    }
    actor.dispose();
    return samples.map((sample) => ({ ...sample, reward: sample.tokens.at(-2)! % 2 }));
  }

  /** Trains on these answers, and the result is a version. */
  async train(samples: readonly Sample[], oldest?: number) {
    const report = await this.learner.update(samples, {
      update: this.#update,
      version: this.#update,
      dropped: [],
      ...(oldest !== undefined && { oldest }),
    });
    this.#update++;
    this.weights.push(await this.learner.parameters());
    return report;
  }

  /** A run of some updates on fresh answers. */
  static async after(updates: number, layer: Layer): Promise<Run> {
    const run = await Run.begin(layer);
    for (let u = 0; u < updates; u++) await run.train(await run.answers([u]));
    return run;
  }
}

const factsOf = (report: Awaited<ReturnType<Run['train']>>, minibatch = 0): Facts =>
  report.batch.minibatches[minibatch]!.facts;

/** Largest difference of two rows of numbers. */
function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length);
  return Array.from(a, (value, i) => Math.abs(value - b[i]!)).reduce(
    (most, value) => Math.max(most, value),
    0,
  );
}

describe('by the weights of the token’s own version', () => {
  const exact: Layer = { objective: { name: 'exact-old-logits' } };

  test('ℓ_old is what the sampler recorded, token by token, though θ has moved on', async () => {
    const run = await Run.after(3, exact);
    const mixed = await run.answers([0, 0, 1, 3, 2]);
    const report = await run.train(mixed);
    const facts = factsOf(report);
    expect(new Set(facts.staleness)).toEqual(new Set([3, 2, 0, 1]));
    // The sampler draws from a cache, token by token; the learner scores whole answers.
    expect(distance(facts.logpProx!, facts.logpBehave!)).toBeLessThan(2e-5);
    expect(distance(facts.logpTheta, facts.logpBehave!)).toBeGreaterThan(0.01);
    expect(report.unkept).toBe(0);
    expect(report.values.behave_imp_weight).toBeCloseTo(1, 4);
  });

  test('is exact at once when an objective begins to ask for it in the middle of a run', async () => {
    const run = await Run.after(3, {});
    run.change(exact);
    const report = await run.train(await run.answers([0]));
    expect(distance(factsOf(report).logpProx!, factsOf(report).logpBehave!)).toBeLessThan(2e-5);
  });

  test('keeps apart what the sampler’s lower precision does', async () => {
    const rollout = { precision: 'bfloat16' } as const;
    const run = await Run.after(2, exact);
    const rough = await run.answers([0], { rollout });
    const facts = factsOf(await run.train(rough));
    const between = distance(facts.logpProx!, facts.logpBehave!);
    expect(between).toBeGreaterThan(1e-4);
    expect(between).toBeLessThan(0.3);
  });

  test('weights that no token still to come can have are let go of; what is missed is told', async () => {
    const run = await Run.after(2, exact);
    const [old, fresh] = [await run.answers([0]), await run.answers([2])];
    expect(run.learner.oldestKept).toBe(0);
    await run.train(fresh, 1);
    expect(run.learner.oldestKept).toBe(1);
    expect(run.learner.keptBytes).toBe((2 + 1) * 4 * engine.parameters);
    const report = await run.train(old);
    expect(report.unkept).toBe(report.tokens);
    expect(factsOf(report).logpProx).toEqual(factsOf(report).logpBehave);
  });

  test.each(['float32', 'bfloat16'] as const)(
    'rows of μ at %s give the recorded tokens',
    async (precision) => {
      const run = await Run.after(2, {});
      const samples = await run.answers([1, 1, 0], { rollout: { precision } });
      const versions = run.weights.map((parameters, version) => ({ version, parameters }));
      const packed = pack(samples, samples.length, engine.spec.maxLength);
      const needs = { behave: true, old: true, behaveDistributions: true };
      const settings = { needs, temperature: 1, precision };
      const { old, behaveRows } = await provide(engine, new PastWeights(versions), packed, settings);
      const { vocabulary } = engine.spec;
      const tokens = perToken(packed, (sample) => sample.tokens);
      const recorded = perToken(packed, (sample) => sample.behaveLogprobs);
      const chosen = recorded.map((_, t) => behaveRows![t * vocabulary + tokens[t]!]!);
      expect(distance(chosen, recorded)).toBeLessThan(2e-5);
      if (precision === 'float32') expect(old).toEqual(chosen);
      else expect(distance(old!, recorded)).toBeGreaterThan(1e-4);
      const sums = recorded.map((_, t) =>
        behaveRows!
          .subarray(t * vocabulary, (t + 1) * vocabulary)
          .reduce((sum, row) => sum + Math.exp(row), 0),
      );
      expect(distance(sums, new Float64Array(sums.length).fill(1))).toBeLessThan(1e-5);
    },
  );
});

describe('the averaged policy', () => {
  const decay = 0.75;
  const averaging: Layer = {
    objective: { name: 'ppo-ewma' },
    'ppo-ewma': { decay },
    optimiser: { minibatches: 1, learningRate: 0.02 },
  };

  test('is the weighted mean of all θ since it began (§37.8)', async () => {
    const run = await Run.after(5, averaging);
    const { averaged } = await run.learner.gathered();
    const weights = run.weights.map((_, k) => decay ** (run.weights.length - 1 - k));
    const total = weights.reduce((a, b) => a + b);
    expect(averaged!.weight).toBeCloseTo(total, 12);
    const mean = run.weights[0]!.map((_, i) =>
      run.weights.reduce((sum, theta, k) => sum + (weights[k]! * theta[i]!) / total, 0),
    );
    expect(distance(averaged!.parameters, mean)).toBeLessThan(1e-6);
    expect(distance(averaged!.parameters, run.weights.at(-1)!)).toBeGreaterThan(0.01);
  });

  test('is what the ratio is taken to, and follows θ step by step', async () => {
    const run = await Run.after(2, { ...averaging, optimiser: { minibatches: 3, learningRate: 0.02 } });
    const { averaged } = await run.learner.gathered();
    const samples = await run.answers([2]);
    const report = await run.train(samples);
    await engine.load('teacher', averaged!.parameters);
    const [first, second] = [0, 1].map((minibatch) => report.batch.minibatches[minibatch]!);
    const { packed } = await scoresOf(first!.samples);
    expect(distance(first!.facts.logpProx!, packed)).toBeLessThan(1e-12);
    // By the second minibatch the average has moved as well.
    const before = await scoresOf(second!.samples);
    expect(distance(second!.facts.logpProx!, before.packed)).toBeGreaterThan(1e-5);
  });

  test('begins anew when too few tokens stay active, and after another objective', async () => {
    const layer: Layer = {
      objective: { name: 'ppo-ewma-revised' },
      'ppo-ewma-revised': { window: 6, resetBelow: 1, band: 1.0001 },
    };
    const run = await Run.after(2, layer);
    // The band is as narrow as rounding: no token stays active by a mean of two policies.
    expect((await run.learner.gathered()).averaged!.weight).toBe(1);
    run.change({ 'ppo-ewma-revised': { ...run.experiment['ppo-ewma-revised'], resetBelow: 0 } });
    await run.train(await run.answers([2]));
    expect((await run.learner.gathered()).averaged!.weight).toBe(0.75 + 1);
    run.change({ objective: { name: 'ppo' } });
    await run.train(await run.answers([3]));
    expect((await run.learner.gathered()).averaged).toBeNull();
  });

  /** ℓ of these answers by the slot `teacher`, packed. */
  async function scoresOf(samples: readonly Sample[]): Promise<{ packed: Float64Array }> {
    const length = engine.spec.maxLength;
    const tokens = new Int32Array(samples.length * length);
    samples.forEach((sample, r) => tokens.set(sample.tokens, r * length));
    const lengths = Int32Array.from(samples, (sample) => sample.length);
    const { logprobs } = await engine.score(
      'teacher',
      { rows: samples.length, length, tokens, lengths },
      { temperature: 1 },
    );
    const packed = samples.flatMap((sample, r) => [
      ...logprobs.subarray(r * length + sample.promptLength, r * length + sample.length),
    ]);
    return { packed: Float64Array.from(packed) };
  }
});

describe('other policies and values', () => {
  test('the reference is the policy of before the first update', async () => {
    const run = await Run.after(2, {});
    run.change({ objective: { name: 'grpo' } });
    const facts = factsOf(await run.train(await run.answers([0])));
    expect(distance(facts.logpRef!, facts.logpBehave!)).toBeLessThan(2e-5);
    expect(distance(facts.logpRef!, facts.logpTheta)).toBeGreaterThan(0.01);
  });

  test('in the reward the distance from the reference changes the advantages, token by token the rewards', async () => {
    const kl = { coefficient: 0.5, place: 'reward', estimator: 'k1', unbiased: false } as const;
    const layer: Layer = { objective: { name: 'a2c' }, advantage: { estimator: 'group-mean' } };
    const run = await Run.after(2, layer);
    run.change({ kl });
    const samples = await run.answers([2]);
    const facts = factsOf(await run.train(samples));
    const { offsets, logpTheta, logpRef, rewards, advantage } = facts;
    const penalised = samples.map((sample, i) => {
      const own = Array.from({ length: offsets[i + 1]! - offsets[i]! }, (_, k) => offsets[i]! + k);
      const taken = own.map((t) => 0.5 * (logpTheta[t]! - logpRef![t]!));
      own.forEach((t, k) => {
        const earned = k === own.length - 1 ? sample.reward : 0;
        expect(rewards![t]).toBeCloseTo(earned - taken[k]!, 10);
      });
      return sample.reward - taken.reduce((a, b) => a + b);
    });
    for (let i = 0; i < samples.length; i += 2) {
      expect(advantage[offsets[i]!]).toBeCloseTo((penalised[i]! - penalised[i + 1]!) / 2, 10);
    }
  });

  test('a value head learns what answers earn, and the policy’s own gradient goes on', async () => {
    const run = await Run.begin({
      objective: { name: 'a2c' },
      a2c: { gamma: 1, lambda: 1, valueWeight: 0.5 },
      optimiser: { minibatches: 1, learningRate: 0.005 },
    });
    const samples = (await run.answers([0])).map((sample) => ({ ...sample, reward: 1 }));
    const first = factsOf(await run.train(samples));
    expect(first.values!.every((value) => value === 0)).toBe(true);
    expect(first.valuesOld).toEqual(first.values);
    for (let u = 0; u < 60; u++) await run.train(samples);
    const values = factsOf(await run.train(samples)).values!;
    expect(distance(values, new Float64Array(values.length).fill(1))).toBeLessThan(0.25);
    expect(distance(run.weights[0]!, run.weights[1]!)).toBeGreaterThan(0.001);
  });

  test('a seed per optimiser step: another one each, the same in the same place', async () => {
    const layer: Layer = {
      objective: { name: 'clip-cov' },
      optimiser: { minibatches: 3, learningRate: 0.02 },
    };
    const seeds = async (): Promise<readonly (number | undefined)[]> => {
      const run = await Run.begin(layer);
      const reports = [await run.train(await run.answers([0])), await run.train(await run.answers([1]))];
      return reports.flatMap(({ batch }) => batch.minibatches.map(({ facts }) => facts.seed));
    };
    const once = await seeds();
    expect(new Set(once).size).toBe(6);
    expect(await seeds()).toEqual(once);
  });

  test('the entropy of the past is the mean over updates at each position, this one’s own at first', async () => {
    const run = await Run.begin({ objective: { name: 'epo' } });
    const first = await run.train(await run.answers([0]));
    const second = await run.train(await run.answers([1]));
    const third = await run.train(await run.answers([2]));
    const mean = (report: typeof first, k: number): number => {
      const { facts, entropy } = report.batch.minibatches[0]!;
      const at = [...facts.offsets.slice(0, -1)]
        .map((start, i) => (start + k < facts.offsets[i + 1]! ? entropy[start + k]! : NaN))
        .filter((value) => !Number.isNaN(value));
      return at.reduce((a, b) => a + b) / at.length;
    };
    expect(factsOf(first).entropyHistory![0]).toBeCloseTo(mean(first, 0), 12);
    expect(factsOf(second).entropyHistory![0]).toBeCloseTo(mean(first, 0), 12);
    expect(factsOf(third).entropyHistory![1]).toBeCloseTo((mean(first, 1) + mean(second, 1)) / 2, 12);
  });
});

describe('the rows that an update scores', () => {
  /** The engine, and how many answers it has scored. */
  function counting(): { readonly counted: Engine; scored: number } {
    const count = {
      scored: 0,
      counted: new Proxy(engine, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name, target);
          if (typeof member !== 'function') return member;
          const call = member.bind(target) as (...args: unknown[]) => unknown;
          return (...args: unknown[]) => {
            if (name === 'score') count.scored += (args[1] as TokenBatch).lengths.filter(Boolean).length;
            return call(...args);
          };
        },
      }),
    };
    return count;
  }

  const names = ['ppo', 'reinforce', 'ppo-ewma', 'exact-old-logits', 'dppo-full-tv', 'grpo', 'a2c'] as const;
  test.each(names)(
    'are for %s those of the loss, of what it needs, and of measuring θ/prox',
    async (name) => {
      const count = counting();
      const optimiser = { minibatches: 3, epochs: 2 };
      const run = await Run.begin({ objective: { name }, optimiser }, count.counted);
      const samples = await run.answers([0]);
      await run.train(samples);
      const needs = needsOf(run.experiment);
      const extra = extraPasses(needs, run.experiment).reduce((sum, { passes }) => sum + passes, 0);
      const measuring = needs.prox === 'averaged' || needs.prox === 'old' ? 0 : 1 - 1 / optimiser.minibatches;
      expect(count.scored / samples.length).toBeCloseTo(optimiser.epochs + extra + measuring, 12);
    },
  );
});

describe('another learner that is handed everything', () => {
  let other: Engine;
  beforeEach(async () => {
    other = await createWasmEngine(engine.spec, 'wasm');
    return () => other.dispose();
  });

  test.each(['ppo-ewma', 'exact-old-logits', 'grpo', 'epo-hinge'] as const)(
    'goes on with %s to the last bit',
    async (name) => {
      const run = await Run.after(3, { objective: { name } });
      const [first, second] = [await run.answers([1, 2]), await run.answers([0, 3])];
      const next = new Run({ objective: { name } }, other);
      const versions = run.weights.map((parameters, version) => ({ version, parameters }));
      await next.learner.restore(run.weights.at(-1)!, await run.learner.gathered(), {
        reference: run.weights[0]!,
        versions,
      });
      for (const [n, samples] of [first, second].entries()) {
        const context = { update: 3 + n, version: 3 + n, dropped: [] };
        await run.learner.update(samples, context);
        await next.learner.update(samples, context);
        expect(await next.learner.parameters()).toEqual(await run.learner.parameters());
      }
    },
  );
});
