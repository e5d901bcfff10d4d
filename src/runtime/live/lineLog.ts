/**
 * Tells what happens on the line of a live run, as events of the timeline (`telemetry/timeline`).
 *
 * A thread says by the run's clock, as it reads it itself, when something happened; the news arrive later, and clocks
 * of two threads may differ a little. So a time is taken as it was told, between what was told of the same thread before
 * and the moment at which the news are here. That way the spans of a thread ascend, nobody takes what is not finished,
 * and a pause, in which the clock stands, lengthens nothing.
 *
 * The learner tells what it was at when it is done with it: a batch counts as taken from the end of its wait.
 */
import type { LearnerPhase, LineEvent } from '../../telemetry/timeline/index.ts';

/** What the learner was at, and the update that belongs to, counted from 1. */
export interface LearnerStretch {
  readonly phase: LearnerPhase;
  readonly from: number;
  readonly at: number;
  readonly update: number;
}

type Thread = number | 'learner';

interface Begun {
  readonly at: number;
  readonly version: number;
  readonly tickets: readonly number[];
}

export class LineLog {
  readonly #clock: () => number;
  #events: LineEvent[] = [];
  /** The latest that the clock showed. */
  #now = 0;
  /** Until when each thread was told of. */
  readonly #since = new Map<Thread, number>();
  /** Workers that read their prompts and do not write yet. */
  readonly #reading = new Map<number, Begun>();
  /** The batch that the learner has and was not told of. */
  #handed: { readonly at: number; readonly tickets: readonly number[] } | undefined;

  /** @param clock seconds of the run's clock, as the coordinator reads it */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** What happened since the last call. */
  drain(): readonly LineEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  begun(worker: number, version: number, tickets: readonly number[], at: number): void {
    this.#reading.set(worker, { at: this.#time(worker, at), version, tickets });
  }

  /** The worker has read its prompts. */
  writing(worker: number, at: number): void {
    this.#begin(worker, this.#time(worker, at));
  }

  swapped(worker: number, version: number, at: number): void {
    this.#begin(worker);
    this.#events.push({ kind: 'swap', at: this.#time(worker, at), worker, version });
  }

  /** @param rest whether the worker has nothing under way any more */
  finished(worker: number, tickets: readonly number[], at: number, rest: boolean): void {
    this.#begin(worker);
    this.#events.push({ kind: 'finish', at: this.#time(worker, at), worker, tickets, rest });
  }

  /** The worker's thread no longer runs. */
  gone(worker: number): void {
    this.#begin(worker);
    this.#events.push({ kind: 'end', at: this.#time(worker), worker });
  }

  left(tickets: readonly number[], why: Extract<LineEvent, { kind: 'leave' }>['why']): void {
    if (tickets.length > 0) this.#events.push({ kind: 'leave', at: this.#read(), tickets, why });
  }

  /** The learner was given a batch. */
  handed(tickets: readonly number[]): void {
    this.#handed = { at: this.#read(), tickets };
  }

  /** It gave the batch back, because it does not have all of its samples. */
  returned(): void {
    this.#handed = undefined;
  }

  /** What the learner was at, in order. */
  learner(stretches: readonly LearnerStretch[]): void {
    for (const { phase, update, from: told, at: until } of stretches) {
      const from = this.#time('learner', told);
      const at = this.#time('learner', until);
      if (at > from) this.#events.push({ kind: 'learner', from, at, phase, update });
      if (phase === 'rollout') this.#take(at);
      if (phase === 'train_step') this.#train(update, at);
    }
  }

  /** The learner's thread is gone, with the batch that it had. */
  learnerGone(): void {
    this.#take(0);
    this.#handed = undefined;
    this.#time('learner');
  }

  /** Weights set off to the workers. */
  sent(version: number, update: number): void {
    this.#events.push({ kind: 'send', at: this.#read(), version, update });
  }

  /** They came into force. */
  arrived(version: number): void {
    this.#events.push({ kind: 'arrive', at: this.#read(), version });
  }

  #take(at: number): void {
    if (this.#handed === undefined) return;
    const { tickets, at: handed } = this.#handed;
    this.#events.push({ kind: 'take', at: Math.max(at, handed), tickets });
  }

  #train(update: number, at: number): void {
    if (this.#handed === undefined) return;
    const { tickets, at: handed } = this.#handed;
    this.#events.push({ kind: 'train', at: Math.max(at, handed), update, tickets });
    this.#handed = undefined;
  }

  /** Says that the worker has begun, if that was not said yet. @param writes from when on it writes */
  #begin(worker: number, writes?: number): void {
    const begun = this.#reading.get(worker);
    if (begun === undefined) return;
    this.#reading.delete(worker);
    const prefill = (writes ?? begun.at) - begun.at;
    this.#events.push({ kind: 'begin', worker, ...begun, ...(prefill > 0 && { prefill }) });
  }

  /** A time that a thread told, or now, as it may stand after what was told of that thread before. */
  #time(thread: Thread, told = Infinity): number {
    const time = Math.max(this.#since.get(thread) ?? 0, Math.min(told, this.#read()));
    this.#since.set(thread, time);
    return time;
  }

  /** What the clock shows. It goes back where a computer slept; the line does not. */
  #read(): number {
    this.#now = Math.max(this.#now, this.#clock());
    return this.#now;
  }
}
