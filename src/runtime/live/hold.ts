/** How long the learner was held by its own publication, of the time that it waits for a batch. Seconds of the run's clock. */
import type { BatchDecision } from '../../pipeline/contract.ts';

export class Hold {
  readonly #clock: () => number;
  #since: number | undefined;
  #seconds = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** To be told of every answer of the pipeline. Returns the seconds since the last batch, when there is one again. */
  note(decision: BatchDecision): number {
    const now = this.#clock();
    if (this.#since !== undefined) this.#seconds += now - this.#since;
    this.#since = decision.kind === 'wait' && decision.reason === 'publication' ? now : undefined;
    if (decision.kind === 'wait') return 0;
    const held = this.#seconds;
    this.#seconds = 0;
    return held;
  }

  /** The learner that was held is gone. */
  clear(): void {
    this.#since = undefined;
    this.#seconds = 0;
  }
}
