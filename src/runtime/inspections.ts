/** Questions for the last batches that wait for their answer, on the page's side of a session. */
import type { BatchDetails } from './actors/batchDetails.ts';

type Batches = readonly BatchDetails[];

export class Inspections {
  readonly #waiting: ((batches: Batches) => void)[] = [];
  #ended = false;

  /** @param send asks the run; questions asked before it answers share one answer */
  ask(send: () => void): Promise<Batches> {
    if (this.#ended) return Promise.resolve([]);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) send();
    });
  }

  answer(batches: Batches): void {
    for (const resolve of this.#waiting.splice(0)) resolve(batches);
  }

  /** Nobody will answer any more. */
  end(): void {
    this.#ended = true;
    this.answer([]);
  }
}
