/** A long computation that can be watched and given up between its pieces, and lets its thread hear messages there. */
import { breathe } from '../memory/index.ts';

export interface Watcher {
  readonly signal?: AbortSignal;
  /** Told after every piece how many of how many are done. */
  readonly onProgress?: (done: number, of: number) => void;
}

/** Milliseconds of work between two looks at the messages. */
const BREATH_MS = 16;

export class Work {
  readonly #of: number;
  readonly #watcher: Watcher;
  #done = 0;
  #breathedAt = 0;

  /** @param of pieces of the whole */
  constructor(of: number, watcher: Watcher) {
    this.#of = of;
    this.#watcher = watcher;
  }

  /** Pieces are done. @throws the signal's reason where it was aborted */
  async done(pieces = 1): Promise<void> {
    this.#done += pieces;
    this.#watcher.onProgress?.(this.#done, this.#of);
    await this.pass();
  }

  /** Lets messages in. @throws the signal's reason where it was aborted */
  async pass(): Promise<void> {
    const { signal } = this.#watcher;
    signal?.throwIfAborted();
    if (performance.now() - this.#breathedAt < BREATH_MS) return;
    await breathe();
    this.#breathedAt = performance.now();
    signal?.throwIfAborted();
  }
}
