/** Staleness d_t = v_L − v_t in versions, over counted tokens. */
import { counted } from './ratioStatistics.ts';

/**
 * Tokens per staleness: bins 0 … maxLag, then one for all above.
 * @throws RangeError at a negative staleness: a token cannot be newer than the learner
 */
export function stalenessHistogram(staleness: Int32Array, mask: Uint8Array, maxLag: number): Float64Array {
  const bins = new Float64Array(maxLag + 2);
  for (const lag of counted(staleness, mask)) {
    if (lag < 0) throw new RangeError(`A token has staleness ${lag}; it cannot be newer than the learner`);
    bins[Math.min(lag, maxLag + 1)]! += 1;
  }
  return bins;
}

/** `sample_staleness_theta_avg`, `_max`, `_min`; nothing when no token counts. */
export function stalenessMetrics(staleness: Int32Array, mask: Uint8Array): Readonly<Record<string, number>> {
  const lags = counted(staleness, mask);
  if (lags.length === 0) return {};
  return {
    sample_staleness_theta_avg: lags.reduce((a, b) => a + b, 0) / lags.length,
    sample_staleness_theta_max: lags.reduce((a, b) => Math.max(a, b)),
    sample_staleness_theta_min: lags.reduce((a, b) => Math.min(a, b)),
  };
}
