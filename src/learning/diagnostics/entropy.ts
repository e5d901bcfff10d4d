/** Entropy of the policy's distributions at the response tokens, in nats. */
import { exp } from '../../numerics/elementary.ts';
import type { Distributions } from '../objectives/contract.ts';

/** H_t = −Σ_k p_k log p_k per token, with 0·log 0 = 0; 0 where masked. */
export function tokenEntropies(distributions: Distributions, mask: Uint8Array): Float64Array {
  const { vocabulary, logpTheta } = distributions;
  const entropies = new Float64Array(mask.length);
  for (let t = 0; t < mask.length; t++) {
    if (!mask[t]) continue;
    let negative = 0;
    for (let k = t * vocabulary; k < (t + 1) * vocabulary; k++) {
      const p = exp(logpTheta[k]!);
      if (p > 0) negative += p * logpTheta[k]!;
    }
    entropies[t] = 0 - negative;
  }
  return entropies;
}

/** `entropy`: mean H_t over counted tokens; nothing when there are none. */
export function meanEntropy(entropies: Float64Array, mask: Uint8Array): Readonly<Record<string, number>> {
  let total = 0;
  let count = 0;
  for (let t = 0; t < mask.length; t++) {
    if (!mask[t]) continue;
    total += entropies[t]!;
    count += 1;
  }
  return count === 0 ? {} : { entropy: total / count };
}
