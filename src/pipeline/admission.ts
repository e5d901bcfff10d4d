/**
 * Admission as AReaL does it (`systems.md` §1.2), one inequality of whole numbers:
 *
 *   capacity = min( concurrency − running,  (η + version + 1)·B·κ − (accepted + running) )
 *
 * `accepted` counts all tickets ever finished and is never taken back when the learner consumes them, so
 * capacity grows only when a version comes into force. The exact schedule is the same inequality with k in
 * the place of η and κ = 1.
 *
 * Two terms are added to it. A bounded queue reserves the place of every running ticket, so that it never
 * overflows; it always holds one batch, or nothing could ever be trained. And version·κ is written as the
 * number of updates behind the version in force, which is the same as long as κ is not changed during a run
 * and goes on rightly when it is.
 */
import type { Admission, PipelineSettings } from './contract.ts';

export interface AdmissionState {
  /** Updates behind the version in force: version·κ when κ never changed. */
  readonly updatesInForce: number;
  readonly accepted: number;
  readonly running: number;
  readonly queued: number;
}

/** η or k: by how many versions admission runs ahead. */
function horizon(settings: PipelineSettings): number {
  return settings.mode === 'exact' ? settings.exactLag : settings.maxStaleness;
}

/** κ as it acts: the exact schedule publishes every update. */
export function updatesPerVersion(settings: PipelineSettings): number {
  return settings.mode === 'exact' ? 1 : settings.publishEvery;
}

/** What may be admitted now, and which limit stops more than that; `none` while anything may be admitted. */
export function admissionOf(settings: PipelineSettings, state: AdmissionState): Admission {
  const { updatesInForce, accepted, running, queued } = state;
  const bound =
    (updatesInForce + (horizon(settings) + 1) * updatesPerVersion(settings)) * settings.batchGroups;
  const used = accepted + running;
  const room = {
    staleness: bound - used,
    concurrency: Math.max(1, settings.concurrency) - running,
    queue: queueRoom(settings, running + queued),
  };
  const capacity = Math.max(0, Math.min(room.staleness, room.concurrency, room.queue));
  const limitedBy =
    capacity > 0 ? 'none' : room.staleness <= 0 ? 'staleness' : room.queue <= 0 ? 'queue' : 'concurrency';
  return { used, bound, capacity, limitedBy };
}

/** The exact schedule needs k + 1 batches side by side and bounds the queue by itself. */
function queueRoom(settings: PipelineSettings, taken: number): number {
  if (settings.mode === 'exact') return Infinity;
  return Math.max(settings.queueCapacity, settings.batchGroups) - taken;
}

/** The most tickets that these settings ever let run at once, however many workers there are. */
export function mostAtOnce(settings: PipelineSettings): number {
  const admitted = (horizon(settings) + 1) * updatesPerVersion(settings) * settings.batchGroups;
  return Math.min(admitted, Math.max(1, settings.concurrency), queueRoom(settings, 0));
}
