/**
 * What everything around the engine costs in an update of the default preset, beside what the engine takes. Real
 * actors, boards and rings, in one thread, so that nothing waits:
 *
 *   engine        score, gradient and optimiser of the learner's update
 *   objective     from scores to gradient rows: facts, objective, layout
 *   diagnostics   the rest of that update: packing, advantages, what is measured for the screen
 *   publication   θ out of the engine, onto the weight board, off it again and into a worker's engine
 *   ring          the batch's samples into a sample ring and out of it
 *   telemetry     a frame encoded, into the telemetry ring and out of it
 */
import { defaultExperiment } from '../experiment/defaults.ts';
import { median } from '../numerics/quantiles.ts';
import { createWasmEngine } from '../policy/engines/wasm/index.ts';
import { policySpec } from '../policy/specOf.ts';
import { createLearnerActor, createRolloutActor } from '../runtime/actors/index.ts';
import {
  SampleLayout,
  sampleRingBytes,
  SampleRingConsumer,
  SampleRingProducer,
  telemetryRingBytes,
  TelemetryRingReader,
  TelemetryRingWriter,
  weightBoardBytes,
  WeightBoardReader,
  WeightBoardWriter,
} from '../runtime/memory/index.ts';
import { createTask } from '../tasks/index.ts';
import { encodeFrame, FRAME_LENGTH } from '../telemetry/frame.ts';
import { alternate, type Effort, type Surroundings } from './alternate.ts';
import { answersOf } from './answers.ts';
import { EngineClock } from './engineClock.ts';

export type Station = 'engine' | 'objective' | 'diagnostics' | 'publication' | 'ring' | 'telemetry';

export interface Shares {
  /** Median milliseconds per update. */
  readonly ms: Readonly<Record<Station, number>>;
  /** The same as shares of their sum. */
  readonly of_update: Readonly<Record<Station, number>>;
}

const STATIONS: readonly Station[] = [
  'engine',
  'objective',
  'diagnostics',
  'publication',
  'ring',
  'telemetry',
];
const TELEMETRY_PLACES = 64;

export async function measureShares(effort: Effort, surroundings: Surroundings): Promise<Shares> {
  const experiment = defaultExperiment();
  const task = createTask(experiment);
  const spec = policySpec(experiment, task);
  const clock = new EngineClock(await createWasmEngine(spec, 'wasm'), surroundings.now);
  const worker = await createWasmEngine(spec, 'wasm');
  const learner = createLearnerActor(clock.engine, task, experiment);
  await learner.initialise();
  const first = { version: 0, update: 0, parameters: await learner.parameters() };
  const rollout = createRolloutActor(worker, task, experiment, 0);
  const samples = await answersOf(rollout, first, experiment);

  const board = new SharedArrayBuffer(weightBoardBytes(first.parameters.length));
  const writer = new WeightBoardWriter(board, first.parameters.length);
  const reader = new WeightBoardReader(board, first.parameters.length);
  const layout = new SampleLayout(spec.maxLength);
  const slots = powerOfTwo(samples.length);
  const ring = new SharedArrayBuffer(sampleRingBytes(layout, slots));
  const producer = new SampleRingProducer(ring, layout, slots);
  const consumer = new SampleRingConsumer(ring, layout, slots);
  const records = new SharedArrayBuffer(telemetryRingBytes(FRAME_LENGTH, TELEMETRY_PLACES));
  const frames = new TelemetryRingWriter(records, FRAME_LENGTH, TELEMETRY_PLACES);
  const page = new TelemetryRingReader(records, FRAME_LENGTH, TELEMETRY_PLACES);

  const { now } = surroundings;
  let update = 0;
  const run = async (): Promise<readonly number[]> => {
    const began = now();
    const [inEngine, toGradient] = [clock.total, clock.toGradient];
    // Version 0 throughout, so that the samples stay fresh and the objective does the same work each time.
    const report = await learner.update(samples, { update, version: 0, dropped: [] });
    const engine = clock.total - inEngine;
    const objective = clock.toGradient - toGradient;
    const learnt = now();
    writer.publish({ version: ++update, update, parameters: await learner.parameters() });
    await rollout.load(reader.read()!);
    const published = now();
    for (const sample of samples) producer.offer(sample);
    while (consumer.poll() !== undefined);
    const handedOver = now();
    const head = { update, version: update, seconds: 0, samples: samples.length, revision: 0 };
    frames.push(encodeFrame(head, report.values, report.histograms));
    page.drain(() => undefined);
    const diagnostics = learnt - began - engine - objective;
    return [engine, objective, diagnostics, published - learnt, handedOver - published, now() - handedOver];
  };
  const [parts] = await alternate([{ run }], effort, surroundings);
  rollout.dispose();
  learner.dispose();
  clock.engine.dispose();
  worker.dispose();
  const ms = parts!.map((rounds) => median(rounds));
  const sum = ms.reduce((a, b) => a + b, 0);
  const byStation = (of: (value: number) => number): Record<Station, number> =>
    Object.fromEntries(STATIONS.map((station, i) => [station, of(ms[i]!)])) as Record<Station, number>;
  return { ms: byStation((value) => value), of_update: byStation((value) => value / sum) };
}

function powerOfTwo(atLeast: number): number {
  let slots = 1;
  while (slots < atLeast) slots *= 2;
  return slots;
}
