/** Writes a run down while it goes on. It keeps no histograms: a frame without them is a hundredth of the size. */
import type { Experiment } from '../../experiment/experiment.ts';
import type { Frame } from '../frame.ts';
import type { ChangeBatch, RecordedAccuracy, RecordedFrame, RunRecord } from './record.ts';

export class Recorder {
  readonly #experiment: Experiment;
  readonly #changes: ChangeBatch[] = [];
  readonly #accuracy: RecordedAccuracy[] = [];
  readonly #frames: RecordedFrame[] = [];

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

  /**
   * The record so far.
   * @param fingerprint of the present moment, where the run has one; one of another update does not count
   */
  record(engine: string, fingerprint?: { readonly update: number; readonly value: string }): RunRecord {
    const { updates } = this;
    return {
      experiment: this.#experiment,
      engine,
      changes: [...this.#changes],
      updates,
      fingerprint: fingerprint?.update === updates ? fingerprint.value : null,
      accuracy: [...this.#accuracy],
      frames: [...this.#frames],
    };
  }
}
