/**
 * The control block: the few words by which coordinator and workers steer one another without messages.
 *
 *   bytes
 *   0     ┌ command   what workers have to do (COMMANDS)                 ┐
 *   4     │ revision  of the settings; raised after they were posted     │ int32, one line,
 *   8     │ wake      raised and notified when workers should look again │ written by the coordinator
 *   12    └ crew      number of workers that share the tickets           ┘
 *   64    gate: allowed · 2³² + issued      int64, a line of its own
 *   128   clock: state of the run's clock in microseconds (`live/clock.ts`), int64, a line of its own
 *   192   ┌ learner   raised and notified when the learner should empty the rings ┐
 *   196   │ heartbeat raised with every sign of life that the learner gives         │ int32, one line
 *   200   └ patience  milliseconds of silence that it asked for                     ┘
 *   256   ┌ heartbeat    raised with every sign of life of the worker    ┐
 *   260   │ activity     index into ACTIVITIES                           │
 *   264   │ version      of the weights it samples with                  │ worker 0: int32, one line,
 *   268   │ samples      answers finished                                │ written by the worker
 *   272   │ tensors      live tensors of its engine                      │
 *   276   │ claim state  0 none, 1 intended, 2 held                      │
 *   280   │ claim from   first ticket                                    │
 *   284   │ claim count  how many                                        │
 *   288   │ bytes        memory of its engine, uint32                    │
 *   292   │ patience     milliseconds of silence that it asked for       │
 *   296   │ generating   how long it was at that,                        │
 *   300   │ waiting      and at that, on the run's clock;                │
 *   304   │ at           what that clock showed then: milliseconds       │
 *   308   └ barred       1 = takes no more tickets (by the coordinator)  ┘
 *   320   worker 1, … MAX_WORKERS of them
 *
 * The gate is the admission counter. Tickets are numbered in the order in which they are taken: a worker takes
 * n of them by one compare-and-exchange that raises `issued` by n while it stays within `allowed`. Both live
 * in one word, so that the coordinator can shut the gate (allowed := issued) and know that no ticket slips by.
 *
 * A worker writes down which tickets it is about to take before it takes them. So when it dies at any moment,
 * the coordinator still finds out which tickets died with it (`claim`).
 */
import type { WorkerState } from '../session.ts';

export const MAX_WORKERS = 8;

/** A pause holds workers at their next token; a thread is ended from outside, without a command. */
export const COMMANDS = ['run', 'pause'] as const;
export type Command = (typeof COMMANDS)[number];

export const ACTIVITIES = [
  'starting',
  'generating',
  'waiting',
  'blocked',
  'paused',
  'stopped',
  'lost',
] as const satisfies readonly WorkerState['activity'][];

/** Consecutive tickets `from … from + count − 1`. */
export interface TicketRange {
  readonly from: number;
  readonly count: number;
}

export interface Claim extends TicketRange {
  /** Whether the worker certainly holds them. If not, it died while it was taking them, and another may. */
  readonly certain: boolean;
}

const LINE = 64;
const COMMAND = 0;
const REVISION = 1;
const WAKE = 2;
const CREW = 3;
const WORKERS_AT = 4 * LINE;
/** Words of the learner's line. */
const LEARNER_WAKE = 0;
const LEARNER_HEARTBEAT = 1;
const LEARNER_PATIENCE = 2;

const HEARTBEAT = 0;
const ACTIVITY = 1;
const VERSION = 2;
const SAMPLES = 3;
const TENSORS = 4;
const CLAIM = 5;
const CLAIM_FROM = 6;
const CLAIM_COUNT = 7;
const BYTES = 8;
const PATIENCE = 9;
const GENERATING = 10;
const WAITING = 11;
const AT = 12;
const BARRED = 13;
const INTENDED = 1;
const HELD = 2;

export const CONTROL_BLOCK_BYTES = WORKERS_AT + MAX_WORKERS * LINE;

const HALF = 32n;
const LOW = 0xffffffffn;

