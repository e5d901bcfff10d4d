/**
 * What the page asked the learner for, between the two. An answer that nobody waits for is dropped: its learner was given up
 * before, and the page has been told that there is none.
 */
import { buffersOf, type BatchDetails } from '../actors/batchDetails.ts';
import { buffersOfCapture, type Capture } from '../lens/capture.ts';
import type { Sender } from './link.ts';
import type { CoordinatorToLearner, CoordinatorToPage } from './protocol.ts';

export class Enquiries {
  readonly #page: Sender<CoordinatorToPage>;
  readonly #learner: Sender<CoordinatorToLearner>;
  #inspecting = false;
  /** `next` where the learner answers with its next update. */
  #capturing: 'no' | 'next' | 'now' = 'no';

  constructor(page: Sender<CoordinatorToPage>, learner: Sender<CoordinatorToLearner>) {
    this.#page = page;
    this.#learner = learner;
  }

  inspect(): void {
    this.#inspecting = true;
    this.#learner.send({ kind: 'inspect' });
  }

  capture(resting: boolean): void {
    this.#capturing = resting ? 'now' : 'next';
    this.#learner.send({ kind: 'capture', resting });
  }

  /** The run rests, so that no update comes that could be the answer. */
  rests(): void {
    if (this.#capturing === 'next') this.capture(true);
  }

  /** The last batches; none where the learner that was asked is gone. */
  inspection(batches: readonly BatchDetails[]): void {
    if (!this.#inspecting) return;
    this.#inspecting = false;
    this.#page.send({ kind: 'inspection', batches }, batches.flatMap(buffersOf));
  }

  /** @param capture null where there is none, or the learner that was asked is gone */
  captured(capture: Capture | null): void {
    if (this.#capturing === 'no') return;
    this.#capturing = 'no';
    this.#page.send({ kind: 'captured', capture }, capture === null ? [] : buffersOfCapture(capture));
  }

  /** The learner is gone. */
  vacated(): void {
    this.inspection([]);
    this.captured(null);
  }
}
