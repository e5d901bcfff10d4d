/**
 * What moved between two moments: the difference of two flows. Counters only grow, so nothing is missed however seldom
 * one looks; what is shown is a sample where there is too much of it.
 */
import type { Flow } from '../../../runtime/flow.ts';

export type Move =
  /** Tickets from a worker to the queue. */
  | { readonly kind: 'finished'; readonly worker: number; readonly count: number; readonly lag: number }
  /** Tickets from the queue to the learner. */
  | { readonly kind: 'taken'; readonly count: number; readonly lag: number }
  /** Tickets that the learner drops for their age. */
  | { readonly kind: 'dropped'; readonly count: number; readonly lag: number }
  /** Weights that came into force at the workers; those that were seen on their way only arrive. */
  | { readonly kind: 'published'; readonly version: number; readonly seen: boolean };

export function movesBetween(before: Flow | undefined, after: Flow): readonly Move[] {
  if (before === undefined || after.taken < before.taken || after.version < before.version) return [];
  const moves: Move[] = [];
  for (const { worker, finished } of after.workers) {
    const held = before.workers.find((other) => other.worker === worker);
    const count = finished - (held?.finished ?? 0);
    const version = held?.held.versions[0] ?? after.version;
    if (count > 0)
      moves.push({ kind: 'finished', worker, count, lag: Math.max(0, after.learnerVersion - version) });
  }
  const oldest = before.queued.versions[0] ?? after.training.versions[0] ?? after.learnerVersion;
  const lag = Math.max(0, after.learnerVersion - oldest);
  if (after.taken > before.taken) moves.push({ kind: 'taken', count: after.taken - before.taken, lag });
  if (after.dropped > before.dropped)
    moves.push({ kind: 'dropped', count: after.dropped - before.dropped, lag });
  if (after.version > before.version) {
    const seen = before.publications.some(({ version }) => version === after.version);
    moves.push({ kind: 'published', version: after.version, seen });
  }
  return moves;
}

/** A flow at a later moment of its clock, for pictures between two of them. @param elapsed seconds since it came */
export function movedOn(flow: Flow, elapsed: number): Flow {
  if (flow.rate === 0) return flow;
  return { ...flow, seconds: Math.min(flow.until, flow.seconds + elapsed * flow.rate) };
}

/** Whether anything in the picture changes by the clock alone. */
export function runsOn({ rate, until, seconds, publications, trainingTime }: Flow): boolean {
  if (rate === 0 || seconds >= until) return false;
  return trainingTime !== undefined || publications.some(({ due }) => due > seconds);
}
