/** The capacity calculator in words: is the learner starved, by what, and what would cure it. */
import type { Capacity } from '../../pipeline/index.ts';
import { percent } from '../stage/format.ts';
import type { Question } from './curve.ts';

const many = (count: number, one: string): string =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

/** A learner that does not train for less of its time than this is not called starved. */
const SELDOM = 0.02;

/**
 * One or two sentences.
 * @param idle share of the time as it is predicted: the formula of the limits is a bound of it, where answers differ
 */
export function capacityWords(
  capacity: Capacity,
  { workers, perWorker, experiment }: Question,
  idle: number,
): string {
  const { bindingLimit, needed } = capacity;
  const { maxStaleness, publishMode } = experiment.schedule;
  const waits = `The learner waits ${percent(idle)} of the time`;
  if (idle < SELDOM) {
    return 'The learner hardly ever waits: it sets the pace, and a higher bound would only make samples older.';
  }
  switch (bindingLimit) {
    case 'learner':
      return publishMode === 'blocking' && capacity.idle > SELDOM
        ? `${waits}, most of it for its own publication.`
        : `${waits}, though on average workers keep up: they come back in rounds, and some answers are slow.`;
    case 'staleness':
      return `${waits}: admission may run only ${many(maxStaleness, 'version')} ahead. From about η = ${needed.staleness} on it would not.`;
    case 'workers':
      return `${waits}: ${many(workers, 'worker')} with ${many(perWorker, 'prompt')} each are too slow. About ${many(needed.workers, 'worker')} would keep up.`;
  }
}
