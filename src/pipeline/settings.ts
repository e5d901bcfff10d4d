/** The pipeline's settings out of an experiment's. */
import type { Experiment } from '../experiment/experiment.ts';
import { numbersOf } from '../experiment/lists.ts';
import type { PipelineSettings } from './contract.ts';

/** Batches that may wait under the unbounded schedule when nothing is set: as in AReaL, which has 16·B places for that. */
const AUTOMATIC_BATCHES = 16;

/**
 * @param concurrency tickets that may run at once over all workers, which the driver knows
 * The setting `queueCapacity` 0 (automatic) means no bound of its own where admission bounds the queue already. `filterLimit`
 * is in batches, and 0 is no bound.
 */
export function pipelineSettings(
  experiment: Pick<Experiment, 'schedule'>,
  concurrency: number,
): PipelineSettings {
  const { mode, maxStaleness, exactLag, carriedShare, stageUpdates, lagTrace } = experiment.schedule;
  const { batchGroups, publishEvery, publishMode, overAge, dropLevel } = experiment.schedule;
  const { refund, order, filterLimit } = experiment.schedule;
  const automatic = mode === 'unbounded' ? AUTOMATIC_BATCHES * batchGroups : Infinity;
  return {
    mode,
    maxStaleness,
    exactLag,
    carriedShare,
    stageUpdates,
    lagTrace: numbersOf(lagTrace),
    batchGroups,
    publishEvery,
    publishMode,
    overAge,
    dropLevel,
    refund,
    order,
    queueCapacity: experiment.schedule.queueCapacity || automatic,
    rejectionLimit: filterLimit === 0 ? Infinity : filterLimit * batchGroups,
    concurrency,
  };
}

/** @throws when a number is out of range or a setting that needs a reset was changed */
export function checkSettings(next: PipelineSettings, present?: PipelineSettings): void {
  const whole = (name: string, value: number | undefined, least: number): void => {
    if (!Number.isSafeInteger(value) || value! < least) {
      throw new RangeError(`pipeline: ${name} is ${value} and must be a whole number of at least ${least}`);
    }
  };
  const atLeast = (
    key: 'maxStaleness' | 'exactLag' | 'stageUpdates' | 'batchGroups' | 'publishEvery',
    least: number,
  ): void => whole(key, next[key], least);
  atLeast('maxStaleness', 0);
  atLeast('exactLag', 0);
  atLeast('batchGroups', 1);
  atLeast('publishEvery', 1);
  atLeast('stageUpdates', 1);
  if (!(next.carriedShare >= 0 && next.carriedShare < Infinity)) {
    throw new RangeError('pipeline: carriedShare must not be negative or infinite');
  }
  if (next.mode === 'replay') {
    if (next.lagTrace.length === 0) throw new RangeError('pipeline: lagTrace is empty');
    next.lagTrace.forEach((lag, update) => whole(`lagTrace[${update}]`, lag, 0));
  }
  if (next.mode === 'unbounded' && next.queueCapacity === Infinity) {
    throw new RangeError('pipeline: the unbounded schedule needs a bound of the queue');
  }
  if (!(next.queueCapacity >= 1)) throw new RangeError('pipeline: queueCapacity must be at least 1');
  if (!(next.rejectionLimit >= 0)) throw new RangeError('pipeline: rejectionLimit must not be negative');
  if (!(next.concurrency >= 0)) throw new RangeError('pipeline: concurrency must not be negative');
  if (!present) return;
  for (const key of ['mode', 'exactLag', 'stageUpdates', 'lagTrace', 'batchGroups'] as const) {
    if (String(next[key]) !== String(present[key]))
      throw new Error(`pipeline: ${key} cannot change during a run`);
  }
}
