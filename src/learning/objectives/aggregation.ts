/**
 * Loss aggregation (sheet §0.3): how the losses of single tokens become one number.
 *
 *   loss = Σ_t weight_t · loss_t        gradient_t = −weight_t · c_t
 *
 * The weights depend on the mask alone. A method that zeroes tokens (clip, rejection) does not change them: the
 * denominators are the original counts. Fully masked sequences are left out of the mean over sequences.
 */
import type { Facts, ObjectiveSettings } from './contract.ts';

export type Aggregation = ObjectiveSettings['aggregation'];

type Layout = Pick<Facts, 'offsets' | 'mask' | 'maxLength'>;

/**
 * Weight of every token in the aggregated loss, 0 where masked. With N_i the unmasked tokens of sequence i, and
 * S the number of sequences that have any:
 *
 * - `token-mean` 1/Σ N_i
 * - `seq-mean-token-mean` 1/(S·N_i)
 * - `seq-mean-token-sum` 1/S
 * - `seq-mean-token-sum-norm` 1/(S·maxLength); a `maxLength` below 1 counts as 1
 *
 * @throws RangeError when offsets and mask speak of different numbers of tokens
 */
export function tokenWeights(layout: Layout, mode: Aggregation): Float64Array {
  const { offsets, mask } = layout;
  const tokens = offsets.at(-1) ?? 0;
  if (tokens !== mask.length)
    throw new RangeError(`offsets end at ${tokens}, but the mask has ${mask.length} tokens`);

  const counts = new Int32Array(Math.max(0, offsets.length - 1));
  let total = 0;
  let sequences = 0;
  counts.forEach((_, i) => {
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++) counts[i]! += mask[t] ? 1 : 0;
    total += counts[i]!;
    if (counts[i]! > 0) sequences += 1;
  });

  const weights = new Float64Array(tokens);
  counts.forEach((count, i) => {
    if (count === 0) return;
    const weight =
      1 / denominator(mode, { total, sequences, count, maxLength: Math.max(1, layout.maxLength) });
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++) if (mask[t]) weights[t] = weight;
  });
  return weights;
}

function denominator(
  mode: Aggregation,
  counts: { total: number; sequences: number; count: number; maxLength: number },
): number {
  switch (mode) {
    case 'token-mean':
      return counts.total;
    case 'seq-mean-token-mean':
      return counts.sequences * counts.count;
    case 'seq-mean-token-sum':
      return counts.sequences;
    case 'seq-mean-token-sum-norm':
      return counts.sequences * counts.maxLength;
  }
}

/** Per-token losses and coefficients (c_t = −∂loss_t/∂ℓθ_t), each 0 where masked. */
export interface TokenTerms {
  readonly losses: Float64Array;
  readonly coefficients: Float64Array;
}

export function aggregate(
  layout: Layout,
  mode: Aggregation,
  terms: TokenTerms,
): { readonly loss: number; readonly gradient: Float64Array } {
  const weights = tokenWeights(layout, mode);
  const gradient = new Float64Array(weights.length);
  let loss = 0;
  for (let t = 0; t < weights.length; t++) {
    if (weights[t] === 0) continue;
    loss += weights[t]! * terms.losses[t]!;
    // Subtracted from 0 so that an idle token shows 0 and not −0.
    gradient[t] = 0 - weights[t]! * terms.coefficients[t]!;
  }
  return { loss, gradient };
}
