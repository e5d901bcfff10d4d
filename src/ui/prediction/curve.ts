/**
 * What the schedule leads to at every bound of staleness, by the simulation of `npm run simulate`. Pure but for `compute`,
 * which does one bound at a time so that the page stays awake.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import { withLayer } from '../../experiment/presets/index.ts';
import { type Capacity, capacityOf, readBy } from '../../pipeline/index.ts';
import { type Prediction, predictRun } from '../../runtime/virtual/prediction.ts';
import type { Durations } from './durations.ts';

/** Bounds that are predicted beside the one that is set. */
const BOUNDS = [0, 1, 2, 3, 4, 6, 8, 12, 16] as const;
/** Updates that are played for each: enough for two digits, and a few milliseconds. */
const UPDATES = 120;

export interface Question {
  readonly experiment: Experiment;
  readonly durations: Durations;
  /** Rollout workers, and prompts that each answers at once. */
  readonly workers: number;
  readonly perWorker: number;
}

export interface Point {
  readonly eta: number;
  readonly idle: number;
  readonly lag: number;
}

/** Whether the schedule has a bound that can be moved. */
export function hasBound({ mode }: Experiment['schedule']): boolean {
  return readBy.maxStaleness!.includes(mode);
}

/** The bounds to predict, ascending; without one to move, the one that is set. */
export function boundsOf({ experiment: { schedule } }: Question): readonly number[] {
  if (!hasBound(schedule)) return [schedule.maxStaleness];
  return [...new Set([...BOUNDS, schedule.maxStaleness])].sort((a, b) => a - b);
}

/** A worker's whole batch counts as one token, which takes as long as the batch. */
const BATCH = { prompt: 0, length: 1, longest: 1 } as const;

export function predictAt({ experiment, durations, workers, perWorker }: Question, eta: number): Prediction {
  const { latency, learner, publication } = durations;
  const asked = withLayer(experiment, {
    rollout: { workers, groupsInFlight: perWorker },
    schedule: { maxStaleness: eta, publishDelay: publication },
    virtual: {
      tokenSeconds: latency.mean,
      jitter: latency.sigma,
      learnerSeconds: learner,
      ...{ prefillSeconds: 0, decodeSaturation: 0, learnerTokenSeconds: 0 },
      ...{ slowest: 1, bandwidth: 0, tail: 0 },
    },
  });
  return predictRun(asked, BATCH, 0, UPDATES);
}

export function capacityFor({ experiment, durations, workers, perWorker }: Question): Capacity | undefined {
  const { schedule } = experiment;
  if (schedule.mode !== 'bounded') return undefined;
  return capacityOf({
    learner: durations.learner,
    publication: durations.publication,
    blocking: schedule.publishMode === 'blocking',
    latency: durations.latency.mean,
    batch: schedule.batchGroups,
    publishEvery: schedule.publishEvery,
    staleness: schedule.maxStaleness,
    perWorker,
    workers,
  });
}

/**
 * Predicts one bound after the other, each in a task of its own.
 * @param later puts a task off · @param found told of all points so far, ascending
 * @returns what breaks it off
 */
export function compute(
  question: Question,
  later: (task: () => void) => void,
  found: (points: readonly Point[], done: boolean) => void,
): () => void {
  const bounds = boundsOf(question);
  let points: readonly Point[] = [];
  let ended = false;
  const next = () => {
    if (ended) return;
    const eta = bounds[points.length]!;
    const { idle, lag } = predictAt(question, eta);
    points = [...points, { eta, idle, lag: lag.mean }];
    const done = points.length === bounds.length;
    found(points, done);
    if (!done) later(next);
  };
  later(next);
  return () => {
    ended = true;
  };
}
