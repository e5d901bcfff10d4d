/**
 * The two definitions of "clip fraction" (`systems.md` §3.2), over counted tokens:
 *
 * - `clip_ratio`, the active clip: (r > 1+ε₊ and A > 0) or (r < 1−ε₋ and A < 0), tokens whose gradient is cut
 * - `clip_out_of_range`: r > 1+ε₊ or r < 1−ε₋, whatever the advantage
 */
import { activeClip, sideOf, type ClipRange } from '../objectives/clipping.ts';
import { ratioOf } from '../objectives/ratios.ts';

/** @param logRatios log r of counted tokens, at least one; `advantage` of the same tokens */
export function clipFractions(
  logRatios: Float64Array,
  advantage: Float64Array,
  range: ClipRange,
): { readonly clip_ratio: number; readonly clip_out_of_range: number } {
  let active = 0;
  let outside = 0;
  logRatios.forEach((x, index) => {
    const side = sideOf(ratioOf(x), range);
    if (side !== 0) outside += 1;
    if (activeClip(side, advantage[index]!)) active += 1;
  });
  return { clip_ratio: active / logRatios.length, clip_out_of_range: outside / logRatios.length };
}
