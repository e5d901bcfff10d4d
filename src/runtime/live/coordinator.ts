/**
 * The coordinator: owns the pipeline and decides what everybody does next. It has no engine and computes
 * nothing, so it is never deaf. This file is its logic without threads: messages come in by `fromPage`,
 * `fromLearner` and `fromWorker`, time by `tick`; what goes out goes through the given senders.
 *
 * `ticketDesk.ts` admission and ledger · `publications.ts` weights under way · `watchdog.ts` silent threads ·
 * `pace.ts` run, pause, step, limit and the run's clock · `crew.ts` the rollout workers · `learnerSeat.ts` the
 * learner · `hold.ts` the learner's wait for its own publication · `lineLog.ts` the timeline's events · `problems.ts` what
 * is said when something broke
 */
import type { Experiment } from '../../experiment/experiment.ts';
import { differences } from '../../experiment/fields.ts';
import { createPipeline, oldestVersion, pipelineSettings } from '../../pipeline/index.ts';
import type { Fault, LearnerState, SessionEvent } from '../session.ts';
import { failure, OTHER_ENGINE, weightsNotKept } from '../sessionEvents.ts';
import { Crew } from './crew.ts';
import { Enquiries } from './enquiries.ts';
import { liveFlow } from './flow.ts';
import { Hold } from './hold.ts';
import type { LearnerSeat } from './learnerSeat.ts';
import { LineLog } from './lineLog.ts';
import type { Sender } from './link.ts';
import { Losses } from './losses.ts';
import { Pace } from './pace.ts';
import * as problems from './problems.ts';
import type {
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
import { ROUND_MS, Watchdog } from './watchdog.ts';

/** Milliseconds between two ticks, and so the least between two pipeline events. */
export const TICK_MS = ROUND_MS;

/** Ticks between two looks for tickets that nobody has: longer than any news of a worker takes. */
const ORPHAN_TICKS = 5;
/** Updates in a row without a finite gradient after which the run pauses. */
const SKIPS = 3;

export interface CoordinatorParts {
  readonly experiment: Experiment;
  readonly hub: Hub;
  readonly page: Sender<CoordinatorToPage>;
  readonly learner: LearnerSeat;
  /** Seconds that a thread may be silent when it cannot say how long it needs. */
  readonly silence: number;
  /** Calls `task` once, after so many milliseconds. */
  readonly later: (task: () => void, milliseconds: number) => void;
}

/** What is done by a started coordinator's owner: connecting a new worker's port. */
export type PageMessage = Exclude<PageToCoordinator, { kind: 'start' | 'attach' }>;

export class Coordinator {
  readonly #hub: Hub;
  readonly #page: Sender<CoordinatorToPage>;
  readonly #learner: LearnerSeat;
  readonly #desk: TicketDesk;
  readonly #publications: Publications;
  readonly #pace: Pace;
  readonly #watchdog: Watchdog;
  readonly #crew: Crew;
  readonly #losses: Losses;
  readonly #hold: Hold;
  readonly #line: LineLog;
  readonly #enquiries: Enquiries;
  #experiment: Experiment;
  #revision = 0;
  /** The settings of the batch that was handed out last. */
  #experimentInUse: Experiment;
  /** What the learner waits for. */
  #waiting: Stage | undefined;
  #learnerState: LearnerState = {
    tensors: 0,
    bytes: 0,
    kept: 0,
    seconds: { waiting: 0, training: 0, publishing: 0, evaluating: 0 },
  };
  #ledgerDirty = true;
  /** Updates in a row that were skipped. */
  #skipped = 0;
  /** Whether the last update lacked weights of the past. */
  #short = false;
  /** The evaluation told last: a learner that was replaced may make it again. */
  #evaluated = '';
  #failed = false;

  constructor({ experiment, hub, page, learner, silence, later }: CoordinatorParts) {
    this.#hub = hub;
    this.#page = page;
    this.#learner = learner;
    this.#experiment = experiment;
    this.#experimentInUse = experiment;
    this.#desk = new TicketDesk(createPipeline(pipelineSettings(experiment, Infinity)), hub);
    this.#pace = new Pace(hub, (phase) => this.#phase(phase));
    this.#hold = new Hold(() => this.#pace.seconds);
    this.#line = new LineLog(() => this.#pace.seconds);
    this.#publications = new Publications({
      desk: this.#desk,
      hub,
      pace: this.#pace,
      line: this.#line,
      later,
      wake: () => this.#settle(),
    });
    this.#watchdog = new Watchdog(silence);
    this.#enquiries = new Enquiries(page, learner);
    this.#crew = new Crew({
      hub,
      desk: this.#desk,
      page,
      learner,
      watchdog: this.#watchdog,
      pace: this.#pace,
      line: this.#line,
    });
    this.#losses = new Losses({
      hub,
      desk: this.#desk,
      crew: this.#crew,
      learner,
      watchdog: this.#watchdog,
      pace: this.#pace,
      line: this.#line,
      experiment: () => this.#experiment,
      vacated: () => {
        this.#waiting = undefined;
        this.#hold.clear();
        this.#ledgerDirty = true;
        this.#enquiries.vacated();
      },
      say: (event) => this.#event(event),
      fail: (message) => this.#fail(message),
    });
    learner.begin(experiment, hub.memory, this.#losses.withoutGpu);
  }

  /** Takes in a new worker. */
  attach(worker: number, link: Sender<CoordinatorToWorker>): void {
    this.#crew.attach(worker, link, this.#experiment, this.#revision, this.#losses.withoutGpu);
  }

  fromPage(message: PageMessage): void {
    if (this.#failed && message.kind !== 'gone') return;
    switch (message.kind) {
      case 'gone':
        this.#crew.gone(message.worker);
        this.#settle();
        return;
      case 'crashed':
        this.#losses.lose(message.worker, message.message);
        return;
      case 'fault':
        this.#passOn(message.fault);
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
      case 'inspect':
        this.#enquiries.inspect();
        return;
      case 'capture':
        this.#enquiries.capture(this.#pace.resting);
        return;
    }
  }

  fromLearner(message: LearnerToCoordinator): void {
    if (this.#failed) return;
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
        this.#accuracy(message);
        return;
      case 'ready':
        this.#line.learner(message.stretches);
        this.#learner.concluded();
        this.#waiting = message.stage;
        this.#learnerState = { ...message.memory, kept: message.kept, seconds: message.seconds };
        this.#settle();
        return;
      case 'missing':
        this.#line.returned();
        this.#line.left(this.#desk.samplesLost(message.tickets), 'lost');
        this.#pace.returned();
        return;
      case 'trained':
        this.#trained(message);
        return;
      case 'weights':
        this.#learner.ready(message.parameters);
        this.#publications.first(0, message.parameters);
        this.#settle();
        return;
      case 'beat':
        this.#hub.learnerBeat(message.patience);
        return;
      case 'alive':
        this.#losses.alive('learner', message.lock);
        return;
      case 'taken':
        this.#hub.taken(message.worker, message.count);
        return;
      case 'frame':
        this.#page.send(message, [message.record.buffer as ArrayBuffer]);
        return;
      case 'inspection':
        this.#enquiries.inspection(message.batches);
        return;
      case 'captured':
        this.#enquiries.captured(message.capture);
        return;
      case 'failed':
        // What goes wrong before there are weights to learn from would go wrong again.
        if (!message.device && !this.#desk.open) this.#fail(`The learner stopped: ${message.message}`);
        else this.#losses.lose('learner', message.message, message.device);
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
          this.#line.begun(worker, message.version, message.tickets, message.at);
          this.#ledgerDirty = true;
          return;
        case 'writing':
          this.#line.writing(worker, message.at);
          return;
        case 'swapped':
          this.#line.swapped(worker, message.version, message.at);
          return;
        case 'done':
          this.#line.finished(worker, message.tickets, message.at, message.rest);
          this.#done(message);
          this.#crew.succeeded(worker);
          this.#settle();
          return;
        case 'retired':
          this.#crew.end(worker, 'retired');
          return;
        case 'alive':
          this.#losses.alive(worker, message.lock);
          return;
        case 'failed':
          this.#losses.lose(worker, message.message, message.device);
          return;
      }
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** To be called every `TICK_MS`. @param round how often it was called before @param now in milliseconds */
  tick(round: number, now = performance.now()): void {
    if (this.#failed) return;
    this.#losses.round(now);
    if (round % ORPHAN_TICKS === 0) this.#crew.loseOrphans();
    this.#publications.advance();
    if (this.#ledgerDirty) this.#ledgerEvent();
    else if (this.#publications.underWay.length > 0) this.#flow();
    this.#tellLine();
    this.#crew.report(round, this.#learnerState);
  }

  /** Gives the learner what it waits for, if it may have it, and lets everything rest if it may not. */
  #settle(): void {
    this.#ledgerDirty = true;
    this.#publications.advance();
    if (this.#waiting === undefined || this.#failed) return;
    const { updates } = this.#experiment.run;
    const limit = updates === 0 ? Infinity : updates;
    if (!this.#pace.mayGo(this.#waiting, this.#update, limit)) {
      this.#enquiries.rests();
      return;
    }
    if (this.#waiting === 'warm-start') {
      this.#granted();
      this.#learner.send({ kind: 'proceed' });
      return;
    }
    const decision = this.#desk.during((pipeline) => pipeline.takeBatch());
    const held = this.#hold.note(decision);
    if (decision.dropped.length > 0)
      this.#learner.send({ kind: 'forget', tickets: decision.dropped, because: 'age' });
    this.#line.left(decision.dropped, 'dropped');
    if (decision.kind === 'wait') return;
    this.#line.handed(decision.tickets);
    this.#granted();
    this.#announceChanges();
    const { queued, dropped, rejected } = this.#desk.ledger;
    const { running, queued: waiting } = this.#desk.view;
    this.#learner.send({
      kind: 'batch',
      tickets: decision.tickets,
      version: this.#desk.learnerVersion,
      update: this.#update,
      experiment: this.#experiment,
      revision: this.#revision,
      queued,
      oldest: oldestVersion(waiting) ?? null,
      dropped,
      rejected,
      oldestToCome: oldestVersion([...running, ...waiting]) ?? this.#desk.version,
      workers: this.#crew.seconds,
      held,
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

  #done(news: Extract<WorkerToCoordinator, { kind: 'done' }>): void {
    const tickets = this.#desk.done(news);
    if (tickets.length > 0) this.#learner.send({ kind: 'forget', tickets, because: 'filter' });
    this.#line.left(tickets, 'rejected');
  }

  /** Counts the update, keeps what it led to, and sends the weights on their way if they are to be published. */
  #trained(message: Extract<LearnerToCoordinator, { kind: 'trained' }>): void {
    const publish = this.#desk.during((pipeline) => pipeline.trained());
    this.#line.learner(message.stretches);
    this.#learner.keep(this.#update, message, publish ? this.#desk.learnerVersion : undefined);
    this.#learner.send({ kind: 'credited' });
    this.#watchdog.succeeded('learner');
    if (publish) {
      this.#publications.add(this.#update, message.parameters, this.#experiment.schedule.publishDelay);
    }
    this.#countSkips(message.applied);
    if (message.unkept > 0 && !this.#short) this.#event(weightsNotKept(this.#update, message.unkept));
    this.#short = message.unkept > 0;
    this.#settle();
  }

  /** Says that an update was skipped, once while it lasts; pauses the run when it goes on. */
  #countSkips(applied: boolean): void {
    this.#skipped = applied ? 0 : this.#skipped + 1;
    if (this.#skipped === 1) this.#event(problems.updateSkipped(this.#update));
    if (this.#skipped < SKIPS) return;
    this.#event(problems.updatesSkipped(this.#update, this.#skipped));
    this.#skipped = 0;
    this.#pace.pause();
  }

  #accuracy(message: Extract<LearnerToCoordinator, { kind: 'accuracy' }>): void {
    const { stage, update, value } = message;
    if (this.#evaluated === `${stage} ${update}`) return;
    this.#evaluated = `${stage} ${update}`;
    this.#event({ kind: 'accuracy', stage, update, value });
  }

  #change(experiment: Experiment): void {
    this.#experiment = experiment;
    this.#revision++;
    this.#desk.during((pipeline) => pipeline.configure(pipelineSettings(experiment, Infinity)));
    this.#crew.change(experiment, this.#revision);
    this.#settle();
  }

  #passOn(fault: Fault): void {
    if (fault.kind === 'nan' || fault.thread === 'learner') this.#learner.send({ kind: 'fault', fault });
    else this.#crew.fault(fault.thread, fault);
  }

  #fail(message: string): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#pace.fail();
    this.#ledgerEvent();
    this.#crew.reportNow(this.#learnerState);
    for (const event of failure(message, OTHER_ENGINE)) this.#event(event);
  }

  get #update(): number {
    return this.#desk.update;
  }

  #ledgerEvent(): void {
    this.#ledgerDirty = false;
    this.#tellLine();
    const { ledger, admission, version, update } = this.#desk;
    this.#event({ kind: 'pipeline', ledger, admission, version, update });
    if (this.#desk.open) this.#flow();
  }

  #tellLine(): void {
    const events = this.#line.drain();
    if (events.length > 0) this.#event({ kind: 'line', events });
  }

  #flow(): void {
    const [desk, crew, publications, pace] = [this.#desk, this.#crew, this.#publications, this.#pace];
    this.#event({ kind: 'flow', flow: liveFlow({ desk, crew, publications, pace }) });
  }

  #phase(phase: Extract<SessionEvent, { kind: 'phase' }>['phase']): void {
    this.#ledgerEvent();
    this.#crew.reportNow(this.#learnerState);
    this.#event({ kind: 'phase', phase });
  }

  #event(event: SessionEvent): void {
    this.#page.send({ kind: 'event', event });
  }
}

function pick<T, K extends keyof T>(from: T, ...keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>;
}
