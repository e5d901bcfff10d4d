/** For tests only: a session that records what it is told and says what the test makes it say. */
import type { Experiment } from '../../experiment/experiment.ts';
import type { BatchDetails } from '../../runtime/actors/batchDetails.ts';
import type { Capture } from '../../runtime/lens/capture.ts';
import type { Session, SessionEvent } from '../../runtime/session.ts';
import { encodeFrame, decodeFrame, MAX_LAG, RATIO_BINS, type Frame } from '../../telemetry/frame.ts';
import type { MetricName } from '../../telemetry/metrics.ts';

/** A frame with these metrics and empty histograms. */
export function frameOf(update: number, values: Partial<Record<MetricName, number>> = {}): Frame {
  return decodeFrame(
    encodeFrame(
      { update, version: update, seconds: update / 4, samples: update * 128, revision: 0 },
      values,
      {
        ratioPositive: new Float64Array(RATIO_BINS + 2),
        ratioNegative: new Float64Array(RATIO_BINS + 2),
        staleness: new Float64Array(MAX_LAG + 2),
      },
    ),
  );
}

export class FakeSession implements Session {
  readonly calls: string[] = [];
  readonly changes: Experiment[] = [];
  frames: Frame[] = [];
  readonly experiment: Experiment;
  readonly #listeners = new Set<(event: SessionEvent) => void>();

  constructor(experiment: Experiment) {
    this.experiment = experiment;
  }

  say(event: SessionEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  pause(): void {
    this.calls.push('pause');
  }

  resume(): void {
    this.calls.push('resume');
  }

  step(): void {
    this.calls.push('step');
  }

  setSpeed(speed: number): void {
    this.calls.push(`speed ${speed}`);
  }

  stepEvent(): void {
    this.calls.push('step event');
  }

  inspect(): Promise<readonly BatchDetails[]> {
    this.calls.push('inspect');
    return Promise.resolve([]);
  }

  capture(): Promise<Capture | undefined> {
    this.calls.push('capture');
    return Promise.resolve(undefined);
  }

  change(experiment: Experiment): void {
    this.changes.push(experiment);
  }

  drain(): readonly Frame[] {
    return this.frames.splice(0);
  }

  subscribe(listener: (event: SessionEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  stop(): Promise<void> {
    this.calls.push('stop');
    return Promise.resolve();
  }
}
