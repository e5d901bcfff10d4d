/**
 * The signs of life that a computing thread gives, and how long it may be silent between two of them.
 *
 * A thread that hangs cannot say so, and one that computes a long kernel cannot say anything either: from outside
 * both are silent. So the thread says beforehand how long its next silence may last, its *patience*, because it
 * alone knows what it is about to do and how long that took before. The watchdog takes it for hung only when it
 * has been silent for longer than it asked for.
 *
 *   signs     before and after every call of the engine, which is between two kernels; and by a timer, which
 *             beats while the thread waits, for its GPU, for the network or for tickets, and not while it computes
 *   patience  `FACTOR` times the longest recent silence in a call of the same name with the same number of rows,
 *             `LEAST_MS` at least; for another number of rows as many times more as there are more rows. What was
 *             never done before has no measure yet: 0, and the watchdog is generous.
 *
 * So a hang is noticed after `LEAST_MS` where kernels are short, and a device that needs ten seconds for one is
 * given thirty. Nothing is learnt from a silence that was longer than asked for: a thread survives that only when
 * the watchdog stood still as well, in a page that slept.
 *
 * A GPU that was lost may leave a promise open for ever while the thread goes on beating. After `STUCK_BEATS`
 * beats within one call, counted and not timed for the same reason, the thread gives itself up.
 */
import type { Engine, Generation } from '../../policy/engine.ts';
import { intercepted } from './intercept.ts';

/** Milliseconds between two beats of the timer. */
export const BEAT_MS = 250;
/** The least patience: five beats, room for a garbage collection and for cores shared with other programs. */
export const LEAST_MS = 1250;
const FACTOR = 3;
/** What a longest silence is worth at the next observation: about twenty calls are remembered. */
const FORGET = 0.95;
/** Two minutes. The longest honest call seen is a first step on an emulated GPU, at under ten seconds. */
const STUCK_BEATS = 480;

/** What a thread is at: a call with so many rows, or what is between calls. */
interface Activity {
  readonly name: string;
  readonly rows: number;
}

const BETWEEN: Activity = { name: 'between calls', rows: 0 };

export interface VitalsParts {
  /** Tells the watchdog. @param patience milliseconds of silence that may follow; 0 = unknown */
  readonly beat: (patience: number) => void;
  /** The engine does not answer any more. */
  readonly stuck: (message: string) => void;
  /** Milliseconds. */
  readonly now?: () => number;
}

export class Vitals {
  readonly #parts: VitalsParts;
  readonly #now: () => number;
  /** Longest recent silence in milliseconds of each kind of call, by its number of rows. */
  readonly #silences = new Map<string, Map<number, number>>();
  #activity = BETWEEN;
  #last: number;
  /** Patience asked for last. */
  #asked = 0;
  #beatsInCall = 0;

  constructor(parts: VitalsParts) {
    this.#parts = parts;
    this.#now = parts.now ?? (() => performance.now());
    this.#last = this.#now();
  }

  /** Begins to beat by the timer, until its thread ends. */
  start(): void {
    this.#sign(BETWEEN);
    setInterval(() => this.pulse(), BEAT_MS);
  }

  /** One beat of the timer. */
  pulse(): void {
    this.#sign(this.#activity);
    if (this.#activity === BETWEEN) return;
    this.#beatsInCall++;
    if (this.#beatsInCall === STUCK_BEATS) {
      this.#parts.stuck(`the engine has not answered for ${(STUCK_BEATS * BEAT_MS) / 1000} seconds`);
    }
  }

  /** The same engine, every call of which is a sign of life. */
  watch(engine: Engine): Engine {
    return intercepted(engine, (name, args, call) => {
      const rows = rowsOf(args);
      const made = this.#during({ name, rows }, call);
      if (name !== 'generate') return made;
      return (made as Promise<Generation>).then((generation) =>
        intercepted(generation, (step, _, advance) => this.#during({ name: step, rows }, advance)),
      );
    });
  }

  #during(activity: Activity, call: () => unknown): unknown {
    this.#beatsInCall = 0;
    this.#sign(activity);
    const end = (): void => this.#sign(BETWEEN);
    let result: unknown;
    try {
      result = call();
    } catch (error) {
      end();
      throw error;
    }
    if (result instanceof Promise) return result.finally(end);
    end();
    return result;
  }

  /** A sign of life, after which `next` is what the thread is at. */
  #sign(next: Activity): void {
    const now = this.#now();
    const silence = now - this.#last;
    this.#last = now;
    if (this.#asked === 0 || silence <= this.#asked) this.#learn(silence);
    this.#activity = next;
    const expected = this.#expected(next);
    this.#asked = expected === 0 ? 0 : Math.max(LEAST_MS, Math.ceil(FACTOR * expected));
    this.#parts.beat(this.#asked);
  }

  #learn(silence: number): void {
    const { name, rows } = this.#activity;
    const known = this.#silences.get(name) ?? new Map<number, number>();
    this.#silences.set(name, known);
    known.set(rows, Math.max(silence, FORGET * (known.get(rows) ?? 0)));
  }

  /** Milliseconds of silence to be expected in an activity; 0 = unknown. */
  #expected({ name, rows }: Activity): number {
    const known = this.#silences.get(name);
    if (known === undefined) return 0;
    const same = known.get(rows);
    if (same !== undefined) return Math.max(same, Number.MIN_VALUE);
    return Math.max(
      ...[...known].map(([others, silence]) => silence * Math.max(1, rows / Math.max(1, others))),
    );
  }
}

/** Rows of the batch among a call's arguments, 0 if there is none. */
function rowsOf(args: readonly unknown[]): number {
  for (const argument of args) {
    if (typeof argument !== 'object' || argument === null) continue;
    const { rows, prompts } = argument as { rows?: unknown; prompts?: { rows?: unknown } };
    if (typeof rows === 'number') return rows;
    if (typeof prompts?.rows === 'number') return prompts.rows;
  }
  return 0;
}
