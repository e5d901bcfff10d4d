/**
 * The ticket desk: keeps the pipeline's book and the admission counter of the workers in step, and knows which
 * worker holds which ticket.
 *
 * Workers take tickets from the counter by themselves, without asking. So every event of the pipeline happens
 * with the gate shut: first the tickets that were taken meanwhile are entered as admitted, then the event, then
 * the gate is opened for as many as the pipeline now allows. That way the ledger counts what really runs, and a
 * smaller bound acts at once.
 */
import type { Admission, Ledger, Pipeline, PipelineView } from '../../pipeline/contract.ts';
import type { WorkerToCoordinator } from './protocol.ts';
import type { Hub } from './transport/contract.ts';

/** Looks in a row that find nobody with a ticket, after which it is lost. */
const ORPHANED = 2;

export class TicketDesk {
  readonly #pipeline: Pipeline;
  readonly #hub: Hub;
  /** Whether tickets may be taken at all: not before there are weights to sample with. */
  #business = false;
  #admitted = 0;
  readonly #holders = new Map<number, number>();
  /** Tickets that were taken and of which no worker has said that it has begun: looks that found nobody with them. */
  readonly #unheld = new Map<number, number>();
  /** Tickets that each worker finished, those apart that were rejected. */
  readonly #finished = new Map<number, number>();

  constructor(pipeline: Pipeline, hub: Hub) {
    this.#pipeline = pipeline;
    this.#hub = hub;
  }

  get ledger(): Ledger {
    return this.#pipeline.ledger;
  }

  get view(): PipelineView {
    return this.#pipeline.view();
  }

  /** The worker that answers a ticket; undefined where none has said so. */
  holderOf(ticket: number): number | undefined {
    return this.#holders.get(ticket);
  }

  finishedBy(worker: number): number {
    return this.#finished.get(worker) ?? 0;
  }

  get admission(): Admission {
    return this.#pipeline.admission();
  }

  /** Version in force at the workers. */
  get version(): number {
    return this.#pipeline.version;
  }

  get learnerVersion(): number {
    return this.#pipeline.learnerVersion;
  }

  get update(): number {
    return this.#pipeline.update;
  }

  /** Whether tickets may be taken at all. */
  get open(): boolean {
    return this.#business;
  }

  /** Begins to let tickets go. */
  openForBusiness(): void {
    this.#business = true;
    this.during(() => undefined);
  }

  /** An event of the pipeline. */
  during<T>(event: (pipeline: Pipeline) => T): T {
    const issued = this.#hub.shut();
    const admitted = this.#pipeline.admit(issued - this.#admitted);
    if (admitted.length !== issued - this.#admitted) {
      throw new Error(
        `tickets up to ${issued} were taken, but only ${this.#pipeline.ledger.admitted} admitted`,
      );
    }
    this.#admitted = issued;
    for (const ticket of admitted) this.#unheld.set(ticket, 0);
    const result = event(this.#pipeline);
    if (this.#business) this.#hub.open(this.#pipeline.admission().capacity);
    return result;
  }

  /** Worker `worker` began to answer these tickets with weights of this version. */
  begun(worker: number, tickets: readonly number[], version: number): void {
    this.during((pipeline) => {
      for (const ticket of tickets) {
        this.#holders.set(ticket, worker);
        this.#unheld.delete(ticket);
        pipeline.segmentDone(ticket, version, version);
      }
    });
  }

  /** A worker's news of tickets that it has finished. Returns those that are rejected, of those that are `filtered`. */
  done(
    news: Omit<Extract<WorkerToCoordinator, { kind: 'done' }>, 'kind' | 'at' | 'rest'>,
  ): readonly number[] {
    const { tickets, filtered, lowest, highest } = news;
    return this.during((pipeline) =>
      tickets.filter((ticket, n) => {
        const holder = this.#holders.get(ticket);
        this.#holders.delete(ticket);
        this.#unheld.delete(ticket);
        pipeline.segmentDone(ticket, lowest[n]!, highest[n]!);
        if (filtered[n] && pipeline.rejected(ticket)) return true;
        this.#countFinished(holder);
        pipeline.done(ticket);
        return false;
      }),
    );
  }

  /**
   * Worker `worker` no longer runs: what it held is lost. Returns the lost tickets.
   * @param others the workers that do run
   */
  lose(worker: number, others: readonly number[]): readonly number[] {
    return this.during((pipeline) => {
      const held = new Set(this.#claimed(worker, others));
      for (const [ticket, holder] of this.#holders) if (holder === worker) held.add(ticket);
      // A claim also names tickets that are finished; the pipeline knows that and does not lose them.
      return [...held].filter((ticket) => this.#lost(pipeline, ticket));
    });
  }

  /**
   * Loses the tickets that nobody has: those with which `ORPHANED` looks in a row found no worker. A worker leaves
   * them behind that took more than its last claim says before anybody listened to it, or while its thread was
   * being ended. To be called every now and then, seldom enough that a worker's news arrive between two looks.
   * Returns the lost tickets.
   * @param workers that run
   */
  loseOrphans(workers: readonly number[]): readonly number[] {
    if (this.#unheld.size === 0) return [];
    const claims = workers.flatMap((worker) => this.#hub.claim(worker) ?? []);
    const orphans: number[] = [];
    for (const [ticket, looks] of this.#unheld) {
      const claimed = claims.some(({ from, count }) => ticket >= from && ticket < from + count);
      this.#unheld.set(ticket, claimed ? 0 : looks + 1);
      if (!claimed && looks + 1 >= ORPHANED) orphans.push(ticket);
    }
    if (orphans.length === 0) return [];
    return this.during((pipeline) => orphans.filter((ticket) => this.#lost(pipeline, ticket)));
  }

  /** Returns whether the ticket is lost by this; it is not where it is finished. */
  #lost(pipeline: Pipeline, ticket: number): boolean {
    this.#holders.delete(ticket);
    this.#unheld.delete(ticket);
    const before = pipeline.ledger.lost;
    pipeline.lost(ticket);
    return pipeline.ledger.lost > before;
  }

  /** The learner does not have the samples of these tickets any more. Returns those that are lost by that. */
  samplesLost(tickets: readonly number[] | 'all'): readonly number[] {
    return this.during((pipeline) => pipeline.samplesLost(tickets));
  }

  #countFinished(worker: number | undefined): void {
    if (worker !== undefined) this.#finished.set(worker, this.finishedBy(worker) + 1);
  }

  /** Tickets of the worker's last claim. One that is not certain counts unless another worker has the ticket. */
  #claimed(worker: number, others: readonly number[]): readonly number[] {
    const claim = this.#hub.claim(worker);
    if (claim === undefined) return [];
    const { from, count, certain } = claim;
    const elsewhere = others.some((other) => {
      const theirs = this.#hub.claim(other);
      return theirs !== undefined && from >= theirs.from && from < theirs.from + theirs.count;
    });
    const holder = this.#holders.get(from);
    if (!certain && (elsewhere || (holder !== undefined && holder !== worker))) return [];
    return Array.from({ length: count }, (_, n) => from + n).filter((ticket) => ticket < this.#admitted);
  }
}
