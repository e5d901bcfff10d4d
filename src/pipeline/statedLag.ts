/** What a schedule says of the age of data before anything runs, for display. */
import type { Experiment } from '../experiment/experiment.ts';
import { numbersOf } from '../experiment/lists.ts';
import { pipelineSettings } from './settings.ts';
import { rulesOf } from './rules.ts';

export interface StatedLag {
  /** In versions; in updates where the schedule prescribes ages, which is the same there. */
  readonly value: number;
  /** In a few characters, such as `η = 4`. */
  readonly text: string;
  /** Whether every sample is this old once the run is under way; else it is the largest age that is meant. */
  readonly exact: boolean;
}

/** The age that the schedule bounds or prescribes. For a schedule without a bound, that of data behind a full queue. */
export function statedLag(schedule: Experiment['schedule']): StatedLag {
  const { mode, maxStaleness, exactLag, carriedShare, lagTrace, overAge, batchGroups } = schedule;
  switch (mode) {
    case 'synchronous':
    case 'stages':
      return { value: 0, text: 'fresh', exact: true };
    case 'one-step':
      return { value: 1, text: 'one step off', exact: true };
    case 'exact':
      return { value: exactLag, text: `k = ${exactLag}`, exact: true };
    case 'replay': {
      const largest = Math.max(0, ...numbersOf(lagTrace));
      return { value: largest, text: `record ≤ ${largest}`, exact: false };
    }
    case 'bounded':
      return { value: maxStaleness, text: `η = ${maxStaleness}`, exact: false };
    case 'periodic':
      return { value: Math.ceil(carriedShare), text: `${carriedShare} ahead`, exact: false };
    case 'unbounded': {
      if (overAge === 'drop') return { value: maxStaleness, text: `η = ${maxStaleness}`, exact: false };
      const batches = Math.ceil(pipelineSettings({ schedule }, Infinity).queueCapacity / batchGroups);
      return { value: batches, text: 'full queue', exact: false };
    }
  }
}

/** Whether every update is on data from the very weights that it changes. */
export function alwaysFresh(schedule: Experiment['schedule']): boolean {
  const { updatesPerVersion } = rulesOf(pipelineSettings({ schedule }, Infinity));
  return statedLag(schedule).value === 0 && updatesPerVersion === 1;
}
