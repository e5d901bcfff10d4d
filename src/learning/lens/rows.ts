/** Whole distributions about tokens whose own probability is given, for batches that no policy has made. */
import { expm1, log } from '../../numerics/elementary.ts';

/**
 * Rows of log-probabilities, tokens × vocabulary: the token's own first, then others that share what it leaves. NaN where
 * masked.
 * @param own log-probability of each token
 * @param share of the k-th other symbol at token t, relative to those of the other symbols; above 0
 */
export function rowsAround(
  own: Float64Array,
  mask: Uint8Array,
  vocabulary: number,
  share: (t: number, k: number) => number,
): Float64Array {
  const rows = new Float64Array(own.length * vocabulary).fill(NaN);
  for (let t = 0; t < own.length; t++) {
    if (!mask[t]) continue;
    const shares = Array.from({ length: vocabulary - 1 }, (_, k) => share(t, k));
    const total = shares.reduce((a, b) => a + b, 0);
    const rest = -expm1(own[t]!);
    rows[t * vocabulary] = own[t]!;
    shares.forEach((value, k) => (rows[t * vocabulary + k + 1] = log((rest * value) / total)));
  }
  return rows;
}
