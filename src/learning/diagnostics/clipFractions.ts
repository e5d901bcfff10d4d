/**
 * The two definitions of "clip fraction" (`systems.md` §3.2), over counted tokens:
 *
 * - `clip_ratio`, the active clip: (r > 1+ε₊ and A > 0) or (r < 1−ε₋ and A < 0), tokens whose gradient is cut.
 *   Its two halves are `clip_ratio_high` (A > 0) and `clip_ratio_low` (A < 0), as shares of the same tokens
 * - `clip_out_of_range`: r > 1+ε₊ or r < 1−ε₋, whatever the advantage
 */
import { activeClip, sideOf, type ClipRange } from '../objectives/clipping.ts';

export interface ClipFractions {
  readonly clip_ratio: number;
  readonly clip_ratio_high: number;
  readonly clip_ratio_low: number;
  readonly clip_out_of_range: number;
}

/** @param ratios r of counted tokens, at least one; `advantage` of the same tokens */
export function clipFractions(
  ratios: Float64Array,
  advantage: Float64Array,
  range: ClipRange,
): ClipFractions {
  const tokens = ratios.length;
  let high = 0;
  let low = 0;
  let outside = 0;
  for (let t = 0; t < tokens; t++) {
    const side = sideOf(ratios[t]!, range);
    if (side === 0) continue;
    outside += 1;
    if (!activeClip(side, advantage[t]!)) continue;
    if (side > 0) high += 1;
    else low += 1;
  }
  return {
    clip_ratio: (high + low) / tokens,
    clip_ratio_high: high / tokens,
    clip_ratio_low: low / tokens,
    clip_out_of_range: outside / tokens,
  };
}
