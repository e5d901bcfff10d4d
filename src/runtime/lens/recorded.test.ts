/** A saved run's batch is the batch that was captured when it ran, as far as the record goes. */
import { beforeAll, expect, test } from 'vitest';
import { presetExperiment, withLayer } from '../../experiment/presets/index.ts';
import { createWasmEngine } from '../../policy/engines/wasm/index.ts';
import { policySpec } from '../../policy/specOf.ts';
import { createTask } from '../../tasks/index.ts';
import { decodeFrame } from '../../telemetry/frame.ts';
import { decodeRecord, encodeRecord, Recorder, type RunRecord } from '../../telemetry/record/index.ts';
import { batchDetails } from '../actors/batchDetails.ts';
import { recordedSamples } from '../actors/recordedSamples.ts';
import { runTo } from '../virtual/runTo.ts';
import type { Capture } from './capture.ts';
import { measureCosines } from './cosines.ts';
import { captureOfRecord } from './recorded.ts';

const base = withLayer(presetExperiment('tiny-v1'), {
  task: { partialCredit: 1 },
  warmStart: { updates: 12, batch: 16 },
  schedule: { maxStaleness: 2 },
  evaluation: { every: 100, prompts: 16 },
});
const UPDATES = 3;

/** A run of a few updates, saved with its answers, and what was captured of it. */
async function run(optimiser: { minibatches: number; epochs: number }) {
  const experiment = withLayer(base, { optimiser });
  const engine = await createWasmEngine(policySpec(experiment, createTask(experiment)), 'wasm');
  const recorder = new Recorder(experiment);
  const captures: Capture[] = [];
  await runTo(UPDATES, {
    experiment,
    engine,
    hooks: {
      frame: (data) => recorder.frame(decodeFrame(data)),
      captures: () => true,
      trained: (batch, { capture }) => {
        recorder.samples(recordedSamples(batchDetails(batch)));
        captures.push(capture!);
        if (capture!.update === 2) recorder.snapshot({ update: 1, parameters: capture!.parameters! });
      },
    },
  });
  engine.dispose();
  const read = decodeRecord(encodeRecord(recorder.record('wasm simd')));
  if (!read.ok) throw new Error(read.message);
  return { record: read.record, captures };
}

let one: Awaited<ReturnType<typeof run>>;
beforeAll(async () => {
  one = await run({ minibatches: 1, epochs: 1 });
});

function captureOf(record: RunRecord, update: number): Capture {
  const found = captureOfRecord(record, update);
  if ('missing' in found) throw new Error(found.missing);
  return found.capture;
}

test.each([
  { minibatches: 1, epochs: 1 },
  { minibatches: 2, epochs: 2 },
])('has the facts of the last epoch: %o', async (optimiser) => {
  const { record, captures } = optimiser.epochs === 1 ? one : await run(optimiser);
  for (const live of captures) {
    const saved = captureOf(record, live.update);
    expect(saved).toMatchObject({ version: live.version, experiment: live.experiment, complete: false });
    const last = live.batch.minibatches.slice(-optimiser.minibatches);
    expect(saved.batch.minibatches).toHaveLength(last.length);
    saved.batch.minibatches.forEach(({ facts, answers }, m) => {
      const { facts: known } = last[m]!;
      const expected = Object.fromEntries(
        Object.keys(facts).map((name) => [name, known[name as keyof typeof known]]),
      );
      expect(facts).toEqual(expected);
      expect(answers).toEqual(last[m]!.answers);
      expect(facts.distributions).toBeUndefined();
      // By θ before the update is known where nothing was trained on before.
      expect('logpRecomputed' in facts).toBe(optimiser.minibatches === 1);
    });
  }
});

test('has the weights of the update before where they were saved', () => {
  expect(captureOf(one.record, 1).parameters).toBeUndefined();
  expect(captureOf(one.record, 2).parameters).toEqual(one.captures[1]!.parameters);
});

test('gradients on it are those on the batch that was captured', async () => {
  const engine = await createWasmEngine(policySpec(base, createTask(base)), 'wasm');
  const question = { engine, methods: ['reinforce', 'decoupled-ppo', 'm2po'] as const, seed: 1, fresh: 64 };
  const live = await measureCosines({ ...question, capture: one.captures[1]! });
  const saved = await measureCosines({ ...question, capture: captureOf(one.record, 2) });
  expect(saved).toEqual(live);
  expect(live.methods.every((found) => 'cosine' in found)).toBe(true);
  engine.dispose();
});

test('says why there is no batch', () => {
  const { samples, ...rest } = one.record;
  const reasonOf = (record: RunRecord, update: number): string => {
    const found = captureOfRecord(record, update);
    return 'missing' in found ? found.missing : '';
  };
  expect(reasonOf(rest, 1)).toBe('This run was saved without its answers.');
  expect(reasonOf(one.record, UPDATES + 1)).toBe(`This run has no update ${UPDATES + 1}.`);
  const without = samples!.filter(({ update }) => update !== 2);
  expect(reasonOf({ ...rest, samples: without }, 2)).toBe('The answers of update 2 were not saved.');
  expect(reasonOf({ ...rest, samples: samples!.slice(1) }, 1)).toBe(
    'The saved answers of update 1 are not its whole batch.',
  );
});
