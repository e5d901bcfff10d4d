/**
 * The last batches that the learner trained on, kept for whoever wants to look at them. Keeping one costs no
 * computation, only its memory; details are made when they are asked for.
 */
import { batchDetails, type BatchDetails, type TrainedBatch } from './batchDetails.ts';

/** Batches kept. */
const BATCHES = 4;
/** Response tokens of all batches kept beside the newest, and of all that are handed over at once. */
const TOKENS = 32_768;

export class RecentBatches {
  /** Newest first. */
  #batches: readonly TrainedBatch[] = [];

  add(batch: TrainedBatch): void {
    let room = TOKENS;
    const older = this.#batches.filter((old) => (room -= tokensOf(old)) >= 0);
    this.#batches = [batch, ...older].slice(0, BATCHES);
  }

  /** Newest first. Their arrays belong to the caller. */
  details(): readonly BatchDetails[] {
    let room = TOKENS;
    const details: BatchDetails[] = [];
    for (const batch of this.#batches) {
      if (room <= 0) break;
      const made = batchDetails(batch, room);
      room -= made.tokens.length;
      details.push(made);
    }
    return details;
  }
}

function tokensOf({ minibatches }: TrainedBatch): number {
  return minibatches.reduce((sum, { entropy }) => sum + entropy.length, 0);
}
