/** An experiment's durations as the plan of a schedule. Settings at their defaults cost nothing beside those set. */
import type { Experiment } from '../../experiment/experiment.ts';
import { exp, pow } from '../../numerics/elementary.ts';
import { normal, STREAM, uniform } from '../../numerics/random.ts';
import type { Plan, WorkerStep } from './schedule.ts';

/** Workers where the setting says automatic: fixed, as simulated time knows no number of cores. */
const AUTOMATIC_WORKERS = 2;

export function workerCount(experiment: Experiment): number {
  return experiment.rollout.workers === 0 ? AUTOMATIC_WORKERS : experiment.rollout.workers;
}

/**
 * @param present the experiment in force; asked for each time
 * @param parameters of the policy: what a publication has to carry
 */
export function planOf(present: () => Experiment, parameters: number): Plan {
  return {
    workers: () => workerCount(present()),
    groupsInFlight: () => present().rollout.groupsInFlight,
    step: (step) => stepSeconds(present(), step),
    learner: (tokens) => {
      const { learnerSeconds, learnerTokenSeconds } = present().virtual;
      return learnerSeconds + learnerTokenSeconds * tokens;
    },
    publication: () => publicationSeconds(present(), parameters),
  };
}

/**
 * A token of all answers of a worker, and what has to be read before it:
 *
 *   (tokenSeconds · max(1, answers / decodeSaturation) + prefillSeconds · prefill) · speed of worker · speed of batch
 */
function stepSeconds(experiment: Experiment, { worker, batch, answers, prefill }: WorkerStep): number {
  const { tokenSeconds, decodeSaturation, prefillSeconds } = experiment.virtual;
  const crowd = decodeSaturation === 0 ? 1 : Math.max(1, answers / decodeSaturation);
  const alone = tokenSeconds * crowd + prefillSeconds * prefill;
  return alone * speedFactor(experiment, worker, batch);
}

/** How much of a step is reading. */
export function readingSeconds(
  experiment: Experiment,
  { worker, batch, prefill }: Pick<WorkerStep, 'worker' | 'batch' | 'prefill'>,
): number {
  return experiment.virtual.prefillSeconds * prefill * speedFactor(experiment, worker, batch);
}

function speedFactor(experiment: Experiment, worker: number, batch: number): number {
  return batchFactor(experiment, worker, batch) * workerFactor(experiment, worker);
}

/**
 * Every batch of a worker has a speed of its own, with a log-normal body and a Pareto tail. Both have mean 1, so that
 * neither changes how much is generated. Keyed by worker and batch.
 */
function batchFactor({ run: { seed }, virtual }: Experiment, worker: number, batch: number): number {
  const { jitter, tail } = virtual;
  const body =
    jitter === 0 ? 1 : exp(jitter * normal(seed, STREAM.duration, worker, batch) - (jitter * jitter) / 2);
  if (tail === 0) return body;
  return body * (1 - tail) * pow(1 - uniform(seed, STREAM.duration, worker, batch, 1), -tail);
}

/** The first worker has the speed that is set, the last is the slowest, the others lie evenly between. */
function workerFactor(experiment: Experiment, worker: number): number {
  const last = workerCount(experiment) - 1;
  return last === 0 ? 1 : 1 + ((experiment.virtual.slowest - 1) * Math.min(worker, last)) / last;
}

/** The delay that is set, and the time that the weights take through the bandwidth. */
function publicationSeconds({ schedule, rollout, virtual }: Experiment, parameters: number): number {
  if (virtual.bandwidth === 0) return schedule.publishDelay;
  // Half as many bytes where workers sample in half precision.
  const bytes = parameters * (rollout.precision === 'float32' ? 4 : 2);
  return schedule.publishDelay + bytes / (virtual.bandwidth * 1e6);
}
