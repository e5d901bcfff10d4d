/**
 * Histograms over counted tokens and over samples: counts that a frame carries and charts draw. Which bins is the
 * caller's choice.
 */
import { binAbove } from '../../numerics/doubling.ts';
import { binOf, emptyCounts, type Bins } from '../../numerics/histogram.ts';

/**
 * Histograms of log ρ, split by the sign of the advantage. Tokens with advantage 0 are in neither.
 * @param logs log ρ of counted tokens; `advantage` of the same tokens
 */
export function ratioHistograms(
  logs: Float64Array,
  advantage: Float64Array,
  bins: Bins,
): { readonly positive: Float64Array; readonly negative: Float64Array } {
  const positive = emptyCounts(bins);
  const negative = emptyCounts(bins);
  for (let t = 0; t < logs.length; t++) {
    const bin = binOf(bins, logs[t]!);
    if (bin < 0 || advantage[t] === 0) continue;
    (advantage[t]! > 0 ? positive : negative)[bin]! += 1;
  }
  return { positive, negative };
}

/**
 * Histogram of log ρ for every bin of staleness, whatever the advantage: row after row, staleness ascending, each row
 * `bins.count` + 2 counts.
 * @param edges lower edges of the bins of staleness (`numerics/doubling.ts`)
 */
export function ratioByStaleness(
  logs: Float64Array,
  staleness: Int32Array,
  bins: Bins,
  edges: readonly number[],
): Float64Array {
  const width = bins.count + 2;
  const counts = new Float64Array(edges.length * width);
  for (let t = 0; t < logs.length; t++) {
    const bin = binOf(bins, logs[t]!);
    if (bin >= 0) counts[binAbove(edges, staleness[t]!) * width + bin]! += 1;
  }
  return counts;
}

/**
 * Tokens per staleness: bins 0 … maxLag, then one for all above.
 * @param chosen 1 = the token is counted; all when left out
 * @throws RangeError at a negative staleness: a token cannot be newer than the learner
 */
export function stalenessHistogram(staleness: Int32Array, maxLag: number, chosen?: Uint8Array): Float64Array {
  const bins = new Float64Array(maxLag + 2);
  for (let t = 0; t < staleness.length; t++) {
    if (chosen && chosen[t] === 0) continue;
    const lag = staleness[t]!;
    if (lag < 0) throw new RangeError(`A token has staleness ${lag}; it cannot be newer than the learner`);
    bins[Math.min(lag, maxLag + 1)]! += 1;
  }
  return bins;
}

/** Samples, and the sum of their response lengths, per bin of head lag. Samples without counted tokens are in none. */
export function lengthsByLag(
  lengths: Float64Array,
  headLags: Float64Array,
  edges: readonly number[],
): { readonly samples: Float64Array; readonly tokens: Float64Array } {
  const samples = new Float64Array(edges.length);
  const tokens = new Float64Array(edges.length);
  for (let i = 0; i < headLags.length; i++) {
    const lag = headLags[i]!;
    if (Number.isNaN(lag)) continue;
    const bin = binAbove(edges, lag);
    samples[bin]! += 1;
    tokens[bin]! += lengths[i]!;
  }
  return { samples, tokens };
}
