/**
 * Schedules that prescribe the age of each batch (`lagPlan.ts`): batch u is sampled wholly from version
 * max(0, u − lag(u)), one version an update.
 *
 * Tickets fill *places* 0, 1, 2, …; places [n·B, (n+1)·B) are of the n-th batch to be sampled. At every version the
 * places are admitted whose batches are to be sampled from it. The next version is held back until all of these are
 * finished. With a constant lag of k these are the batches 0 … k at version 0, and batch v + k at version v; during the
 * first k updates the lag grows from 0 to k; from then on it is k.
 *
 * A ticket that is lost or rejected gives its place back, and the next ticket takes it. The replacement has a
 * number of its own, so that a late answer to the lost one is refused; it is sampled from the same version,
 * because that version stays in force until the place is filled. When nothing is lost, place = number.
 *
 * When the learner is lost with all samples that waited, their versions are no longer in force. Then the schedule
 * begins anew: batches that older versions should have sampled are sampled from that in force, so that the lag grows
 * from 0 once more.
 */
export class Places {
  #next = 0;
  /** Places given back, ascending. */
  readonly #open: number[] = [];

  take(): number {
    return this.#open.shift() ?? this.#next++;
  }

  giveBack(place: number): void {
    const at = this.#open.findIndex((other) => other > place);
    this.#open.splice(at < 0 ? this.#open.length : at, 0, place);
  }
}

/**
 * Version from which all tokens of a batch must be sampled.
 * @param origin the version at which the schedule began: 0, or that in force when samples were lost last
 */
export function requiredVersion(batch: number, lag: number, origin: number): number {
  return Math.max(origin, batch - lag);
}
