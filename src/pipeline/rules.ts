/**
 * What each schedule comes down to: a rule of admission, a rule of publication, and what is done with old tickets. The
 * machine knows these rules and no schedule by its name.
 */
import type { PipelineSettings } from './contract.ts';
import { constantLag, type LagPlan, recordedLags } from './lagPlan.ts';

export interface Rules {
  /** By how many versions admission runs ahead of the one in force, in fractions too; Infinity = as far as the queue. */
  readonly horizon: number;
  /** κ: updates of a version. */
  readonly updatesPerVersion: number;
  /** Whether nothing is trained on before everything is finished that the version in force admits. */
  readonly whole: boolean;
  /** Tickets that may run or wait. */
  readonly queueCapacity: number;
  readonly overAge: PipelineSettings['overAge'];
  readonly dropLevel: PipelineSettings['dropLevel'];
  /** The age that counts as not yet too old, in versions. */
  readonly oldest: number;
}

/**
 * - synchronous: nobody runs ahead
 * - bounded: AReaL's inequality with η
 * - unbounded: admission is bounded by queue and concurrency alone
 * - periodic: verl's `max_required = B·κ·(1 + share)` (`systems.md` §1.3), counted from one publication to the next.
 *   Where publication blocks, that is AReaL's inequality with a fraction for η, because all that is not in the queue or
 *   in flight then was trained on. Where it does not, the inequality holds on.
 * - stages: M updates of data from one version; then M updates, and a publication
 * - the others prescribe the age of each batch (`planOf`)
 */
export function rulesOf(settings: PipelineSettings): Rules {
  const { mode, maxStaleness, publishEvery, carriedShare, stageUpdates, overAge, dropLevel } = settings;
  const old = { overAge, dropLevel };
  const queueCapacity = Math.max(settings.queueCapacity, settings.batchGroups);
  // In turns no ticket becomes too old, and a prescribed age is the right one.
  const fresh = { whole: false, queueCapacity, overAge: 'train', dropLevel: 'group', oldest: 0 } as const;
  switch (mode) {
    case 'synchronous':
      return { ...fresh, horizon: 0, updatesPerVersion: 1 };
    case 'bounded':
    case 'unbounded': {
      const horizon = mode === 'bounded' ? maxStaleness : Infinity;
      return { ...fresh, ...old, horizon, updatesPerVersion: publishEvery, oldest: maxStaleness };
    }
    case 'periodic': {
      const oldest = Math.ceil(carriedShare);
      return { ...fresh, ...old, horizon: carriedShare, updatesPerVersion: publishEvery, oldest };
    }
    case 'stages':
      // A stage is larger than any queue, and admission bounds it.
      return { ...fresh, horizon: 0, updatesPerVersion: stageUpdates, whole: true, queueCapacity: Infinity };
    case 'one-step':
    case 'exact':
    case 'replay':
      // The batches of several versions lie side by side, and the plan bounds them.
      return { ...fresh, horizon: 0, updatesPerVersion: 1, queueCapacity: Infinity };
  }
}

/** How old each batch shall be, where the schedule says so. */
export function planOf({ mode, exactLag, lagTrace }: PipelineSettings): LagPlan | undefined {
  switch (mode) {
    case 'one-step':
      return constantLag(1);
    case 'exact':
      return constantLag(exactLag);
    case 'replay':
      return recordedLags(lagTrace);
    case 'synchronous':
    case 'bounded':
    case 'unbounded':
    case 'periodic':
    case 'stages':
      return undefined;
  }
}

type Mode = PipelineSettings['mode'];

const RUNNING_AHEAD: readonly Mode[] = ['bounded', 'unbounded', 'periodic'];

/** Which schedules read the settings that not all of them do. */
export const readBy: Readonly<Partial<Record<keyof PipelineSettings, readonly Mode[]>>> = {
  maxStaleness: ['bounded', 'unbounded'],
  exactLag: ['exact'],
  carriedShare: ['periodic'],
  stageUpdates: ['stages'],
  lagTrace: ['replay'],
  publishEvery: RUNNING_AHEAD,
  overAge: RUNNING_AHEAD,
  dropLevel: RUNNING_AHEAD,
  refund: RUNNING_AHEAD,
  order: [...RUNNING_AHEAD, 'stages'],
  queueCapacity: [...RUNNING_AHEAD, 'synchronous'],
};
