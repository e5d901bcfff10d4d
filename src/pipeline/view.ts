/** The tickets under way as a driver may show them: copies, in the order that matters. */
import type { PipelineView, TicketView } from './contract.ts';
import type { Ticket, TicketBook } from './ledger.ts';

/** @param inOrder waiting tickets as the learner will take them */
export function viewOf(
  { running, queued, training }: Pick<TicketBook, 'running' | 'queued' | 'training'>,
  inOrder: (queued: Iterable<Ticket>) => readonly Ticket[],
): PipelineView {
  const waiting = inOrder(queued.values());
  return { running: copies(running.values()), queued: copies(waiting), training: copies(training.values()) };
}

/** The oldest version among the tokens of these tickets; undefined where there are none. */
export function oldestVersion(tickets: readonly TicketView[]): number | undefined {
  return tickets.reduce<number | undefined>(
    (oldest, { lowestVersion }) => Math.min(oldest ?? lowestVersion, lowestVersion),
    undefined,
  );
}

function copies(tickets: Iterable<Ticket>): readonly TicketView[] {
  return Array.from(tickets, ({ number, lowestVersion }) => ({ number, lowestVersion }));
}
