/** Histogram of log ρ = ℓθ − ℓμ over counted tokens, split by the sign of the advantage. */
import type { Facts } from '../objectives/contract.ts';
import { logRatio, required } from '../objectives/ratios.ts';

/**
 * Both histograms hold an underflow bin, `bins` equal bins over [−range, range] (each closed below, the last one
 * closed above too), and an overflow bin: `bins` + 2 counts. Tokens with advantage 0 are in neither.
 * @throws Error when the facts hold no ℓμ
 */
export function ratioHistograms(
  facts: Pick<Facts, 'logpTheta' | 'logpBehave' | 'advantage' | 'mask'>,
  bins: number,
  range: number,
): { readonly positive: Float64Array; readonly negative: Float64Array } {
  const behave = required(facts, 'logpBehave', 'The ratio histogram');
  const positive = new Float64Array(bins + 2);
  const negative = new Float64Array(bins + 2);
  for (let t = 0; t < facts.mask.length; t++) {
    if (!facts.mask[t] || facts.advantage[t] === 0) continue;
    const histogram = facts.advantage[t]! > 0 ? positive : negative;
    histogram[binOf(logRatio(facts.logpTheta[t]!, behave[t]!), bins, range)]! += 1;
  }
  return { positive, negative };
}

function binOf(x: number, bins: number, range: number): number {
  if (x < -range) return 0;
  if (x > range) return bins + 1;
  return 1 + Math.min(bins - 1, Math.floor(((x + range) / (2 * range)) * bins));
}
