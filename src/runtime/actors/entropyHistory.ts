/**
 * How undecided the policy was at each response position, on average over all updates so far (sheet §31): every update
 * counts once at every position that one of its tokens had.
 */
import type { Facts } from '../../learning/objectives/index.ts';

type Layout = Pick<Facts, 'offsets' | 'mask'>;

/** One number a position: the sum of the updates' means, and how many updates had a token there. */
export interface EntropySums {
  readonly sums: Float64Array;
  readonly counts: Float64Array;
}

export class EntropyHistory {
  #sums: EntropySums;

  constructor(sums: EntropySums = { sums: new Float64Array(), counts: new Float64Array() }) {
    this.#sums = sums;
  }

  get sums(): EntropySums {
    return this.#sums;
  }

  /** Mean entropy by position; undefined before the first update. */
  get means(): Float64Array | undefined {
    const { sums, counts } = this.#sums;
    return sums.length === 0 ? undefined : meansOf(sums, counts);
  }

  /** Adds an update by the entropies of its counted tokens, minibatch by minibatch. Those that are not finite are left out. */
  add(visits: readonly { readonly facts: Layout; readonly entropy: Float64Array }[]): void {
    const length = Math.max(this.#sums.sums.length, ...visits.map(({ facts }) => longest(facts.offsets)));
    const total = { sums: new Float64Array(length), counts: new Float64Array(length) };
    for (const { facts, entropy } of visits) accumulate(facts, entropy, total);
    const sums = new Float64Array(length);
    const counts = new Float64Array(length);
    sums.set(this.#sums.sums);
    counts.set(this.#sums.counts);
    for (let k = 0; k < length; k++) {
      if (total.counts[k] === 0) continue;
      sums[k]! += total.sums[k]! / total.counts[k]!;
      counts[k]! += 1;
    }
    this.#sums = { sums, counts };
  }
}

/** Mean entropy by position of one batch: what stands for the past where there is none. */
export function entropiesByPosition(facts: Layout, entropy: Float64Array): Float64Array {
  const length = longest(facts.offsets);
  const total = { sums: new Float64Array(length), counts: new Float64Array(length) };
  accumulate(facts, entropy, total);
  return meansOf(total.sums, total.counts);
}

function accumulate({ offsets, mask }: Layout, entropy: Float64Array, { sums, counts }: EntropySums): void {
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++) {
      if (!mask[t] || !Number.isFinite(entropy[t])) continue;
      sums[t - offsets[i]!]! += entropy[t]!;
      counts[t - offsets[i]!]! += 1;
    }
  }
}

/** A position without data has the mean of the one before it. */
function meansOf(sums: Float64Array, counts: Float64Array): Float64Array {
  const means = new Float64Array(sums.length);
  for (let k = 0; k < means.length; k++)
    means[k] = counts[k] === 0 ? (means[k - 1] ?? 0) : sums[k]! / counts[k]!;
  return means;
}

function longest(offsets: Int32Array): number {
  let most = 0;
  for (let i = 0; i + 1 < offsets.length; i++) most = Math.max(most, offsets[i + 1]! - offsets[i]!);
  return most;
}
