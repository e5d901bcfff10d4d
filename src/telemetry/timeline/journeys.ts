/** The way of every prompt along the line: when it was admitted and to whom, finished, taken, trained on, or why not. */
import type { LineEvent } from './line.ts';

export interface Journey {
  readonly ticket: number;
  readonly worker: number;
  /** Of the weights it was begun with. */
  readonly version: number;
  readonly begun: number;
  readonly finished?: number;
  readonly taken?: number;
  readonly trained?: number;
  /** Counted from 1. */
  readonly update?: number;
  /** How many versions its weights were behind the learner's when it was trained on or left. */
  readonly behind?: number;
  readonly left?: { readonly at: number; readonly why: 'dropped' | 'rejected' | 'lost' };
}

/** Journeys beyond these make the oldest go. */
export const MOST_JOURNEYS = 50_000;

export class Journeys {
  readonly #journeys = new Map<number, Journey>();
  #learnerVersion = 0;
  readonly #most: number;

  /** @param most journeys kept */
  constructor(most = MOST_JOURNEYS) {
    this.#most = most;
  }

  get size(): number {
    return this.#journeys.size;
  }

  of(ticket: number): Journey | undefined {
    return this.#journeys.get(ticket);
  }

  /** Oldest first. */
  all(): IterableIterator<Journey> {
    return this.#journeys.values();
  }

  add(event: LineEvent): void {
    const { at } = event;
    switch (event.kind) {
      case 'begin': {
        const { worker, version } = event;
        for (const ticket of event.tickets)
          this.#journeys.set(ticket, { ticket, worker, version, begun: at });
        for (const ticket of this.#journeys.keys()) {
          if (this.#journeys.size <= this.#most) break;
          this.#journeys.delete(ticket);
        }
        return;
      }
      case 'finish':
        return this.#note(event.tickets, { finished: at });
      case 'take':
        return this.#note(event.tickets, { taken: at });
      case 'train':
        return this.#end(event.tickets, { trained: at, update: event.update });
      case 'leave':
        return this.#end(event.tickets, { left: { at, why: event.why } });
      case 'send':
        this.#learnerVersion = Math.max(this.#learnerVersion, event.version);
        return;
      case 'swap':
      case 'end':
      case 'learner':
      case 'arrive':
        return;
    }
  }

  #end(tickets: readonly number[], more: Partial<Journey>): void {
    for (const ticket of tickets) {
      const version = this.#journeys.get(ticket)?.version ?? 0;
      this.#note([ticket], { ...more, behind: Math.max(0, this.#learnerVersion - version) });
    }
  }

  #note(tickets: readonly number[], more: Partial<Journey>): void {
    for (const ticket of tickets) {
      const journey = this.#journeys.get(ticket);
      if (journey !== undefined) this.#journeys.set(ticket, { ...journey, ...more });
    }
  }
}
