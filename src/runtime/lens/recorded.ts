/**
 * A batch of a saved run, from the answers that were saved with it: the minibatches of the last epoch, as they were cut.
 *
 * A record has ℓθ, ℓμ, advantages, rewards and versions. It has neither whole distributions nor log-probabilities of other
 * policies; θ as it was before the update is known where it is θ of the visit, that is for the first visit, and can be
 * computed again where the weights of the update before were saved (`measureCosines` does).
 */
import type { Experiment } from '../../experiment/experiment.ts';
import type { LensAnswers, LensFacts, LensMinibatch } from '../../learning/lens/contract.ts';
import { createTask } from '../../tasks/index.ts';
import { experimentAt, type RecordedSample, type RunRecord } from '../../telemetry/record/index.ts';
import { minibatchesOf } from '../actors/minibatches.ts';
import { visitSeed } from '../actors/visitFacts.ts';
import type { Capture } from './capture.ts';

/** @property missing a sentence that says why there is none */
export type RecordCapture = { readonly capture: Capture } | { readonly missing: string };

/** The batch of update `update`, which has the number of its frame. */
export function captureOfRecord(record: RunRecord, update: number): RecordCapture {
  if (record.samples === undefined) return { missing: 'This run was saved without its answers.' };
  const frame = record.frames.find((one) => one.update === update);
  if (frame === undefined) return { missing: `This run has no update ${update}.` };
  const experiment = experimentAt(record, update);
  const samples = record.samples
    .filter((sample) => sample.update === update)
    .sort((a, b) => a.group - b.group || a.member - b.member);
  const { batchGroups, groupSize } = experiment.schedule;
  if (samples.length === 0) return { missing: `The answers of update ${update} were not saved.` };
  if (samples.length !== batchGroups * groupSize) {
    return { missing: `The saved answers of update ${update} are not its whole batch.` };
  }
  const { version } = frame;
  const snapshot = record.snapshots?.find((one) => one.update === update - 1);
  return {
    capture: {
      update,
      version,
      experiment,
      batch: { settings: experiment, minibatches: lastEpoch(samples, experiment, { update, version }) },
      ...(snapshot && { parameters: snapshot.parameters }),
      complete: false,
      unkept: 0,
    },
  };
}

type Stamp = Pick<Capture, 'update' | 'version'>;

function lastEpoch(
  samples: readonly RecordedSample[],
  experiment: Experiment,
  stamp: Stamp,
): readonly LensMinibatch[] {
  const key = { seed: experiment.run.seed, update: stamp.update - 1 };
  const groups = samples.map(({ group }) => group);
  const visits = minibatchesOf(groups, experiment.optimiser, key);
  const first = visits.length - visits.length / experiment.optimiser.epochs;
  return visits.slice(first).map((chosen, n) => {
    const own = chosen.map((i) => samples[i]!);
    return { facts: factsOf(own, experiment, stamp, first + n), answers: answersOf(own) };
  });
}

function factsOf(
  samples: readonly RecordedSample[],
  experiment: Experiment,
  { update, version }: Stamp,
  order: number,
): LensFacts {
  const column = (of: (sample: RecordedSample) => readonly number[]): Float64Array =>
    Float64Array.from(samples.flatMap(of));
  const logpTheta = column((sample) => sample.theta_logprobs);
  return {
    offsets: offsetsOf(samples.map(({ response }) => response.length)),
    mask: Uint8Array.from(column((sample) => sample.mask)),
    logpTheta,
    ...(order === 0 && { logpRecomputed: logpTheta }),
    logpBehave: column((sample) => sample.behave_logprobs),
    advantage: column((sample) => sample.advantages),
    staleness: Int32Array.from(
      column((sample) => sample.versions),
      (sampled) => version - sampled,
    ),
    groups: Int32Array.from(samples, ({ group }) => group),
    sequenceRewards: Float64Array.from(samples, ({ reward }) => reward),
    maxLength: createTask(experiment).maxResponseLength,
    seed: visitSeed(experiment, update - 1, order),
  };
}

function answersOf(samples: readonly RecordedSample[]): LensAnswers {
  return {
    tokens: Int32Array.from(samples.flatMap(({ response }) => response)),
    promptOffsets: offsetsOf(samples.map(({ prompt }) => prompt.length)),
    promptTokens: Int32Array.from(samples.flatMap(({ prompt }) => prompt)),
    reward: Float64Array.from(samples, ({ reward }) => reward),
    group: Float64Array.from(samples, ({ group }) => group),
    member: Int32Array.from(samples, ({ member }) => member),
  };
}

function offsetsOf(lengths: readonly number[]): Int32Array {
  const offsets = new Int32Array(lengths.length + 1);
  lengths.forEach((length, i) => (offsets[i + 1] = offsets[i]! + length));
  return offsets;
}
