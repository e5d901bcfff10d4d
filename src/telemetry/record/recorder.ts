/** Writes a run down while it goes on. It keeps no histograms: a frame without them is a hundredth of the size. */
import type { Experiment } from '../../experiment/experiment.ts';
import type { Frame } from '../frame.ts';
import {
  type ChangeBatch,
  type RecordedAccuracy,
  type RecordedFrame,
  type RecordedSample,
  type RunRecord,
  type Snapshot,
  upTo,
} from './record.ts';

export class Recorder {
  readonly #experiment: Experiment;
  readonly #changes: ChangeBatch[] = [];
  readonly #accuracy: RecordedAccuracy[] = [];
  readonly #frames: RecordedFrame[] = [];
  #snapshots: Snapshot[] | undefined;
  #samples: RecordedSample[] | undefined;

  constructor(experiment: Experiment) {
    this.#experiment = experiment;
  }

  /** Updates of which frames have come. */
  get updates(): number {
    return this.#frames.at(-1)?.update ?? 0;
  }

  frame({ update, version, seconds, samples, revision, values }: Frame): void {
    this.#frames.push({ update, version, seconds, samples, revision, values });
  }

  accuracy({ stage, update, value }: RecordedAccuracy): void {
    this.#accuracy.push({ stage, update, value });
  }

  /** Settings took effect. */
  changed(batch: ChangeBatch): void {
    this.#changes.push(batch);
  }

  /** Weights after an update, to be kept with the record. */
  snapshot(snapshot: Snapshot): void {
    (this.#snapshots ??= []).push(snapshot);
  }

  /** Answers of an update, to be kept with the record. */
  samples(samples: readonly RecordedSample[]): void {
    (this.#samples ??= []).push(...samples);
  }

  /**
   * The record so far; where the run has a fingerprint, up to the update that it is of.
   * @param fingerprint the newest one; one of an update of which no frame has come does not count
   */
  record(engine: string, fingerprint?: { readonly update: number; readonly value: string }): RunRecord {
    const known = fingerprint !== undefined && fingerprint.update <= this.updates;
    const whole: RunRecord = {
      experiment: this.#experiment,
      engine,
      changes: [...this.#changes],
      updates: this.updates,
      fingerprint: null,
      accuracy: [...this.#accuracy],
      frames: [...this.#frames],
      ...(this.#snapshots && { snapshots: [...this.#snapshots] }),
      ...(this.#samples && { samples: [...this.#samples] }),
    };
    return known ? { ...upTo(whole, fingerprint.update), fingerprint: fingerprint.value } : whole;
  }
}
