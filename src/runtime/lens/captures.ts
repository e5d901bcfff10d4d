/**
 * The one capture that a learner keeps, and who waits for one. Where the run goes on, the answer is its next update; where
 * it rests, the last one as far as it is known, and the next update is captured too, for whoever lets the run go on to see
 * it whole. Nothing is kept of an older update, and nothing is computed unless it was asked for.
 */
import type { LearnerReport } from '../actors/contract.ts';
import { type Capture } from './capture.ts';
import { knownOf } from './known.ts';

type Report = Pick<LearnerReport, 'batch' | 'before' | 'capture'>;

export class Captures {
  readonly #answer: (capture: Capture | undefined) => void;
  #last: Report | undefined;
  #wanted = false;
  #waiting = false;

  /** @param answer is given a copy that belongs to it; undefined before the first update */
  constructor(answer: (capture: Capture | undefined) => void) {
    this.#answer = answer;
  }

  /** Whether the next update is to be captured. */
  get wanted(): boolean {
    return this.#wanted;
  }

  /** @param resting whether the run rests */
  ask(resting: boolean): void {
    this.#waiting = true;
    if (resting) this.rests();
    this.#wanted = true;
  }

  /** The run rests: whoever waits is answered with what there is. */
  rests(): void {
    if (!this.#waiting) return;
    this.#waiting = false;
    this.#answer(this.#newest());
  }

  /** An update is done. */
  trained({ batch, before, capture }: Report): void {
    this.#last = { batch, ...(before && { before }), ...(capture && { capture }) };
    if (capture === undefined) return;
    this.#wanted = false;
    this.rests();
  }

  #newest(): Capture | undefined {
    if (this.#last === undefined) return undefined;
    const { batch, before, capture } = this.#last;
    return structuredClone(capture ?? knownOf(batch, before));
  }
}
