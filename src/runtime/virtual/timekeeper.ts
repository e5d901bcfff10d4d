/**
 * How a virtual run's time was spent, in simulated seconds. Workers generate or wait, and the learner trains, waits for
 * samples, or for its own publication where that blocks it. Evaluation takes no time (`run.ts`).
 */
import type { LearnerSeconds, UpdatePace, WorkerSeconds } from '../../telemetry/pace.ts';
import { spent, TimeSheet, together } from '../timeSheet.ts';
import type { UpdateTimes } from './schedule.ts';

type UpdateSeconds = Pick<UpdateTimes, 'period' | 'idle' | 'publishing'>;

export class Timekeeper {
  readonly #clock: () => number;
  readonly #workers: TimeSheet<keyof WorkerSeconds>[] = [];
  /** Of all workers together: when the update under way began, and since the one before did. */
  #atStart: WorkerSeconds = { generating: 0, waiting: 0 };
  #workersSpent: WorkerSeconds = { generating: 0, waiting: 0 };
  #learner: LearnerSeconds = { waiting: 0, training: 0, publishing: 0, evaluating: 0 };

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
    return this.#learner;
  }

  /** An update begins now. */
  started(): void {
    const now = together(this.#workers.flatMap((sheet) => sheet.seconds));
    this.#workersSpent = spent(now, this.#atStart);
    this.#atStart = now;
  }

  /**
   * An update ends now.
   * @param period seconds since the one before ended, of which the learner waited `idle` for samples and `publishing`
   * for its publication
   * @param tokens response tokens trained on
   */
  updated({ period, idle, publishing }: UpdateSeconds, tokens: number): UpdatePace {
    const learner = { waiting: idle, training: period - idle - publishing, publishing, evaluating: 0 };
    const before = this.#learner;
    this.#learner = {
      waiting: before.waiting + learner.waiting,
      training: before.training + learner.training,
      publishing: before.publishing + learner.publishing,
      evaluating: 0,
    };
    return { seconds: period, learner, workers: this.#workersSpent, tokens };
  }
}
