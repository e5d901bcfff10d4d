/**
 * A run's record: what is needed to play it again, and what it measured. `recorder.ts` makes one while a run goes on,
 * `file.ts` writes and reads it.
 *
 * Changes of settings are kept as they took effect: in batches, in order, each with the update that was the first to
 * feel it. Two batches name the same update only where a run had come to a standstill in between.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import { withValue } from '../../experiment/fields.ts';
import type { Field, SettingValue } from '../../experiment/settings/index.ts';
import type { FrameHead } from '../frame.ts';

export interface RecordedChange {
  readonly field: Field;
  readonly value: SettingValue;
}

export interface ChangeBatch {
  /** The first update that ran under these settings. */
  readonly update: number;
  readonly changes: readonly RecordedChange[];
}

export interface RecordedAccuracy {
  readonly stage: 'init' | 'warm' | 'update';
  readonly update: number;
  /** Share of held-out prompts answered rightly. */
  readonly value: number;
}

/** One update: all metrics in the table's order, NaN = no data. Histograms are not recorded. */
export interface RecordedFrame extends FrameHead {
  readonly values: Float64Array;
}

/** The policy's weights after an update, in the layout of `policy/layout.ts`. */
export interface Snapshot {
  readonly update: number;
  readonly parameters: Float32Array;
}

/** One answer as it was trained on; lists are token by token. Not needed to play the run again. */
export interface RecordedSample {
  readonly update: number;
  readonly group: number;
  readonly member: number;
  readonly worker: number;
  readonly reward: number;
  readonly prompt: readonly number[];
  readonly response: readonly number[];
  /** 1 = the token counts. */
  readonly mask: readonly number[];
  /** Of the weights that sampled the token. */
  readonly versions: readonly number[];
  readonly behave_logprobs: readonly number[];
  readonly theta_logprobs: readonly number[];
  readonly advantages: readonly number[];
}

export interface RunRecord {
  /** As the run began. */
  readonly experiment: Experiment;
  /** What computed the policy, such as "wasm simd". */
  readonly engine: string;
  readonly changes: readonly ChangeBatch[];
  /** Updates done when the record was taken. */
  readonly updates: number;
  /** Of the whole history up to `updates`; null for runs on the live clock, which cannot be played twice. */
  readonly fingerprint: string | null;
  readonly accuracy: readonly RecordedAccuracy[];
  /** Ascending by update. */
  readonly frames: readonly RecordedFrame[];
  /** Where they were asked for. */
  readonly snapshots?: readonly Snapshot[];
  readonly samples?: readonly RecordedSample[];
}

/** Settings with a batch of changes laid over them. */
export function withChanges(experiment: Experiment, { changes }: ChangeBatch): Experiment {
  return changes.reduce((now, { field, value }) => withValue(now, field, value as never), experiment);
}

/** The settings that update `update` of a recorded run ran under. */
export function experimentAt({ experiment, changes }: RunRecord, update: number): Experiment {
  return changes.filter((batch) => batch.update <= update).reduce(withChanges, experiment);
}

/** What a run says took effect, as a batch. */
export function batchOf(event: {
  readonly update: number;
  readonly changes: readonly { readonly field: Field; readonly to: SettingValue }[];
}): ChangeBatch {
  const { update, changes } = event;
  return { update, changes: changes.map(({ field, to }) => ({ field, value: to })) };
}

/** The record as if the run had been left at `update`; the fingerprint of that moment is not known. */
export function upTo(record: RunRecord, update: number): RunRecord {
  if (update >= record.updates) return record;
  return {
    ...record,
    changes: record.changes.filter((batch) => batch.update <= update),
    updates: update,
    fingerprint: null,
    accuracy: record.accuracy.filter((point) => point.update <= update),
    frames: record.frames.filter((frame) => frame.update <= update),
    ...(record.snapshots && { snapshots: record.snapshots.filter((one) => one.update <= update) }),
    ...(record.samples && { samples: record.samples.filter((one) => one.update <= update) }),
  };
}
