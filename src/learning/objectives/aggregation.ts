/**
 * Loss aggregation (sheet §0.3, §39): how the losses of single tokens become one number.
 *
 *   loss = Σ_t weight_t · loss_t        gradient_t = −weight_t · c_t
 *
 * The weights depend on masks alone, never on losses.
 */
import type { AggregationSettings, Facts, SharedSettings } from './contract.ts';

/** A way to aggregate, once it is clear which. */
export type Aggregation = Exclude<SharedSettings['aggregation'], 'as-published'>;

export interface AggregationRules extends Pick<AggregationSettings, 'emptySequences'> {
  readonly aggregation: Aggregation;
}

type Layout = Pick<Facts, 'offsets' | 'mask' | 'maxLength'>;

/**
 * Weight of every token in the aggregated loss, 0 where masked. With N_i the counted tokens of sequence i, L the
 * constant length (below 1 it counts as 1), and S the number of sequences that have counted tokens, or of all
 * sequences where empty ones count:
 *
 * - `token-mean` 1/Σ N_i · `token-mean-all` 1/T, with T all tokens, masked ones too
 * - `seq-mean-token-mean` 1/(S·N_i)
 * - `seq-mean-token-sum` 1/S
 * - `seq-mean-token-sum-norm` 1/(S·L)
 * - `sum` 1 · `sum-token-mean` 1/N_i · `sum-norm` 1/L
 *
 * @param counted which of the unmasked tokens the denominators count; all of them when left out
 * @throws RangeError when offsets and mask speak of different numbers of tokens
 */
export function tokenWeights(layout: Layout, rules: AggregationRules, counted = layout.mask): Float64Array {
  const { offsets, mask } = layout;
  const tokens = offsets.at(-1) ?? 0;
  if (tokens !== mask.length)
    throw new RangeError(`offsets end at ${tokens}, but the mask has ${mask.length} tokens`);

  const counts = new Int32Array(Math.max(0, offsets.length - 1));
  let total = 0;
  let filled = 0;
  counts.forEach((_, i) => {
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++) counts[i]! += mask[t] && counted[t] ? 1 : 0;
    total += counts[i]!;
    if (counts[i]! > 0) filled += 1;
  });
  const sequences = rules.emptySequences === 'count' ? counts.length : filled;
  const maxLength = Math.max(1, layout.maxLength);

  const weights = new Float64Array(tokens);
  counts.forEach((count, i) => {
    if (count === 0) return;
    const weight = 1 / denominator(rules.aggregation, { tokens, total, sequences, count, maxLength });
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++) if (mask[t] && counted[t]) weights[t] = weight;
  });
  return weights;
}

function denominator(
  aggregation: Aggregation,
  counts: { tokens: number; total: number; sequences: number; count: number; maxLength: number },
): number {
  switch (aggregation) {
    case 'token-mean':
      return counts.total;
    case 'token-mean-all':
      return counts.tokens;
    case 'seq-mean-token-mean':
      return counts.sequences * counts.count;
    case 'seq-mean-token-sum':
      return counts.sequences;
    case 'seq-mean-token-sum-norm':
      return counts.sequences * counts.maxLength;
    case 'sum':
      return 1;
    case 'sum-token-mean':
      return counts.count;
    case 'sum-norm':
      return counts.maxLength;
  }
}

/** Σ weight·loss, and the gradient −weight·c by every ℓθ. */
export function aggregate(
  weights: Float64Array,
  losses: Float64Array,
  coefficients: Float64Array,
): { readonly loss: number; readonly gradient: Float64Array } {
  const gradient = new Float64Array(weights.length);
  let loss = 0;
  for (let t = 0; t < weights.length; t++) {
    if (weights[t] === 0) continue;
    loss += weights[t]! * losses[t]!;
    // Subtracted from 0 so that an idle token shows 0 and not −0.
    gradient[t] = 0 - weights[t]! * coefficients[t]!;
  }
  return { loss, gradient };
}

/** Rows of `width` numbers a token, each times its token's weight. */
export function scaleRows(rows: Float64Array, weights: Float64Array): Float64Array {
  const width = rows.length / Math.max(1, weights.length);
  const scaled = new Float64Array(rows.length);
  for (let t = 0; t < weights.length; t++) {
    if (weights[t] === 0) continue;
    for (let k = t * width; k < (t + 1) * width; k++) scaled[k] = weights[t]! * rows[k]!;
  }
  return scaled;
}
