/**
 * The rollout workers as the coordinator knows them: who is there, who is leaving, who failed.
 *
 * A worker ends in two steps: the page is asked to end its thread (`end`), and when the thread is gone (`gone`)
 * what it held is counted as lost. Between the two, nothing is heard of it any more.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import type { WorkerSeconds } from '../../telemetry/pace.ts';
import type { Fault, LearnerState, WorkerState } from '../session.ts';
import { stillAt, together } from '../timeSheet.ts';
import type { LineLog } from './lineLog.ts';
import type { Sender } from './link.ts';
import type { Pace } from './pace.ts';
import type { CoordinatorToLearner, CoordinatorToPage, CoordinatorToWorker, Ending } from './protocol.ts';
import type { TicketDesk } from './ticketDesk.ts';
import type { Hub } from './transport/contract.ts';
import type { Watchdog } from './watchdog.ts';

/** Ticks between two `workers` events. */
const REPORT_TICKS = 2;

export interface CrewParts {
  readonly hub: Hub;
  readonly desk: TicketDesk;
  readonly page: Sender<CoordinatorToPage>;
  readonly learner: Sender<CoordinatorToLearner>;
  readonly watchdog: Watchdog;
  readonly pace: Pick<Pace, 'seconds'>;
  readonly line: Pick<LineLog, 'left' | 'gone'>;
}

interface Member {
  readonly link: Sender<CoordinatorToWorker>;
  ending: Ending | undefined;
  /** Held by the worker's thread for as long as it lives; undefined until it says so. */
  lock: string | undefined;
}

export class Crew {
  readonly #parts: CrewParts;
  readonly #watchdog: Watchdog;
  readonly #members = new Map<number, Member>();
  /** How workers that are gone spent their time. */
  #departed: WorkerSeconds = { generating: 0, waiting: 0 };

  constructor(parts: CrewParts) {
    this.#parts = parts;
    this.#watchdog = parts.watchdog;
  }

  /** Workers that take part. */
  get size(): number {
    return this.#present.length;
  }

  /** Workers whose threads run, by number. */
  get workers(): readonly number[] {
    return [...this.#members.keys()].sort((a, b) => a - b);
  }

  /** Whether the worker takes part. */
  has(worker: number): boolean {
    const member = this.#members.get(worker);
    return member !== undefined && member.ending === undefined;
  }

  /** @param withoutGpu a GPU was lost in this run */
  attach(
    worker: number,
    link: Sender<CoordinatorToWorker>,
    experiment: Experiment,
    revision: number,
    withoutGpu: boolean,
  ): void {
    const { hub, learner } = this.#parts;
    const ring = hub.attach(worker, link);
    if (ring !== null) learner.send({ kind: 'ring', worker, ring });
    link.send({ kind: 'begin', experiment, revision, memory: hub.memory, ring, withoutGpu });
    hub.brief(worker);
    this.#members.set(worker, { link, ending: undefined, lock: undefined });
    this.#watchdog.watch(worker);
  }

  /** Asks a worker to finish and leave. */
  retire(worker: number): void {
    if (this.has(worker)) this.#members.get(worker)!.link.send({ kind: 'retire' });
  }

  fault(worker: number, fault: Fault): void {
    if (this.has(worker)) this.#members.get(worker)!.link.send({ kind: 'fault', fault });
  }

  /** The worker's thread lives while it holds this lock. */
  alive(worker: number, lock: string): void {
    this.#members.get(worker)!.lock = lock;
  }

  /** Whether the lock is that of the present thread of this worker. */
  holds(worker: number, lock: string): boolean {
    return this.#members.get(worker)?.lock === lock;
  }

  /** Has a worker's thread ended. */
  end(worker: number, ending: Ending): void {
    this.#members.get(worker)!.ending = ending;
    this.#parts.hub.bar(worker);
    this.#watchdog.forget(worker);
    this.#parts.page.send({ kind: 'end', worker, ending });
  }

  /** A worker failed. Says how it ends, or undefined when it had ended before. */
  fail(worker: number): Ending | undefined {
    if (!this.has(worker)) return undefined;
    const ending = this.#watchdog.mayReplace(worker) ? 'replace' : 'given up';
    this.end(worker, ending);
    return ending;
  }

  succeeded(worker: number): void {
    this.#watchdog.succeeded(worker);
  }

  /** The worker's thread no longer runs. */
  gone(worker: number): void {
    if (!this.#members.delete(worker)) return;
    this.#watchdog.forget(worker);
    this.#parts.line.gone(worker);
    this.#forget(this.#parts.desk.lose(worker, [...this.#members.keys()]));
    this.#departed = together([this.#departed, this.#parts.hub.state(worker).seconds]);
    this.#parts.hub.detach(worker);
  }

  /** Loses the tickets that nobody has. */
  loseOrphans(): void {
    this.#forget(this.#parts.desk.loseOrphans([...this.#members.keys()]));
  }

  #forget(tickets: readonly number[]): void {
    if (tickets.length === 0) return;
    this.#parts.line.left(tickets, 'lost');
    this.#parts.learner.send({ kind: 'forget', tickets, because: 'loss' });
  }

  change(experiment: Experiment, revision: number): void {
    for (const worker of this.#present) {
      this.#members.get(worker)!.link.send({ kind: 'settings', experiment, revision });
    }
    this.#parts.hub.revise(revision);
  }

  /** Tells the page what the workers do, every few ticks. */
  report(round: number, learner: LearnerState): void {
    if (round % REPORT_TICKS === 0) this.reportNow(learner);
  }

  reportNow(learner: LearnerState): void {
    const workers = this.#states;
    this.#parts.page.send({ kind: 'event', event: { kind: 'workers', workers, learner } });
  }

  /** How all workers that there ever were have spent their time. */
  get seconds(): WorkerSeconds {
    return together([this.#departed, ...this.#states.map(({ seconds }) => seconds)]);
  }

  /** As of now, by number. */
  get #states(): readonly WorkerState[] {
    const { hub, pace } = this.#parts;
    return this.workers.map((worker): WorkerState => {
      const { ending } = this.#members.get(worker)!;
      const state = hub.state(worker);
      if (ending === undefined) return stillAt(state, pace.seconds);
      return { ...state, activity: ending === 'retired' ? 'stopped' : 'lost' };
    });
  }

  get #present(): readonly number[] {
    return [...this.#members].filter(([, { ending }]) => ending === undefined).map(([worker]) => worker);
  }
}
