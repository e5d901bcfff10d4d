/**
 * Histograms over counted tokens and over samples: counts that a frame carries and charts draw. Which bins is the
 * caller's choice.
 */
import { binAbove } from '../../numerics/doubling.ts';
import { binOf, emptyCounts, type Bins } from '../../numerics/histogram.ts';
import type { Facts } from '../objectives/contract.ts';
import { logRatio, required } from '../objectives/ratios.ts';

type RatioFacts = Pick<Facts, 'logpTheta' | 'logpBehave' | 'advantage' | 'mask'>;

/** log ρ = ℓθ − ℓμ of a token, the bin of it, and −1 for what has none. */
function ratioBins(facts: RatioFacts, bins: Bins): Int32Array {
  const behave = required(facts, 'logpBehave', 'The ratio histogram');
  return Int32Array.from(facts.mask, (counts, t) =>
    counts === 0 ? -1 : binOf(bins, logRatio(facts.logpTheta[t]!, behave[t]!)),
  );
}

/**
 * Histograms of log ρ, split by the sign of the advantage. Tokens with advantage 0 are in neither.
 * @throws Error when the facts hold no ℓμ
 */
export function ratioHistograms(
  facts: RatioFacts,
  bins: Bins,
): { readonly positive: Float64Array; readonly negative: Float64Array } {
  const positive = emptyCounts(bins);
  const negative = emptyCounts(bins);
  ratioBins(facts, bins).forEach((bin, t) => {
    const advantage = facts.advantage[t]!;
    if (bin < 0 || advantage === 0) return;
    (advantage > 0 ? positive : negative)[bin]! += 1;
  });
  return { positive, negative };
}

/**
 * Histogram of log ρ for every bin of staleness, all counted tokens: row after row, staleness ascending, each row
 * `bins.count` + 2 counts.
 * @param edges lower edges of the bins of staleness (`numerics/doubling.ts`)
 * @throws Error when the facts hold no ℓμ
 */
export function ratioByStaleness(
  facts: RatioFacts & { readonly staleness: Int32Array },
  bins: Bins,
  edges: readonly number[],
): Float64Array {
  const width = bins.count + 2;
  const counts = new Float64Array(edges.length * width);
  ratioBins(facts, bins).forEach((bin, t) => {
    if (bin >= 0) counts[binAbove(edges, facts.staleness[t]!) * width + bin]! += 1;
  });
  return counts;
}

/**
 * Tokens per staleness: bins 0 … maxLag, then one for all above.
 * @param tokens 1 = the token is counted: the mask, or what of it is to be counted
 * @throws RangeError at a negative staleness: a token cannot be newer than the learner
 */
export function stalenessHistogram(staleness: Int32Array, tokens: Uint8Array, maxLag: number): Float64Array {
  const bins = new Float64Array(maxLag + 2);
  staleness.forEach((lag, t) => {
    if (tokens[t] === 0) return;
    if (lag < 0) throw new RangeError(`A token has staleness ${lag}; it cannot be newer than the learner`);
    bins[Math.min(lag, maxLag + 1)]! += 1;
  });
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
  headLags.forEach((lag, i) => {
    if (Number.isNaN(lag)) return;
    const bin = binAbove(edges, lag);
    samples[bin]! += 1;
    tokens[bin]! += lengths[i]!;
  });
  return { samples, tokens };
}
