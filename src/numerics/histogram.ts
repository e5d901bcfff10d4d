/**
 * Histograms with fixed equal bins and a place for what lies outside. Counts are plain arrays that the caller owns,
 * so that they can be put into a frame, added up and sent as they are:
 *
 *   counts  [ underflow | bin 1 | … | bin `count` | overflow ]      `count` + 2 doubles
 *
 * Bin i covers [from + (i − 1)·w, from + i·w), w = (to − from)/count; `to` itself belongs to the last bin, so that a
 * symmetric range treats both ends alike.
 */
export interface Bins {
  readonly count: number;
  readonly from: number;
  readonly to: number;
}

/** An empty histogram. */
export function emptyCounts(bins: Bins): Float64Array {
  return new Float64Array(bins.count + 2);
}

/** Index into the counts: 0 = underflow, `count` + 1 = overflow; −1 for NaN, which belongs nowhere. */
export function binOf(bins: Bins, x: number): number {
  const { count, from, to } = bins;
  if (x < from) return 0;
  if (x > to) return count + 1;
  if (x !== x) return -1;
  // Rounding may carry a value just below an edge into the bin above, never out of the range.
  return Math.min(count, 1 + Math.floor(((x - from) / (to - from)) * count));
}

/** Adds one value with its weight. NaN is left out. */
export function addTo(counts: Float64Array, bins: Bins, x: number, weight = 1): void {
  const index = binOf(bins, x);
  if (index >= 0) counts[index]! += weight;
}

/** Histogram of values, of equal weight or with the weights given. */
export function histogram(bins: Bins, values: ArrayLike<number>, weights?: ArrayLike<number>): Float64Array {
  const counts = emptyCounts(bins);
  for (let i = 0; i < values.length; i++) addTo(counts, bins, values[i]!, weights ? weights[i]! : 1);
  return counts;
}

/** The `count` + 1 edges between bins, ascending. */
export function binEdges(bins: Bins): Float64Array {
  const { count, from, to } = bins;
  return Float64Array.from({ length: count + 1 }, (_, i) =>
    i === count ? to : from + (i / count) * (to - from),
  );
}

/** Centre of a bin by its index in the counts, 1 … `count`. */
export function binCentre(bins: Bins, index: number): number {
  return bins.from + ((index - 0.5) / bins.count) * (bins.to - bins.from);
}
