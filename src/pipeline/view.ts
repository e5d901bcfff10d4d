/** The tickets under way as a driver may show them: copies, in the order that matters. */
import type { PipelineSettings, PipelineView, TicketView } from './contract.ts';
import type { Ticket, TicketBook } from './ledger.ts';
import { inOrder } from './order.ts';

export function viewOf(
  { running, queued, training }: Pick<TicketBook, 'running' | 'queued' | 'training'>,
  { mode, order }: Pick<PipelineSettings, 'mode' | 'order'>,
): PipelineView {
  const waiting =
    mode === 'exact'
      ? [...queued.values()].sort((a, b) => a.place - b.place)
      : inOrder(order, queued.values());
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
