/**
 * The coordinator: owns the pipeline and decides what everybody does next. It has no engine and computes
 * nothing, so it is never deaf. This file is its logic without threads: messages come in by `fromPage`,
 * `fromLearner` and `fromWorker`, time by `tick`; what goes out goes through the given senders.
 *
 * `ticketDesk.ts` admission and ledger · `publications.ts` weights under way · `watchdog.ts` silent workers ·
 * `pace.ts` run, pause, step, limit and the run's clock · `crew.ts` the rollout workers
 */
import type { Experiment } from '../../experiment/experiment.ts';
import { differences } from '../../experiment/fields.ts';
import { createPipeline, pipelineSettings } from '../../pipeline/index.ts';
import type { EngineMemory } from '../../policy/engine.ts';
import type { SessionEvent } from '../session.ts';
import { failure, OTHER_ENGINE } from '../sessionEvents.ts';
import { Crew } from './crew.ts';
import type { Sender } from './link.ts';
import { Pace } from './pace.ts';
import type {
  CoordinatorToLearner,
  CoordinatorToPage,
  CoordinatorToWorker,
  LearnerToCoordinator,
  PageToCoordinator,
  Stage,
  WorkerToCoordinator,
} from './protocol.ts';
import { Publications } from './publications.ts';
import { TicketDesk } from './ticketDesk.ts';
import type { Hub } from './transport/contract.ts';

/** Milliseconds between two ticks, and so the least between two pipeline events. */
export const TICK_MS = 100;

export interface CoordinatorParts {
  readonly experiment: Experiment;
  readonly hub: Hub;
  readonly page: Sender<CoordinatorToPage>;
  readonly learner: Sender<CoordinatorToLearner>;
  /** Seconds of silence after which a worker is replaced. */
  readonly silence: number;
  /** Calls `task` once, after so many milliseconds. */
  readonly later: (task: () => void, milliseconds: number) => void;
}

/** What is done by a started coordinator's owner: connecting a new worker's port. */
export type PageMessage = Exclude<PageToCoordinator, { kind: 'start' | 'attach' }>;

export class Coordinator {
  readonly #hub: Hub;
  readonly #page: Sender<CoordinatorToPage>;
  readonly #learner: Sender<CoordinatorToLearner>;
  readonly #desk: TicketDesk;
  readonly #publications: Publications;
  readonly #pace: Pace;
  readonly #crew: Crew;
  #experiment: Experiment;
  #revision = 0;
  /** The settings of the batch that was handed out last. */
  #experimentInUse: Experiment;
  /** What the learner waits for. */
  #waiting: Stage | undefined;
  #learnerMemory: EngineMemory = { tensors: 0, bytes: 0 };
  #ledgerDirty = true;
  #skipping = false;
  #failed = false;

