/**
 * Which waiting tickets the learner takes first, and which have become too old. Pure functions; the machine
 * does the moving.
 */
import type { PipelineSettings } from './contract.ts';
import type { Ticket } from './ledger.ts';

/** Head lag: how many versions behind the learner the oldest token of a ticket is. */
export function headLag(ticket: Ticket, learnerVersion: number): number {
  return learnerVersion - ticket.lowestVersion;
}

/** Tail lag: how many versions behind the learner the newest token of a ticket is. */
export function tailLag(ticket: Ticket, learnerVersion: number): number {
  return learnerVersion - ticket.highestVersion;
}

/** What `mustWait` knows of the schedule. */
export interface Horizon {
  readonly learnerVersion: number;
  /** The age that is not too old, in versions. */
  readonly oldest: number;
  /** Tickets of one version, and those of the present version after the batch in question. */
  readonly perVersion: number;
  readonly leftInVersion: number;
}

/**
 * Whether the learner must hold this batch back (over-age rule `wait`), because a ticket in flight would then
 * be too old when its turn comes.
 *
 * A ticket admitted at version p can be trained up to version p + η, its deadline. The batch is held while
 * there is a deadline d, not before that of the first ticket in flight, until which more tickets would remain
 * than can still be trained. For d = v_L this is verl's rule (`systems.md` §1.4), "any prompt in flight with
 * g − p + 1 ≥ threshold", with threshold = η + 1; the other d see to it that those left waiting in the queue
 * can keep their deadlines too. So with an oldest-first order no trained ticket is older than η, unless η was
 * lowered on the way. It never waits for ever: what is in flight ends.
 */
export function mustWait(
  batch: readonly Ticket[],
  queued: ReadonlyMap<number, Ticket>,
  running: ReadonlyMap<number, Ticket>,
  horizon: Horizon,
): boolean {
  const { learnerVersion, oldest, perVersion, leftInVersion } = horizon;
  const deadline = (ticket: Ticket): number => Math.max(learnerVersion, ticket.admittedVersion + oldest);
  let first = Infinity;
  for (const ticket of running.values()) first = Math.min(first, deadline(ticket));
  const chosen = new Set(batch);
  const deadlines = [...queued.values(), ...running.values()]
    .filter((ticket) => !chosen.has(ticket))
    .map(deadline)
    .sort((a, b) => a - b);
  return deadlines.some(
    (d, index) => d >= first && index + 1 > leftInVersion + (d - learnerVersion) * perVersion,
  );
}

/**
 * The next batch, or why there is none yet: too few finished tickets, or one that must be waited for.
 *
 * - `oldest-done`: among the finished ones, those admitted first
 * - `fifo`: those admitted first of all that are not ended, each of which must be finished
 * - `newest`: among the finished ones, those admitted last
 */
export function chooseBatch(
  order: PipelineSettings['order'],
  queued: ReadonlyMap<number, Ticket>,
  running: ReadonlyMap<number, Ticket>,
  size: number,
): readonly Ticket[] | 'samples' | 'straggler' {
  if (queued.size < size) return 'samples';
  if (order === 'fifo' && waitsForFirst(queued, running, size)) return 'straggler';
  return inOrder(order, queued.values()).slice(0, size);
}

/** Whether one of the first `size` tickets still runs. Running tickets are kept in the order of their numbers. */
function waitsForFirst(
  queued: ReadonlyMap<number, Ticket>,
  running: ReadonlyMap<number, Ticket>,
  size: number,
): boolean {
  for (const first of running.keys()) {
    let before = 0;
    for (const number of queued.keys()) if (number < first) before++;
    return before < size;
  }
  return false;
}

/** Finished tickets in the order in which they are taken. */
export function inOrder(order: PipelineSettings['order'], finished: Iterable<Ticket>): readonly Ticket[] {
  const sign = order === 'newest' ? -1 : 1;
  return [...finished].sort((a, b) => sign * (a.number - b.number));
}
