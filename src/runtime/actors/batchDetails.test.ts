/** What the inspector is given: the numbers of the update itself, sample by sample. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultExperiment } from '../../experiment/defaults.ts';
import { type Layer, withLayer } from '../../experiment/presets/index.ts';
import { exp } from '../../numerics/elementary.ts';
import type { Engine } from '../../policy/engine.ts';
import { createWasmEngine } from '../../policy/engines/wasm/index.ts';
import { initialParameters } from '../../policy/initialise.ts';
import { policySpec } from '../../policy/specOf.ts';
import { createTask } from '../../tasks/index.ts';
import type { Sample } from '../memory/sample.ts';
import { batchDetails, buffersOf } from './batchDetails.ts';
import type { LearnerReport } from './contract.ts';
import { createLearnerActor, createRolloutActor, RecentBatches } from './index.ts';

const base = withLayer(defaultExperiment(), {
  task: { name: 'reverse', wordLength: 4 },
  policy: { width: 16, layers: 1, heads: 2 },
  schedule: { groupSize: 3, batchGroups: 4 },
  optimiser: { minibatches: 2, epochs: 2, learningRate: 0.05 },
});
const task = createTask(base);
const spec = policySpec(base, task);

let engine: Engine;
beforeAll(async () => {
  engine = await createWasmEngine(spec, 'wasm');
});
afterAll(() => engine.dispose());

async function rollOut(tickets: readonly number[]): Promise<readonly Sample[]> {
  const actor = createRolloutActor(engine, task, base, 1, 'snapshot-1');
  await actor.load({ version: 2, update: 2, parameters: initialParameters(spec, 1) });
  await actor.begin(tickets, 0);
  const samples: Sample[] = [];
  for (let now = 1; actor.active; now++) {
    const { finished } = await actor.advance(now, 2);
    samples.push(...finished.flatMap((ticket) => ticket.samples));
  }
  actor.dispose();
  // Rewards that differ within every group, so that every token is pushed.
  return samples.map((sample) => ({ ...sample, reward: sample.member }));
}

async function train(samples: readonly Sample[], layer: Layer = {}): Promise<LearnerReport> {
  const learner = createLearnerActor(engine, task, withLayer(base, layer));
  await learner.initialise();
  const report = await learner.update(samples, { update: 7, version: 5, dropped: [] });
  learner.dispose();
  return report;
}

test('every sample once, with its tokens and the numbers of the epoch that trained on it last', async () => {
  const samples = await rollOut([3, 1, 2, 9]);
  const report = await train(samples);
  const details = batchDetails(report.batch);
  expect(details).toMatchObject({ update: 8, version: 5, epochs: 2, total: 12 });
  expect([...details.group]).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3, 9, 9, 9]);
  expect([...details.member]).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]);
  details.id.forEach((id, i) => {
    const sample = samples.find((other) => other.id === id)!;
    const response = sample.tokens.subarray(sample.promptLength, sample.length);
    const [from, to] = [details.offsets[i]!, details.offsets[i + 1]!];
    expect(details.tokens.subarray(from, to)).toEqual(response);
    expect(details.promptTokens.subarray(details.promptOffsets[i]!, details.promptOffsets[i + 1]!)).toEqual(
      sample.tokens.subarray(0, sample.promptLength),
    );
    expect([...details.staleness.subarray(from, to)]).toEqual([...response].fill(3));
    expect([...details.logpBehave.subarray(from, to)]).toEqual([
      ...sample.behaveLogprobs.subarray(sample.promptLength, sample.length),
    ]);
    expect(details.reward[i]).toBe(sample.reward);
  });
  // The objective’s own coefficients: those of the second epoch are the second half of the update’s.
  const second = report.coefficients.subarray(report.coefficients.length / 2);
  expect([...details.coefficients].sort()).toEqual([...second].sort());
});

test('ratios belong to their log-probabilities, and gates to their coefficients', async () => {
  const samples = await rollOut([0, 1, 2, 3]);
  const layer: Layer = { objective: { name: 'ppo' } };
  const details = batchDetails((await train(samples, layer)).batch);
  const { ratio, ratioProx, logpTheta, logpBehave, logpProx, gates, coefficients, advantage } = details;
  let cut = 0;
  for (let t = 0; t < ratio.length; t++) {
    expect(ratio[t]).toBe(exp(logpTheta[t]! - logpBehave[t]!));
    expect(ratioProx[t]).toBe(exp(logpTheta[t]! - logpProx[t]!));
    const high = gates.clip_high![t] === 1;
    const low = gates.clip_low![t] === 1;
    if (high || low) cut++;
    expect(coefficients[t]).toBe(high || low ? 0 : ratio[t]! * advantage[t]!);
  }
  expect(cut).toBeGreaterThan(0);
});

test('a limit leaves out whole groups, never the first', async () => {
  const { batch } = await train(await rollOut([0, 1, 2, 3]));
  const all = batchDetails(batch);
  const ends = [3, 6, 9, 12].map((sample) => all.offsets[sample]!);
  expect(batchDetails(batch, ends[1]! + 1).id).toHaveLength(6);
  expect(batchDetails(batch, ends[1]).id).toHaveLength(6);
  expect(batchDetails(batch, 1)).toMatchObject({ total: 12, id: { length: 3 } });
  expect(buffersOf(all).every((buffer) => buffer instanceof ArrayBuffer)).toBe(true);
  expect(new Set(buffersOf(all)).size).toBe(buffersOf(all).length);
});

test('the last batches are kept, newest first, and what is handed over is a copy', async () => {
  const { batch } = await train(await rollOut([0, 1]));
  const recent = new RecentBatches();
  expect(recent.details()).toEqual([]);
  for (let update = 1; update <= 6; update++) recent.add({ ...batch, update });
  const first = recent.details();
  expect(first.map(({ update }) => update)).toEqual([6, 5, 4, 3]);
  structuredClone(first, { transfer: first.flatMap(buffersOf) });
  expect(first[0]!.tokens).toHaveLength(0);
  expect(recent.details()[0]!.tokens.length).toBeGreaterThan(0);
});
