/** The pipeline's settings out of an experiment's. */
import type { Experiment } from '../experiment/experiment.ts';
import type { PipelineSettings } from './contract.ts';

/**
 * @param concurrency tickets that may run at once over all workers, which the driver knows
 * The setting `queueCapacity` 0 (automatic) means no bound of its own: admission bounds the queue already. `filterLimit` is in
 * batches, and 0 is no bound.
 */
export function pipelineSettings(
  experiment: Pick<Experiment, 'schedule'>,
  concurrency: number,
): PipelineSettings {
  const { mode, maxStaleness, exactLag, batchGroups, publishEvery, publishMode } = experiment.schedule;
  const { overAge, refund, order, queueCapacity, filterLimit } = experiment.schedule;
  return {
    mode,
    maxStaleness,
    exactLag,
    batchGroups,
    publishEvery,
    publishMode,
    overAge,
    refund,
    order,
    queueCapacity: queueCapacity === 0 ? Infinity : queueCapacity,
    rejectionLimit: filterLimit === 0 ? Infinity : filterLimit * batchGroups,
    concurrency,
  };
}

/** @throws when a number is out of range or a setting that needs a reset was changed */
export function checkSettings(next: PipelineSettings, present?: PipelineSettings): void {
  const atLeast = (
    key: 'maxStaleness' | 'exactLag' | 'batchGroups' | 'publishEvery',
    least: number,
  ): void => {
    const value = next[key];
    if (!Number.isSafeInteger(value) || value < least) {
      throw new RangeError(`pipeline: ${key} is ${value} and must be a whole number of at least ${least}`);
    }
  };
  atLeast('maxStaleness', 0);
  atLeast('exactLag', 0);
  atLeast('batchGroups', 1);
  atLeast('publishEvery', 1);
  if (!(next.queueCapacity >= 1)) throw new RangeError('pipeline: queueCapacity must be at least 1');
  if (!(next.rejectionLimit >= 0)) throw new RangeError('pipeline: rejectionLimit must not be negative');
  if (!(next.concurrency >= 0)) throw new RangeError('pipeline: concurrency must not be negative');
  if (!present) return;
  for (const key of ['mode', 'exactLag', 'batchGroups'] as const) {
    if (next[key] !== present[key]) throw new Error(`pipeline: ${key} cannot change during a run`);
  }
}
