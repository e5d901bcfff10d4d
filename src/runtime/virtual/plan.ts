/** An experiment's durations as the plan of a schedule. */
import type { Experiment } from '../../experiment/experiment.ts';
import { exp } from '../../numerics/elementary.ts';
import { normal, STREAM } from '../../numerics/random.ts';
import type { Plan } from './schedule.ts';

/** Workers where the setting says automatic: fixed, as simulated time knows no number of cores. */
const AUTOMATIC_WORKERS = 2;

export function workerCount(experiment: Experiment): number {
  return experiment.rollout.workers === 0 ? AUTOMATIC_WORKERS : experiment.rollout.workers;
}

/**
 * Every batch of a worker has its own speed: `tokenSeconds` times a log-normal factor of mean 1, so that the
 * spread changes no throughput. Keyed by worker and batch.
 * @param present the experiment in force; asked for each time
 */
export function planOf(present: () => Experiment): Plan {
  return {
    workers: () => workerCount(present()),
    groupsInFlight: () => present().rollout.groupsInFlight,
    step: (worker, batch) => {
      const { run, virtual } = present();
      const { tokenSeconds, jitter } = virtual;
      if (jitter === 0) return tokenSeconds;
      const deviation = normal(run.seed, STREAM.duration, worker, batch);
      return tokenSeconds * exp(jitter * deviation - (jitter * jitter) / 2);
    },
    learner: () => present().virtual.learnerSeconds,
    publication: () => present().schedule.publishDelay,
  };
}
