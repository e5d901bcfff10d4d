/** What only a driver can measure of an update: the queue, and how time was spent. */
import type { MetricValues } from './frame.ts';

/** Seconds of the run's clock that a learner spent on each of its occupations. */
export interface LearnerSeconds {
  /** For samples. */
  readonly waiting: number;
  readonly training: number;
  /** Handing over new weights; the time that these are under way only where that holds the learner. */
  readonly publishing: number;
  readonly evaluating: number;
}

/** Seconds of the run's clock of a rollout worker, or summed over several. */
export interface WorkerSeconds {
  readonly generating: number;
  /** For tickets, for weights, or for room. */
  readonly waiting: number;
}

/** How an update's time was spent. */
export interface UpdatePace {
  /** From the end of the update before to the end of this one, on the run's clock. */
  readonly seconds: number;
  readonly learner: LearnerSeconds;
  /** Of all rollout workers together, from the start of the update before to the start of this one. */
  readonly workers: WorkerSeconds;
  /** Response tokens trained on. */
  readonly tokens: number;
}

/** The queue as it was when the update began. */
export interface QueueState {
  /** Finished prompts left waiting. */
  readonly length: number;
  /** Oldest version of a token that is left waiting; undefined where none is. */
  readonly oldestVersion: number | undefined;
  /** v_L */
  readonly learnerVersion: number;
  /** Prompts dropped for age since the run began, and those that dynamic sampling rejected. */
  readonly dropped: number;
  readonly rejected: number;
}

/** The metrics of `metrics/flow.ts`. Rates and shares are absent where no time has passed. */
export function flowMetrics(pace: UpdatePace, queue: QueueState): MetricValues {
  const { seconds, learner, workers, tokens } = pace;
  const { length, oldestVersion, learnerVersion, dropped, rejected } = queue;
  const share = (part: number): number => Math.min(1, part / seconds);
  const workerSeconds = workers.generating + workers.waiting;
  return {
    queue_length: length,
    ...(oldestVersion !== undefined && { queue_oldest: learnerVersion - oldestVersion }),
    dropped,
    rejected,
    ...(seconds > 0 && {
      learner_idle: share(learner.waiting),
      learner_training: share(learner.training),
      learner_publishing: share(learner.publishing),
      learner_evaluating: share(learner.evaluating),
      tokens_per_second: tokens / seconds,
      updates_per_second: 1 / seconds,
    }),
    ...(workerSeconds > 0 && { rollout_idle: workers.waiting / workerSeconds }),
  };
}
