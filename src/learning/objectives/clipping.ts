/**
 * The PPO minimum, once, for every method that has it. Per counted token, with r = exp(clamp(log r, ±20)):
 *
 *   loss_t = weight_t · max(−A r, −A clip(r, 1−ε₋, 1+ε₊))
 *   c_t    = weight_t · r · A, but 0 where the clip is active or the log-ratio lies beyond the clamp
 *
 * The clip is active above 1+ε₊ for A > 0 and below 1−ε₋ for A < 0. A ratio exactly on a bound keeps its full
 * gradient. `weight` is a constant to differentiation.
 */
import type { SharedSettings, TokenTerms } from './contract.ts';
import { beyondClamp, ratioOf } from './ratios.ts';

export type ClipRange = Pick<SharedSettings, 'clipLow' | 'clipHigh'>;

/** Which bound a ratio has left: 1 = above 1+ε₊, −1 = below 1−ε₋, 0 = neither. */
export function sideOf(ratio: number, range: ClipRange): -1 | 0 | 1 {
  if (ratio > 1 + range.clipHigh) return 1;
  if (ratio < 1 - range.clipLow) return -1;
  return 0;
}

/** Whether the clip cuts the gradient: the ratio has left the range in the direction the advantage pushes it. */
export function activeClip(side: -1 | 0 | 1, advantage: number): boolean {
  return side * advantage > 0;
}

export interface ClippedTerms extends Pick<TokenTerms, 'losses' | 'coefficients'> {
  readonly gates: {
    /** r > 1+ε₊ and A > 0. */
    readonly clip_high: Uint8Array;
    /** r < 1−ε₋ and A < 0. */
    readonly clip_low: Uint8Array;
    /** |log r| > 20. */
    readonly clamped: Uint8Array;
  };
}

/**
 * @param logRatios log r per token, unclamped
 * @param weights constant factor per token; all 1 when left out
 */
export function clippedTerms(
  logRatios: Float64Array,
  advantage: Float64Array,
  mask: Uint8Array,
  range: ClipRange,
  weights?: Float64Array,
): ClippedTerms {
  const tokens = mask.length;
  const losses = new Float64Array(tokens);
  const coefficients = new Float64Array(tokens);
  const gates = {
    clip_high: new Uint8Array(tokens),
    clip_low: new Uint8Array(tokens),
    clamped: new Uint8Array(tokens),
  };
  for (let t = 0; t < tokens; t++) {
    if (!mask[t]) continue;
    const A = advantage[t]!;
    const weight = weights ? weights[t]! : 1;
    const r = ratioOf(logRatios[t]!);
    const clipped = Math.min(1 + range.clipHigh, Math.max(1 - range.clipLow, r));
    losses[t] = weight * Math.max(-A * r, -A * clipped);

    const side = sideOf(r, range);
    const active = activeClip(side, A);
    const flat = beyondClamp(logRatios[t]!);
    if (active) gates[side === 1 ? 'clip_high' : 'clip_low'][t] = 1;
    if (flat) gates.clamped[t] = 1;
    coefficients[t] = active || flat ? 0 : weight * r * A;
  }
  return { losses, coefficients, gates };
}
