/** What methods that look at whole answers share: sums and means over the counted tokens of each sequence. */
import type { Facts } from './contract.ts';

type Layout = Pick<Facts, 'offsets' | 'mask'>;

/** Number of sequences, empty ones included. */
export function sequenceCount({ offsets }: Pick<Facts, 'offsets'>): number {
  return Math.max(0, offsets.length - 1);
}

/** N_i: counted tokens of each sequence. */
export function sequenceLengths(layout: Layout): Int32Array {
  return Int32Array.from({ length: sequenceCount(layout) }, (_, i) => {
    let count = 0;
    for (let t = layout.offsets[i]!; t < layout.offsets[i + 1]!; t++) count += layout.mask[t] ? 1 : 0;
    return count;
  });
}

/** Σ of a per-token value over the counted tokens of each sequence. */
export function sequenceSums(layout: Layout, values: Float64Array): Float64Array {
  return Float64Array.from({ length: sequenceCount(layout) }, (_, i) => {
    let sum = 0;
    for (let t = layout.offsets[i]!; t < layout.offsets[i + 1]!; t++) if (layout.mask[t]) sum += values[t]!;
    return sum;
  });
}

/** Mean of a per-token value over the counted tokens of each sequence; 0 where there are none. */
export function sequenceMeans(layout: Layout, values: Float64Array): Float64Array {
  const lengths = sequenceLengths(layout);
  return sequenceSums(layout, values).map((sum, i) => (lengths[i] === 0 ? 0 : sum / lengths[i]!));
}

/** A value a sequence, given to each of its counted tokens; 0 where masked. */
export function broadcast(layout: Layout, perSequence: ArrayLike<number>): Float64Array {
  const result = new Float64Array(layout.mask.length);
  for (let i = 0; i < sequenceCount(layout); i++) {
    for (let t = layout.offsets[i]!; t < layout.offsets[i + 1]!; t++) {
      if (layout.mask[t]) result[t] = perSequence[i]!;
    }
  }
  return result;
}

/** A per-token value at the first counted token of each sequence; 0 where there is none. */
export function firstCounted(layout: Layout, values: Float64Array): Float64Array {
  return Float64Array.from({ length: sequenceCount(layout) }, (_, i) => {
    for (let t = layout.offsets[i]!; t < layout.offsets[i + 1]!; t++) if (layout.mask[t]) return values[t]!;
    return 0;
  });
}
