/**
 * Tells the effects of a virtual run as events of the line (`telemetry/timeline`). It has to be told of every effect
 * after that has been done.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import type { LearnerPhase, LineEvent } from '../../telemetry/timeline/index.ts';
import { readingSeconds } from './plan.ts';
import type { Effect, StepOutcome } from './schedule.ts';

interface Worker {
  batches: number;
  /** Version of the weights that it has. */
  version: number;
  /** Tickets under way. */
  readonly tickets: Set<number>;
}

export class LineLog {
  #events: LineEvent[] = [];
  readonly #workers = new Map<number, Worker>();
  /** Since when what the learner is at was not told. */
  #since = 0;
  /** Updates that ended. */
  #update = 0;

  /**
   * What an effect means for the line.
   * @param version of the worker's weights, after a beginning or a step
   * @param outcome what the schedule was answered
   */
  note(
    effect: Effect,
    experiment: Experiment,
    version: number,
    outcome: StepOutcome | undefined,
  ): readonly LineEvent[] {
    this.#events = [];
    this.#say(effect, experiment, version, outcome);
    return this.#events;
  }

  #say(effect: Effect, experiment: Experiment, version: number, outcome: StepOutcome | undefined): void {
    const { now: at } = effect;
    switch (effect.kind) {
      case 'begin': {
        const { worker: index, tickets } = effect;
        const worker = this.#worker(index);
        const prefill = readingSeconds(experiment, {
          worker: index,
          batch: worker.batches++,
          prefill: outcome!.prefill,
        });
        worker.version = version;
        for (const ticket of tickets) worker.tickets.add(ticket);
        this.#events.push({
          kind: 'begin',
          at,
          worker: index,
          version,
          tickets,
          ...(prefill > 0 && { prefill }),
        });
        return;
      }
      case 'advance': {
        const worker = this.#worker(effect.worker);
        if (version === worker.version) return;
        worker.version = version;
        this.#events.push({ kind: 'swap', at, worker: effect.worker, version });
        return;
      }
      case 'rejected':
        this.#ended(effect);
        this.#events.push({ kind: 'leave', at, tickets: effect.tickets, why: 'rejected' });
        return;
      case 'finished':
        return this.#ended(effect);
      case 'dropped':
        this.#events.push({ kind: 'leave', at, tickets: effect.tickets, why: 'dropped' });
        return;
      case 'taken':
        this.#learner('rollout', at, this.#update + 1);
        this.#events.push({ kind: 'take', at, tickets: effect.tickets });
        return;
      case 'update':
        this.#update = effect.update + 1;
        this.#learner('train_step', at, this.#update);
        this.#events.push({ kind: 'train', at, update: this.#update, tickets: effect.tickets });
        return;
      case 'snapshot':
        this.#events.push({ kind: 'send', at, version: effect.version, update: effect.update });
        return;
      case 'published':
        if (experiment.schedule.publishMode === 'blocking') this.#learner('update_weights', at, this.#update);
        this.#events.push({ kind: 'arrive', at, version: effect.version });
        return;
      case 'wait':
      case 'stalled':
        return;
    }
  }

  /** The learner was at this until now. */
  #learner(phase: LearnerPhase, at: number, update: number): void {
    if (at > this.#since) this.#events.push({ kind: 'learner', from: this.#since, at, phase, update });
    this.#since = at;
  }

  #ended({ now: at, worker: index, tickets }: Extract<Effect, { kind: 'finished' | 'rejected' }>): void {
    const worker = this.#worker(index);
    for (const ticket of tickets) worker.tickets.delete(ticket);
    this.#events.push({ kind: 'finish', at, worker: index, tickets, rest: worker.tickets.size === 0 });
  }

  #worker(index: number): Worker {
    let worker = this.#workers.get(index);
    if (worker === undefined) {
      worker = { batches: 0, version: 0, tickets: new Set() };
      this.#workers.set(index, worker);
    }
    return worker;
  }
}
