/**
 * Follows the effects of a virtual run and says at any moment where everything is (`../flow.ts`). It has to be told of
 * every effect after that has been done.
 */
import type { Pipeline } from '../../pipeline/contract.ts';
import { columnsOf, type Flow, type FlowEvent, type FlowPublication, heldBy } from '../flow.ts';
import type { Effect } from './schedule.ts';

/** What the run's clock does between this effect and the next. */
export type Moment = Pick<Flow, 'seconds' | 'rate' | 'until'>;

interface Worker {
  finished: number;
  steps: number;
}

export class FlowLog {
  readonly #workers: Worker[] = [];
  readonly #holders = new Map<number, number>();
  #publications: readonly FlowPublication[] = [];
  #trainingTime: Flow['trainingTime'];
  #now = 0;
  #dropped = 0;
  #taken = 0;
  #event: FlowEvent | undefined;

  /** Events so far, as a person counts them: what only prepares another one, and waiting, is none. */
  get events(): number {
    return this.#event?.count ?? 0;
  }

  note(effect: Effect): void {
    this.#now = effect.now;
    switch (effect.kind) {
      case 'begin':
        this.#worker(effect.worker).steps = 0;
        for (const ticket of effect.tickets) this.#holders.set(ticket, effect.worker);
        return this.#happened({ kind: 'begin', worker: effect.worker, tickets: effect.tickets.length });
      case 'advance':
        this.#worker(effect.worker).steps++;
        return this.#happened({ kind: 'advance', worker: effect.worker });
      case 'finished':
        for (const ticket of effect.tickets) this.#holders.delete(ticket);
        this.#worker(effect.worker).finished += effect.tickets.length;
        return this.#happened({ kind: 'finished', worker: effect.worker, tickets: effect.tickets.length });
      case 'rejected':
        for (const ticket of effect.tickets) this.#holders.delete(ticket);
        return this.#happened({ kind: 'rejected', worker: effect.worker, tickets: effect.tickets.length });
      case 'dropped':
        this.#dropped += effect.tickets.length;
        return this.#happened({ kind: 'dropped', tickets: effect.tickets.length });
      case 'taken':
        this.#taken += effect.tickets.length;
        this.#trainingTime = { from: effect.now, until: effect.until };
        return this.#happened({ kind: 'taken', tickets: effect.tickets.length });
      case 'update':
        this.#trainingTime = undefined;
        return this.#happened({ kind: 'update', number: effect.update + 1, tickets: effect.tickets.length });
      case 'snapshot': {
        const { version, update, now: sent, arrives: due } = effect;
        this.#publications = [...this.#publications, { version, update, sent, due }];
        return;
      }
      case 'published':
        this.#publications = this.#publications.filter(({ version }) => version > effect.version);
        return this.#happened({ kind: 'published', number: effect.version });
      case 'stalled':
        return this.#happened({ kind: 'stalled' });
      case 'wait':
        return;
    }
  }

  /** @param moment the clock of the last effect, standing, when left out */
  flow(pipeline: Pipeline, moment: Moment = { seconds: this.#now, rate: 0, until: this.#now }): Flow {
    const { running, queued, training } = pipeline.view();
    const indices = this.#workers.map((_, worker) => worker);
    const held = heldBy(running, indices, (ticket) => this.#holders.get(ticket));
    return {
      ...moment,
      version: pipeline.version,
      learnerVersion: pipeline.learnerVersion,
      update: pipeline.update,
      workers: this.#workers.map(({ finished, steps }, worker) => ({
        worker,
        held: held.get(worker)!,
        finished,
        steps,
      })),
      queued: columnsOf(queued),
      training: columnsOf(training),
      ...(this.#trainingTime && { trainingTime: this.#trainingTime }),
      taken: this.#taken,
      dropped: this.#dropped,
      publications: this.#publications,
      ...(this.#event && { event: this.#event }),
    };
  }

  #happened(event: Omit<FlowEvent, 'count'>): void {
    this.#event = { ...event, count: this.events + 1 };
  }

  /** Workers appear in the order of their numbers, as the schedule makes them. */
  #worker(index: number): Worker {
    while (this.#workers.length <= index) this.#workers.push({ finished: 0, steps: 0 });
    return this.#workers[index]!;
  }
}
