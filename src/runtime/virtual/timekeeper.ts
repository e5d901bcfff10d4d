/**
 * How a virtual run's time was spent, in simulated seconds. Workers generate or wait, and the learner trains or
 * waits: publication has its delay and evaluation none, and neither takes the learner's time (`run.ts`).
 */
import type { LearnerSeconds, UpdatePace, WorkerSeconds } from '../../telemetry/pace.ts';
import { spent, TimeSheet, together } from '../timeSheet.ts';

export class Timekeeper {
  readonly #clock: () => number;
  readonly #workers: TimeSheet<keyof WorkerSeconds>[] = [];
  /** Of all workers together: when the update under way began, and since the one before did. */
  #atStart: WorkerSeconds = { generating: 0, waiting: 0 };
  #workersSpent: WorkerSeconds = { generating: 0, waiting: 0 };
  #learner = { waiting: 0, training: 0 };

  /** @param clock seconds of the run's clock */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** The worker begins to answer. Its time counts from the first time that it does. */
  begins(worker: number): void {
    (this.#workers[worker] ??= new TimeSheet(this.#clock, ['generating', 'waiting'])).turnTo('generating');
  }

  /** The worker has nothing under way. @param takesPart whether it will have again */
  rests(worker: number, takesPart: boolean): void {
    this.#workers[worker]?.turnTo(takesPart ? 'waiting' : undefined);
  }

  worker(index: number): WorkerSeconds {
    return this.#workers[index]?.seconds ?? { generating: 0, waiting: 0 };
  }

  get learner(): LearnerSeconds {
    return { ...this.#learner, publishing: 0, evaluating: 0 };
  }

  /** An update begins now. */
  started(): void {
    const now = together(this.#workers.flatMap((sheet) => sheet.seconds));
    this.#workersSpent = spent(now, this.#atStart);
    this.#atStart = now;
  }

  /**
   * An update ends now.
   * @param seconds since the one before ended · @param idle how long of these the learner waited
   * @param tokens response tokens trained on
   */
  updated(seconds: number, idle: number, tokens: number): UpdatePace {
    const { waiting, training } = this.#learner;
    this.#learner = { waiting: waiting + idle, training: training + seconds - idle };
    const learner = { waiting: idle, training: seconds - idle, publishing: 0, evaluating: 0 };
    return { seconds, learner, workers: this.#workersSpent, tokens };
  }
}
