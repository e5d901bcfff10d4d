/**
 * Notices workers that show no sign of life. Silence is counted in the watchdog's own rounds, not in time, so
 * that a computer that slept does not find all its workers dead.
 */
export const ROUND_MS = 500;
/** How much longer a worker may be silent until its first answer: it loads its engine and compiles its kernels. */
const STARTING = 6;
/** Failures in a row, without one finished answer, after which a worker is given up. */
const PATIENCE = 3;

interface Watched {
  heartbeat: number;
  silentRounds: number;
  /** Whether it has answered anything yet. */
  proven: boolean;
}

export class Watchdog {
  readonly #rounds: number;
  readonly #watched = new Map<number, Watched>();
  readonly #failures = new Map<number, number>();

  /** @param silence seconds that a worker may be silent */
  constructor(silence: number) {
    this.#rounds = Math.max(1, Math.ceil((silence * 1000) / ROUND_MS));
  }

  watch(worker: number): void {
    this.#watched.set(worker, { heartbeat: -1, silentRounds: 0, proven: false });
  }

  forget(worker: number): void {
    this.#watched.delete(worker);
  }

  /** One round, every `ROUND_MS`. Returns the workers that have been silent for too long. */
  round(heartbeatOf: (worker: number) => number): readonly number[] {
    const silent: number[] = [];
    for (const [worker, watched] of this.#watched) {
      const heartbeat = heartbeatOf(worker);
      watched.silentRounds = heartbeat === watched.heartbeat ? watched.silentRounds + 1 : 0;
      watched.heartbeat = heartbeat;
      if (watched.silentRounds > this.#rounds * (watched.proven ? 1 : STARTING)) silent.push(worker);
    }
    return silent;
  }

  /** A worker failed. Returns whether to try again. */
  mayReplace(worker: number): boolean {
    const failures = (this.#failures.get(worker) ?? 0) + 1;
    this.#failures.set(worker, failures);
    return failures < PATIENCE;
  }

  /** A worker finished something, so that earlier failures no longer count. */
  succeeded(worker: number): void {
    this.#failures.delete(worker);
    const watched = this.#watched.get(worker);
    if (watched !== undefined) watched.proven = true;
  }
}
