/**
 * The book of tickets: in which state each one is. A ticket moves only from one state to another, never to
 * two, and the book is checked after every event.
 *
 * Tickets that are under way are kept one by one; of those that have ended only the count is kept, so that the
 * book does not grow with the length of a run.
 */
import type { Ledger } from './contract.ts';

export interface Ticket {
  readonly number: number;
  /** Version in force when it was admitted: its tokens are this old at most. */
  readonly admittedVersion: number;
  /** Its place among all tickets that count, in exact mode (`exactLag.ts`); else its number. */
  readonly place: number;
  /** Lowest and highest version of its tokens so far. */
  lowestVersion: number;
  highestVersion: number;
  /** Whether any token has been reported. */
  reported: boolean;
}

export type LiveState = 'running' | 'queued' | 'training';
export type FinalState = 'trained' | 'dropped' | 'rejected' | 'lost';

export class TicketBook {
  /** In the order of their numbers. */
  readonly running = new Map<number, Ticket>();
  readonly queued = new Map<number, Ticket>();
  readonly training = new Map<number, Ticket>();
  /** AReaL's `accepted`: finished tickets, never taken back on consumption, only by a refund. */
  accepted = 0;
  #next = 0;
  #refunded = 0;
  readonly #ended: Record<FinalState, number> = { trained: 0, dropped: 0, rejected: 0, lost: 0 };

  /** Number that the next ticket will get; equals the tickets admitted so far. */
  get admitted(): number {
    return this.#next;
  }

  open(version: number, place: number): Ticket {
    const ticket: Ticket = {
      number: this.#next++,
      admittedVersion: version,
      place,
      lowestVersion: version,
      highestVersion: version,
      reported: false,
    };
    this.running.set(ticket.number, ticket);
    return ticket;
  }

  move(ticket: Ticket, from: LiveState, to: 'queued' | 'training'): void {
    if (!this[from].delete(ticket.number)) throw new Error(`ticket ${ticket.number} is not ${from}`);
    this[to].set(ticket.number, ticket);
    if (from === 'running') this.accepted++;
  }

  /** @param refund whether a ticket that was accepted gives its admission slot back */
  close(ticket: Ticket, from: LiveState, to: FinalState, refund = false): void {
    if (!this[from].delete(ticket.number)) throw new Error(`ticket ${ticket.number} is not ${from}`);
    this.#ended[to]++;
    if (!refund) return;
    this.accepted--;
    // Of the states of accepted tickets only `dropped` keeps counting those that were refunded.
    if (to === 'dropped') this.#refunded++;
  }

  ledger(): Ledger {
    return {
      admitted: this.#next,
      running: this.running.size,
      queued: this.queued.size,
      training: this.training.size,
      ...this.#ended,
    };
  }

  /** @throws when a ticket was lost from the books or counted twice; `event` says after which event */
  check(event: string): void {
    // A copy of the ledger for every event would take most of a simulation's time.
    const { trained, dropped, rejected, lost } = this.#ended;
    const used = this.queued.size + this.training.size + trained + dropped;
    const sum = this.running.size + used + rejected + lost;
    if (this.#next !== sum || used - this.#refunded !== this.accepted) {
      throw new Error(
        `ledger out of balance after ${event}: ${JSON.stringify({ ...this.ledger(), accepted: this.accepted })}`,
      );
    }
  }
}
