/**
 * What one run has shown so far, kept for the eye: an append-only store that the charts read and that never
 * goes through React state. It knows no session and no clock; `controller.ts` fills it on the shared tick.
 *
 * Memory layout: column-wise. Row i of every column is the i-th frame that arrived.
 *
 *   updates  Float64Array │ u₀ │ u₁ │ u₂ │ … │ u_{n−1} │ (spare capacity)     so do seconds and samples
 *   column m Float64Array │ x₀ │ x₁ │ x₂ │ … │ x_{n−1} │ (spare capacity)     one per metric, NaN = no data
 *
 * Histograms are kept for the last `RECENT_FRAMES` frames only.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import { differences } from '../../experiment/fields.ts';
import type { Change } from '../../runtime/session.ts';
import { type Frame, mapHistograms } from '../../telemetry/frame.ts';
import { metrics, metricIndex, type MetricName } from '../../telemetry/metrics.ts';
import type { LearnerSeconds, WorkerSeconds } from '../../telemetry/pace.ts';
import { Journeys, type LineEvent, Timeline } from '../../telemetry/timeline/index.ts';
import { type RunRecord, withChanges } from '../../telemetry/record/index.ts';

/** How many whole frames, histograms included, are kept. */
export const RECENT_FRAMES = 256;

/** How far back the use of time is kept, in seconds of the run's clock. */
export const OCCUPATION_SECONDS = 10;

/** A column of numbers that only grows. */
export interface Series {
  readonly length: number;
  /** Value of row `index`; NaN outside the series and where there is no data. */
  at(index: number): number;
  /** The values so far, as a view that is valid until the series next grows. Not to be written to. */
  view(): Float64Array;
}

export interface AccuracyPoint {
  /** Updates done when the policy was evaluated; 0 for the stages before learning. */
  readonly update: number;
  readonly value: number;
  readonly stage: 'init' | 'warm' | 'update';
}

/** A setting that took effect at an update, to be marked on the charts. */
export interface ChangeMarker extends Change {
  readonly update: number;
}

/** How long learner and workers were at what, all since they began. Shares of time are differences of two of these. */
export interface Occupations {
  /** Seconds of the run's clock. */
  readonly at: number;
  readonly learner: LearnerSeconds;
  readonly workers: readonly { readonly worker: number; readonly seconds: WorkerSeconds }[];
}

/** The read-only side: what charts, strip and summary see. */
export interface RunView {
  /** Unique among the runs of this page. */
  readonly id: number;
  /** What the run does now: the settings of its start plus all changes that took effect. */
  readonly experiment: Experiment;
  /** Frames that arrived: the length of every series. */
  readonly length: number;
  /** Update number of every row, ascending. The x axis of all series. */
  readonly updates: Series;
  /** Seconds of the run's clock at every row. */
  readonly seconds: Series;
  /** Samples trained on so far, at every row. */
  readonly samples: Series;
  series(metric: MetricName): Series;
  readonly latest: Frame | undefined;
  /** The last frames with their histograms, oldest first, at most `RECENT_FRAMES`. */
  readonly recent: readonly Frame[];
  /** Evaluations on held-out prompts, in order of arrival. */
  readonly accuracy: readonly AccuracyPoint[];
  readonly changes: readonly ChangeMarker[];
  /** Oldest first: the newest, and as many before it as it takes to reach `OCCUPATION_SECONDS` back. */
  readonly occupations: readonly Occupations[];
  /** Who did what when, and the way of every prompt. They are one object throughout the run and grow. */
  readonly timeline: Timeline;
  readonly journeys: Journeys;
  /** For `useSyncExternalStore(run.subscribe, run.getVersion)`: called at most once per shared tick. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Grows with every notification. */
  readonly getVersion: () => number;
}

class GrowingSeries implements Series {
  #values = new Float64Array(256);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Float64Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  at(index: number): number {
    return index < 0 || index >= this.length ? NaN : this.#values[index]!;
  }

  view(): Float64Array {
    return this.#values.subarray(0, this.length);
  }
}

let runs = 0;

/** Of a frame that was read from a record: there are none. */
const noHistograms = mapHistograms((_, counts) => new Float64Array(counts));

/** The writable side, owned by the controller. Nothing is announced before `notify`. */
export class RunStore implements RunView {
  readonly id = ++runs;
  readonly updates = new GrowingSeries();
  readonly seconds = new GrowingSeries();
  readonly samples = new GrowingSeries();
  readonly timeline = new Timeline();
  readonly journeys = new Journeys();
  latest: Frame | undefined;
  experiment: Experiment;
  readonly #columns = metrics.map(() => new GrowingSeries());
  readonly #listeners = new Set<() => void>();
  #recent: readonly Frame[] = [];
  #accuracy: readonly AccuracyPoint[] = [];
  #changes: readonly ChangeMarker[] = [];
  #occupations: readonly Occupations[] = [];
  #version = 0;
  #dirty = false;

  constructor(experiment: Experiment) {
    this.experiment = experiment;
  }

  /** A recorded run, as far as its record goes: it has no histograms. */
  static of({ experiment, changes, accuracy, frames }: RunRecord): RunStore {
    const run = new RunStore(experiment);
    run.append(frames.map((frame) => ({ ...frame, ...noHistograms })));
    for (const point of accuracy) run.addAccuracy(point);
    for (const batch of changes) {
      const after = withChanges(run.experiment, batch);
      run.addChanges(batch.update, differences(run.experiment, after), after);
    }
    run.notify();
    return run;
  }

  get length(): number {
    return this.updates.length;
  }

  get recent(): readonly Frame[] {
    return this.#recent;
  }

  get accuracy(): readonly AccuracyPoint[] {
    return this.#accuracy;
  }

  get changes(): readonly ChangeMarker[] {
    return this.#changes;
  }

  get occupations(): readonly Occupations[] {
    return this.#occupations;
  }

  series(metric: MetricName): Series {
    return this.#columns[metricIndex(metric)]!;
  }

  append(frames: readonly Frame[]): void {
    if (frames.length === 0) return;
    for (const frame of frames) {
      this.updates.push(frame.update);
      this.seconds.push(frame.seconds);
      this.samples.push(frame.samples);
      for (const [index, column] of this.#columns.entries()) column.push(frame.values[index] ?? NaN);
    }
    this.latest = frames.at(-1);
    this.#recent = [...this.#recent, ...frames].slice(-RECENT_FRAMES);
    this.#dirty = true;
  }

  addAccuracy(point: AccuracyPoint): void {
    this.#accuracy = [...this.#accuracy, point];
    this.#dirty = true;
  }

  addOccupations(newest: Occupations): void {
    const since = newest.at - OCCUPATION_SECONDS;
    const all = [...this.#occupations, newest];
    // One that is older than needed stays, so that the whole span is covered.
    const first = all.findLastIndex(({ at }) => at <= since);
    this.#occupations = all.slice(Math.max(0, first));
    this.#dirty = true;
  }

  addLine(events: readonly LineEvent[]): void {
    for (const event of events) {
      this.timeline.add(event);
      this.journeys.add(event);
    }
    this.#dirty = true;
  }

  /** @param experiment what the run does from `update` on */
  addChanges(update: number, changes: readonly Change[], experiment: Experiment): void {
    this.#changes = [...this.#changes, ...changes.map((change) => ({ ...change, update }))];
    this.experiment = experiment;
    this.#dirty = true;
  }

  /** Tells listeners, once, if anything was written since the last call. */
  notify(): void {
    if (!this.#dirty) return;
    this.#dirty = false;
    this.#version++;
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getVersion = (): number => this.#version;
}