  constructor({ experiment, hub, page, learner, silence, later }: CoordinatorParts) {
    this.#hub = hub;
    this.#page = page;
    this.#learner = learner;
    this.#experiment = experiment;
    this.#experimentInUse = experiment;
    this.#desk = new TicketDesk(createPipeline(pipelineSettings(experiment, Infinity)), hub);
    this.#pace = new Pace(hub, (phase) => this.#phase(phase));
    this.#publications = new Publications({
      desk: this.#desk,
      hub,
      pace: this.#pace,
      later,
      wake: () => this.#settle(),
    });
    this.#crew = new Crew({ hub, desk: this.#desk, page, learner, silence });
    learner.send({ kind: 'begin', experiment, memory: hub.memory });
  }

  /** Takes in a new worker. */
  attach(worker: number, link: Sender<CoordinatorToWorker>): void {
    this.#crew.attach(worker, link, this.#experiment, this.#revision);
  }

  fromPage(message: PageMessage): void {
    if (this.#failed && message.kind !== 'gone') return;
    switch (message.kind) {
      case 'gone':
        this.#crew.gone(message.worker);
        this.#settle();
        return;
      case 'crashed':
        if (message.worker === 'learner') this.#fail(`The learner stopped: ${message.message}`);
        else this.#replace(message.worker, message.message);
        return;
      case 'retire':
        this.#crew.retire(message.worker);
        return;
      case 'pause':
        this.#pace.pause();
        this.#settle();
        return;
      case 'resume':
        this.#pace.resume();
        this.#settle();
        return;
      case 'step':
        this.#pace.step();
        this.#settle();
        return;
      case 'change':
        this.#change(message.experiment);
        return;
    }
  }

  fromLearner(message: LearnerToCoordinator): void {
    switch (message.kind) {
      case 'engine': {
        const { descriptor, parameters, reason } = message;
        this.#event({ kind: 'engine', descriptor, parameters, transport: this.#hub.kind, reason });
        return;
      }
      case 'progress':
        this.#event({ ...pick(message, 'update', 'of', 'loss', 'cached'), kind: 'warm-start' });
        return;
      case 'accuracy':
        this.#event({ ...pick(message, 'stage', 'update', 'value'), kind: 'accuracy' });
        return;
      case 'ready':
        this.#waiting = message.stage;
        this.#learnerMemory = message.memory;
        this.#settle();
        return;
      case 'trained':
        this.#trained(message.applied);
        return;
      case 'weights':
        this.#weights(message.update, message.parameters);
        return;
      case 'taken':
        this.#hub.taken(message.worker, message.count);
        return;
      case 'frame':
        this.#page.send(message, [message.record.buffer as ArrayBuffer]);
        return;
      case 'failed':
        this.#fail(`The learner stopped: ${message.message}`);
        return;
    }
  }

  fromWorker(worker: number, message: WorkerToCoordinator): void {
    if (this.#failed || !this.#crew.has(worker)) return;
    if (this.#hub.handle(worker, message)) return;
    try {
      switch (message.kind) {
        case 'begun':
          this.#desk.begun(worker, message.tickets, message.version);
          this.#ledgerDirty = true;
          return;
        case 'done':
          this.#desk.done(message.tickets, message.lowest, message.highest);
          this.#crew.succeeded(worker);
          this.#settle();
          return;
        case 'retired':
          this.#crew.end(worker, 'retired');
          return;
        case 'failed':
          this.#replace(worker, message.message);
          return;
      }
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** To be called every `TICK_MS`. @param round how often it was called before */
  tick(round: number): void {
    if (this.#failed) return;
    this.#publications.advance();
    if (this.#crew.isWatchRound(round)) {
      for (const worker of this.#crew.silent()) this.#replace(worker, 'it gave no sign of life');
    }
    if (this.#ledgerDirty) this.#ledgerEvent();
    this.#crew.report(round, this.#learnerMemory);
  }

  /** Gives the learner what it waits for, if it may have it, and lets everything rest if it may not. */
  #settle(): void {
    this.#ledgerDirty = true;
    this.#publications.advance();
    if (this.#waiting === undefined || this.#failed) return;
    const { updates } = this.#experiment.run;
    const limit = updates === 0 ? Infinity : updates;
    if (!this.#pace.mayGo(this.#waiting, this.#update, limit)) return;
    if (this.#waiting === 'warm-start') {
      this.#granted();
      this.#learner.send({ kind: 'proceed' });
      return;
    }
    const decision = this.#desk.during((pipeline) => pipeline.takeBatch());
    if (decision.dropped.length > 0) this.#learner.send({ kind: 'forget', tickets: decision.dropped });
    if (decision.kind === 'wait') return;
    this.#granted();
    this.#announceChanges();
    const { queued, dropped } = this.#desk.ledger;
    this.#learner.send({
      kind: 'batch',
      tickets: decision.tickets,
      version: this.#desk.learnerVersion,
      update: this.#update,
      experiment: this.#experiment,
      revision: this.#revision,
      queued,
      dropped,
    });
  }

  #granted(): void {
    this.#waiting = undefined;
    this.#pace.granted();
  }

  /** Settings act on an update from the batch on that it was given. */
  #announceChanges(): void {
    const changes = differences(this.#experimentInUse, this.#experiment);
    this.#experimentInUse = this.#experiment;
    if (changes.length > 0) this.#event({ kind: 'changes', update: this.#update + 1, changes });
  }

  #trained(applied: boolean): void {
    const publish = this.#desk.during((pipeline) => pipeline.trained());
    this.#learner.send({ kind: 'credited', publish });
    if (!applied && !this.#skipping) {
      this.#problem(
        'warning',
        `Update ${this.#update} met a gradient that is not finite and was skipped.`,
        'A lower learning rate, or gradient clipping, keeps it finite.',
      );
    }
    this.#skipping = !applied;
    this.#ledgerDirty = true;
  }

  #weights(update: number, parameters: Float32Array): void {
    if (this.#desk.open) this.#publications.add(update, parameters, this.#experiment.schedule.publishDelay);
    else this.#publications.first(update, parameters);
    this.#settle();
  }

  #change(experiment: Experiment): void {
    this.#experiment = experiment;
    this.#revision++;
    this.#desk.during((pipeline) => pipeline.configure(pipelineSettings(experiment, Infinity)));
    this.#crew.change(experiment, this.#revision);
    this.#settle();
  }

  #replace(worker: number, reason: string): void {
    const ending = this.#crew.fail(worker);
    if (ending === undefined) return;
    if (ending === 'replace') {
      this.#problem(
        'warning',
        `Rollout worker ${worker + 1} was replaced: ${reason}.`,
        'Its unfinished prompts are counted as lost and others took their place. Nothing needs to be done.',
      );
      return;
    }
    const none = this.#crew.size === 0;
    const message = `Rollout worker ${worker + 1} failed again and again and was given up: ${reason}`;
    if (none) this.#fail(message);
    else
      this.#problem(
        'error',
        `${message}.`,
        'The others go on. Another engine may work better on this device.',
      );
  }

  #fail(message: string): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#pace.fail();
    this.#ledgerEvent();
    this.#crew.reportNow(this.#learnerMemory);
    for (const event of failure(message, OTHER_ENGINE)) this.#event(event);
  }

  get #update(): number {
    return this.#desk.update;
  }

  #ledgerEvent(): void {
    this.#ledgerDirty = false;
    const { ledger, admission, version, update } = this.#desk;
    this.#event({ kind: 'pipeline', ledger, admission, version, update });
  }

  #phase(phase: Extract<SessionEvent, { kind: 'phase' }>['phase']): void {
    this.#ledgerEvent();
    this.#crew.reportNow(this.#learnerMemory);
    this.#event({ kind: 'phase', phase });
  }

  #problem(severity: 'warning' | 'error', message: string, remedy: string): void {
    this.#event({ kind: 'problem', severity, message, remedy });
  }

  #event(event: SessionEvent): void {
    this.#page.send({ kind: 'event', event });
  }
}

function pick<T, K extends keyof T>(from: T, ...keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>;
}
