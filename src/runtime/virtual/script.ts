/**
 * A recorded run's changes, to be made again where they were made. A batch is offered from the update before the one
 * that felt it first, as a person's change would be, and the next one not before it took effect: so that two batches
 * with a standstill in between stay two.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import { type ChangeBatch, withChanges } from '../../telemetry/record/index.ts';

/** How far a recorded run is to be played again. */
export interface Replay {
  readonly changes: readonly ChangeBatch[];
  /** The run pauses after so many updates, and is anybody's from there. */
  readonly until: number;
}

export class Script {
  readonly until: number;
  #now: Experiment;
  #offered: Experiment | undefined;
  readonly #left: ChangeBatch[];

  constructor(experiment: Experiment, { changes, until }: Replay) {
    this.#now = experiment;
    this.until = until;
    let state = experiment;
    // What changes nothing would never be seen to take effect.
    this.#left = changes.filter((batch) => {
      const before = state;
      state = withChanges(state, batch);
      return state !== before;
    });
  }

  /** The settings that are wanted when so many updates are done. */
  wanted(update: number): Experiment {
    const [next] = this.#left;
    if (next !== undefined && next.update <= update + 1) this.#offered ??= withChanges(this.#now, next);
    return this.#offered ?? this.#now;
  }

  /** What was wanted took effect. */
  applied(): void {
    if (this.#offered === undefined) return;
    this.#now = this.#offered;
    this.#offered = undefined;
    this.#left.shift();
  }
}
