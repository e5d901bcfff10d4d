/** Quantiles by linear interpolation between order statistics (type 7 of Hyndman and Fan; NumPy's default). */

/**
 * The q-quantiles of values, for each q in [0, 1], in the order asked for. NaN for no values, or where one of them
 * is NaN. The values are not changed.
 */
export function quantiles(values: ArrayLike<number>, qs: readonly number[]): number[] {
  const sorted = Float64Array.from(values).sort();
  return qs.map((q) => quantileOfSorted(sorted, q));
}

/** One q-quantile. */
export function quantile(values: ArrayLike<number>, q: number): number {
  return quantileOfSorted(Float64Array.from(values).sort(), q);
}

export function median(values: ArrayLike<number>): number {
  return quantile(values, 0.5);
}

/** The q-quantile of ascending values, NaN (if any) last, as typed arrays sort them. */
export function quantileOfSorted(sorted: Float64Array, q: number): number {
  const last = sorted.length - 1;
  if (last < 0 || !(q >= 0 && q <= 1) || Number.isNaN(sorted[last])) return NaN;
  const position = q * last;
  const below = Math.floor(position);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, last)]!;
  const share = position - below;
  // Without the test, ∞ − ∞ would turn a plain infinity into NaN.
  return low === high || share === 0 ? low : low + share * (high - low);
}
