/** Covariance of advantage and log-probability per token (sheet §35): what drives entropy down. */
import type { Facts } from './contract.ts';
import { LOGP_FLOOR } from './ratios.ts';

/** (A − mean A)(ℓθ − mean ℓθ) over counted tokens, 0 where masked. */
export function covariances({ mask, advantage, logpTheta }: Facts): Float64Array {
  const logp = logpTheta.map((value) => Math.max(LOGP_FLOOR, value));
  const meanA = meanOf(advantage, mask);
  const meanLogp = meanOf(logp, mask);
  return Float64Array.from(mask, (counts, t) =>
    counts ? (advantage[t]! - meanA) * (logp[t]! - meanLogp) : 0,
  );
}

function meanOf(values: Float64Array, mask: Uint8Array): number {
  let sum = 0;
  let count = 0;
  for (let t = 0; t < mask.length; t++) {
    if (!mask[t]) continue;
    sum += values[t]!;
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}

/** How many tokens a share is: at least one where any counts, as in verl. */
export function shareCount(share: number, mask: Uint8Array): number {
  const counted = mask.reduce((total, counts) => total + (counts ? 1 : 0), 0);
  return Math.min(counted, Math.max(1, Math.floor(share * counted)));
}
