/**
 * What is done when a thread is lost: noticing it, having another take its place, and giving up where that leads
 * to nothing. Ways to know of a loss, quickest first: the thread says so or throws; the lock that it held is free
 * (`lifeline.ts`); it has been silent for longer than it asked for (`vitals.ts`, `watchdog.ts`).
 */
import type { Experiment } from '../../experiment/experiment.ts';
import type { SessionEvent } from '../session.ts';
import type { Crew } from './crew.ts';
import type { LearnerSeat } from './learnerSeat.ts';
import { onEndOf } from './lifeline.ts';
import type { LineLog } from './lineLog.ts';
import type { Pace } from './pace.ts';
import * as problems from './problems.ts';
import type { TicketDesk } from './ticketDesk.ts';
import type { Hub } from './transport/contract.ts';
import type { ThreadName, Watchdog } from './watchdog.ts';

/** A round that comes so many milliseconds after the one before: nothing ran meanwhile. */
const SLEPT_MS = 5000;

export interface LossParts {
  readonly hub: Hub;
  readonly desk: TicketDesk;
  readonly crew: Crew;
  readonly learner: LearnerSeat;
  readonly watchdog: Watchdog;
  readonly pace: Pick<Pace, 'leaveOut'>;
  readonly line: Pick<LineLog, 'left' | 'learnerGone'>;
  /** The settings in force. */
  readonly experiment: () => Experiment;
  /** The learner waits for nothing any more. */
  readonly vacated: () => void;
  readonly say: (event: SessionEvent) => void;
  /** Ends the run with its reason. */
  readonly fail: (message: string) => void;
}

export class Losses {
  readonly #parts: LossParts;
  #roundAt = Infinity;
  #withoutGpu = false;

  constructor(parts: LossParts) {
    this.#parts = parts;
    parts.watchdog.watch('learner');
  }

  /** Whether a GPU was lost, so that new threads do without. */
  get withoutGpu(): boolean {
    return this.#withoutGpu;
  }

  /** Looks for silent threads. To be called every `ROUND_MS`. @param now in milliseconds */
  round(now: number): void {
    const late = now - this.#roundAt;
    this.#roundAt = now;
    if (late > SLEPT_MS) this.#wakeUp(late);
    const { watchdog, hub } = this.#parts;
    for (const thread of watchdog.round((name) => hub.pulse(name))) this.lose(thread, problems.SILENT);
  }

  /** A thread says that it lives while it holds this lock. */
  alive(thread: ThreadName, lock: string): void {
    const { learner, crew } = this.#parts;
    if (thread === 'learner') learner.alive(lock);
    else crew.alive(thread, lock);
    onEndOf(lock, () => {
      const present = thread === 'learner' ? learner.holds(lock) : crew.holds(thread, lock);
      if (present) this.lose(thread, problems.ENDED);
    });
  }

  /** A thread cannot go on. @param device whether its GPU was lost */
  lose(thread: ThreadName, reason: string, device = false): void {
    this.#withoutGpu ||= device;
    if (thread === 'learner') this.#replaceLearner(reason, device);
    else this.#replaceWorker(thread, reason, device);
  }

  #replaceWorker(worker: number, reason: string, device: boolean): void {
    const { crew, say, fail } = this.#parts;
    const ending = crew.fail(worker);
    if (ending === undefined) return;
    if (ending === 'replace') say(problems.workerReplaced(worker, reason, device));
    else if (crew.size > 0) say(problems.workerGivenUp(worker, reason));
    else fail(`Rollout worker ${worker + 1} failed again and again and was given up: ${reason}`);
  }

  /** Has another thread go on with learning from the last update. What waited for the learner was with it. */
  #replaceLearner(reason: string, device: boolean): void {
    const { hub, desk, learner, line, watchdog, experiment, vacated, say, fail } = this.#parts;
    line.learnerGone();
    if (!watchdog.mayReplace('learner')) {
      fail(`The learner failed again and again: ${reason}`);
      return;
    }
    vacated();
    const lost = desk.samplesLost('all');
    line.left(lost, 'lost');
    learner.renew();
    learner.begin(experiment(), hub.memory, this.#withoutGpu);
    for (const [worker, ring] of hub.newLearner()) learner.send({ kind: 'ring', worker, ring });
    if (lost.length > 0) learner.send({ kind: 'forget', tickets: lost, because: 'loss' });
    watchdog.watch('learner');
    say(problems.learnerReplaced(reason, desk.open ? desk.update : undefined, lost.length, device));
  }

  /** @param late milliseconds since the round before */
  #wakeUp(late: number): void {
    const { watchdog, pace, say } = this.#parts;
    watchdog.woke();
    if (pace.leaveOut(late * 1000)) say(problems.slept(late / 1000));
  }
}
