/**
 * Admission as AReaL does it (`systems.md` §1.2), one inequality:
 *
 *   capacity = min( concurrency − running,  (η + version + 1)·B·κ − (accepted + running) )
 *
 * `accepted` counts all tickets ever finished and is never taken back when the learner consumes them, so
 * capacity grows only when a version comes into force. For η stands the horizon of the schedule, which may be a
 * fraction (`rules.ts`). A schedule that prescribes ages has B times the batches that the version in force and those before
 * it have to sample on the right.
 *
 * Two terms are added to it. A bounded queue reserves the place of every running ticket, so that it never
 * overflows; it always holds one batch, or nothing could ever be trained. And version·κ is written as the
 * number of updates behind the version in force, which is the same as long as κ is not changed during a run
 * and goes on rightly when it is.
 */
import type { Admission, PipelineSettings } from './contract.ts';
import type { LagPlan } from './lagPlan.ts';
import { planOf, type Rules, rulesOf } from './rules.ts';

/** What bounds admission, of the settings. */
export type Limits = Pick<PipelineSettings, 'batchGroups' | 'concurrency'>;

export interface AdmissionState {
  /** Updates behind the version in force: version·κ when κ never changed. */
  readonly updatesInForce: number;
  readonly accepted: number;
  readonly running: number;
  readonly queued: number;
}

/** What may be admitted now, and which limit stops more than that; `none` while anything may be admitted. */
export function admissionOf(
  { batchGroups, concurrency }: Limits,
  rules: Rules,
  plan: LagPlan | undefined,
  { updatesInForce, accepted, running, queued }: AdmissionState,
): Admission {
  const updates = plan
    ? plan.upTo(updatesInForce)
    : updatesInForce + (rules.horizon + 1) * rules.updatesPerVersion;
  const bound = updates === Infinity ? Infinity : Math.floor(updates * batchGroups);
  const used = accepted + running;
  const room = {
    staleness: bound - used,
    concurrency: Math.max(1, concurrency) - running,
    queue: rules.queueCapacity - running - queued,
  };
  const capacity = Math.max(0, Math.min(room.staleness, room.concurrency, room.queue));
  const limitedBy =
    capacity > 0 ? 'none' : room.staleness <= 0 ? 'staleness' : room.queue <= 0 ? 'queue' : 'concurrency';
  return { used, bound, capacity, limitedBy };
}

/** The most tickets that these settings ever let run at once, however many workers there are. */
export function mostAtOnce(settings: PipelineSettings): number {
  const { batchGroups, concurrency } = settings;
  const rules = rulesOf(settings);
  const plan = planOf(settings);
  const updates = plan ? plan.largest + 1 : (rules.horizon + 1) * rules.updatesPerVersion;
  return Math.min(updates * batchGroups, Math.max(1, concurrency), rules.queueCapacity);
}