/** How many of `permits` tickets one of `crew` workers takes, if it wants at most `wanted`. */
export function fairShare(permits: number, wanted: number, crew: number, batch: number): number {
  // At least a fair share of one batch: else the last permits of a batch would be handed out one by one.
  const fair = Math.ceil(Math.max(permits, batch) / Math.max(1, crew));
  return Math.min(permits, wanted, fair);
}

export class ControlBlock {
  readonly #words: Int32Array;
  readonly #gate: BigInt64Array;
  readonly #clock: BigInt64Array;
  readonly #learner: Int32Array;
  readonly #workers: readonly Int32Array[];

  constructor(buffer: ArrayBufferLike) {
    if (buffer.byteLength < CONTROL_BLOCK_BYTES) {
      throw new RangeError(`control block: ${buffer.byteLength} bytes are too few`);
    }
    this.#words = new Int32Array(buffer, 0, LINE / 4);
    this.#gate = new BigInt64Array(buffer, LINE, 1);
    this.#clock = new BigInt64Array(buffer, 2 * LINE, 1);
    this.#learner = new Int32Array(buffer, 3 * LINE, LINE / 4);
    this.#workers = Array.from(
      { length: MAX_WORKERS },
      (_, worker) => new Int32Array(buffer, WORKERS_AT + worker * LINE, LINE / 4),
    );
  }

  get command(): Command {
    return COMMANDS[Atomics.load(this.#words, COMMAND)]!;
  }

  set command(command: Command) {
    Atomics.store(this.#words, COMMAND, COMMANDS.indexOf(command));
    this.wake();
  }

  get revision(): number {
    return Atomics.load(this.#words, REVISION);
  }

  set revision(revision: number) {
    Atomics.store(this.#words, REVISION, revision);
    this.wake();
  }

  set crew(count: number) {
    Atomics.store(this.#words, CREW, count);
  }

  get clock(): number {
    return Number(Atomics.load(this.#clock, 0));
  }

  set clock(state: number) {
    Atomics.store(this.#clock, 0, BigInt(state));
  }

  /** The word to wait on with `changed`, and its value now. */
  get wakeWord(): { readonly words: Int32Array; readonly index: number; readonly value: number } {
    return { words: this.#words, index: WAKE, value: Atomics.load(this.#words, WAKE) };
  }

  wake(): void {
    Atomics.add(this.#words, WAKE, 1);
    Atomics.notify(this.#words, WAKE);
  }

  get learnerWord(): { readonly words: Int32Array; readonly index: number; readonly value: number } {
    const value = Atomics.load(this.#learner, LEARNER_WAKE);
    return { words: this.#learner, index: LEARNER_WAKE, value };
  }

  wakeLearner(): void {
    Atomics.add(this.#learner, LEARNER_WAKE, 1);
    Atomics.notify(this.#learner, LEARNER_WAKE);
  }

  /** Coordinator: lets no more tickets go. Returns how many were issued since the beginning. */
  shut(): number {
    for (;;) {
      const gate = Atomics.load(this.#gate, 0);
      const issued = gate & LOW;
      if (Atomics.compareExchange(this.#gate, 0, gate, (issued << HALF) | issued) === gate) {
        return Number(issued);
      }
    }
  }

  /** Coordinator: lets `permits` more tickets go, and wakes the workers if there are any. The gate is shut. */
  open(permits: number): void {
    if (permits <= 0) return;
    Atomics.add(this.#gate, 0, BigInt(permits) << HALF);
    this.wake();
  }

  get permits(): number {
    const gate = Atomics.load(this.#gate, 0);
    return Number((gate >> HALF) - (gate & LOW));
  }

  /**
   * Worker: takes at most `wanted` tickets, and no more than its fair share. Undefined when there are none.
   * @param batch tickets of one batch, which decide what a fair share is
   */
  take(worker: number, wanted: number, batch: number): TicketRange | undefined {
    const own = this.#workers[worker]!;
    for (;;) {
      const gate = Atomics.load(this.#gate, 0);
      const issued = gate & LOW;
      const from = Number(issued);
      const permits = Number(gate >> HALF) - from;
      const count = fairShare(permits, wanted, Atomics.load(this.#words, CREW), batch);
      if (count <= 0 || Atomics.load(own, BARRED) === 1) return undefined;
      Atomics.store(own, CLAIM_FROM, from);
      Atomics.store(own, CLAIM_COUNT, count);
      Atomics.store(own, CLAIM, INTENDED);
      if (Atomics.compareExchange(this.#gate, 0, gate, gate + BigInt(count)) === gate) {
        Atomics.store(own, CLAIM, HELD);
        return { from, count };
      }
      Atomics.store(own, CLAIM, 0);
    }
  }

  /** Coordinator: lets a worker take no more tickets, until its line is reset. */
  bar(worker: number): void {
    Atomics.store(this.#workers[worker]!, BARRED, 1);
  }

  /** Coordinator: tickets that a worker, which no longer runs, took last; undefined if it never took any. */
  claim(worker: number): Claim | undefined {
    const own = this.#workers[worker]!;
    const state = Atomics.load(own, CLAIM);
    if (state === 0) return undefined;
    return {
      from: Atomics.load(own, CLAIM_FROM),
      count: Atomics.load(own, CLAIM_COUNT),
      certain: state === HELD,
    };
  }

  /** Worker: says what it does, and that it lives. */
  report(state: WorkerState): void {
    const own = this.#workers[state.worker]!;
    Atomics.store(own, ACTIVITY, ACTIVITIES.indexOf(state.activity));
    Atomics.store(own, VERSION, state.version);
    Atomics.store(own, SAMPLES, state.samples);
    Atomics.store(own, TENSORS, state.tensors);
    Atomics.store(own, BYTES, state.bytes);
    Atomics.store(own, GENERATING, Math.round(1000 * state.seconds.generating));
    Atomics.store(own, WAITING, Math.round(1000 * state.seconds.waiting));
    Atomics.store(own, AT, Math.round(1000 * state.at));
    Atomics.add(own, HEARTBEAT, 1);
  }

  /** A thread: says that it lives, and for how many milliseconds it may now be silent; 0 = it cannot say. */
  beat(thread: number | 'learner', patience: number): void {
    const { words, heartbeat, asked } = this.#pulseWords(thread);
    Atomics.store(words, asked, patience);
    Atomics.add(words, heartbeat, 1);
  }

  /** Coordinator: signs of life that a thread gave since its line was reset, and the silence it asked for last. */
  pulse(thread: number | 'learner'): { readonly beats: number; readonly patience: number } {
    const { words, heartbeat, asked } = this.#pulseWords(thread);
    return { beats: Atomics.load(words, heartbeat), patience: Atomics.load(words, asked) };
  }

  #pulseWords(thread: number | 'learner'): {
    readonly words: Int32Array;
    readonly heartbeat: number;
    readonly asked: number;
  } {
    return thread === 'learner'
      ? { words: this.#learner, heartbeat: LEARNER_HEARTBEAT, asked: LEARNER_PATIENCE }
      : { words: this.#workers[thread]!, heartbeat: HEARTBEAT, asked: PATIENCE };
  }

  state(worker: number): WorkerState {
    const own = this.#workers[worker]!;
    return {
      worker,
      activity: ACTIVITIES[Atomics.load(own, ACTIVITY)]!,
      version: Atomics.load(own, VERSION),
      samples: Atomics.load(own, SAMPLES),
      tensors: Atomics.load(own, TENSORS),
      bytes: Atomics.load(own, BYTES) >>> 0,
      seconds: {
        generating: Atomics.load(own, GENERATING) / 1000,
        waiting: Atomics.load(own, WAITING) / 1000,
      },
      at: Atomics.load(own, AT) / 1000,
    };
  }

  /** Coordinator: makes the learner's line ready for a new thread. */
  resetLearner(): void {
    Atomics.store(this.#learner, LEARNER_HEARTBEAT, 0);
    Atomics.store(this.#learner, LEARNER_PATIENCE, 0);
  }

  /** Coordinator: makes a worker's line ready for a new thread. */
  reset(worker: number): void {
    const own = this.#workers[worker]!;
    for (let word = 0; word < own.length; word++) Atomics.store(own, word, 0);
    Atomics.store(own, VERSION, -1);
  }
}
