/** The capacity calculator in words: is the learner starved, by what, and what would cure it. */
import type { Capacity } from '../../pipeline/index.ts';
import { percent } from '../stage/format.ts';
import type { Question } from './curve.ts';

const many = (count: number, one: string): string =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

/** One or two sentences. */
export function capacityWords(capacity: Capacity, { workers, perWorker, experiment }: Question): string {
  const { bindingLimit, idle, needed } = capacity;
  const waits = `The learner waits ${percent(idle)} of the time`;
  switch (bindingLimit) {
    case 'learner':
      return idle > 0.005
        ? `${waits} for its own publication; samples are always there.`
        : 'The learner never waits: it sets the pace, and a higher bound would only make samples older.';
    case 'staleness':
      return `${waits}: admission may run only ${many(experiment.schedule.maxStaleness, 'version')} ahead. From η = ${needed.staleness} on it would not.`;
    case 'workers':
      return `${waits}: ${many(workers, 'worker')} with ${many(perWorker, 'prompt')} each are too slow. ${many(needed.workers, 'worker')} would keep up.`;
  }
}
