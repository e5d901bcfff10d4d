/**
 * Notices threads that show no sign of life, and says whether one that failed is to be replaced.
 *
 * Silence is counted in the watchdog's own rounds, not in time, so that a page that slept, or whose timers are held
 * back, does not find all its threads dead. How long a thread may be silent it says itself (`vitals.ts`); each
 * failure in a row doubles that, so that a computer which is slower than it seemed is not replaced for ever.
 */
export const ROUND_MS = 100;
/** How much longer than a whole silence a thread may take for its first sign of life: its script is being loaded. */
const STARTING = 6;
/** Failures in a row, without anything finished between them, after which a thread is given up. */
const PATIENCE = 3;

/** A rollout worker by its number, or the learner. */
export type ThreadName = number | 'learner';

export interface Pulse {
  /** Changes with every sign of life; 0 before the first. */
  readonly beats: number;
  /** Milliseconds of silence that the thread asked for; 0 = it cannot say. */
  readonly patience: number;
}

interface Watched {
  beats: number;
  silentRounds: number;
}

export class Watchdog {
  readonly #silence: number;
  readonly #watched = new Map<ThreadName, Watched>();
  readonly #failures = new Map<ThreadName, number>();

  /** @param silence seconds that a thread may be silent when it cannot say how long it needs */
  constructor(silence: number) {
    this.#silence = silence * 1000;
  }

  watch(thread: ThreadName): void {
    this.#watched.set(thread, { beats: 0, silentRounds: 0 });
  }

  forget(thread: ThreadName): void {
    this.#watched.delete(thread);
  }

  /** One round, every `ROUND_MS`. Returns the threads that have been silent for too long. */
  round(pulseOf: (thread: ThreadName) => Pulse): readonly ThreadName[] {
    const silent: ThreadName[] = [];
    for (const [thread, watched] of this.#watched) {
      const { beats, patience } = pulseOf(thread);
      watched.silentRounds = beats === watched.beats ? watched.silentRounds + 1 : 0;
      watched.beats = beats;
      const asked = beats === 0 ? this.#silence * STARTING : patience === 0 ? this.#silence : patience;
      const allowed = asked * (1 << (this.#failures.get(thread) ?? 0));
      if (watched.silentRounds > Math.ceil(allowed / ROUND_MS)) silent.push(thread);
    }
    return silent;
  }

  /** Everything stood still for a while, so that earlier silence says nothing. */
  woke(): void {
    for (const watched of this.#watched.values()) watched.silentRounds = 0;
  }

  /** A thread failed. Returns whether to try again. */
  mayReplace(thread: ThreadName): boolean {
    const failures = (this.#failures.get(thread) ?? 0) + 1;
    this.#failures.set(thread, failures);
    return failures < PATIENCE;
  }

  /** A thread finished something, so that earlier failures no longer count. */
  succeeded(thread: ThreadName): void {
    this.#failures.delete(thread);
  }
}
