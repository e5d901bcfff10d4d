/**
 * The PPO minimum, once, for every method that has it. Per counted token, with r = exp(clamp(log r)):
 *
 *   loss_t = weight_t · max(−A r, −A clip(r, 1−ε₋, 1+ε₊))
 *   c_t    = weight_t · r · A, but 0 where the clip is active or the log-ratio lies beyond the clamp
 *
 * The clip is active above 1+ε₊ for A > 0 and below 1−ε₋ for A < 0. A ratio exactly on a bound keeps its full
 * gradient. `weight` is a constant to differentiation.
 */
import type { SharedSettings, TokenTerms } from './contract.ts';
import { type Guard, ratioOf, tokenGuard } from './ratios.ts';

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
    /** log r lies beyond the clamp. */
    readonly clamped: Uint8Array;
  };
}

/**
 * @param logRatios log r per token, unclamped
 * @param weights constant factor per token; all 1 when left out
 * @param guard of the ratio; that of tokens when left out
 */
export function clippedTerms(
  logRatios: Float64Array,
  advantage: Float64Array,
  mask: Uint8Array,
  range: ClipRange,
  weights?: Float64Array,
  guard?: Guard,
): ClippedTerms {
  const bounds = { low: 1 - range.clipLow, high: 1 + range.clipHigh };
  return boundedTerms(logRatios, advantage, mask, () => bounds, weights, guard);
}

/** `clippedTerms` with bounds of the ratio itself, which may differ from token to token. */
export function boundedTerms(
  logRatios: Float64Array,
  advantage: Float64Array,
  mask: Uint8Array,
  boundsOf: (token: number) => { readonly low: number; readonly high: number },
  weights?: Float64Array,
  guard: Guard = tokenGuard,
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
    const { low, high } = boundsOf(t);
    const r = guard.ratioOf(logRatios[t]!);
    const clipped = Math.min(high, Math.max(low, r));
    losses[t] = weight * Math.max(-A * r, -A * clipped);

    const side = r > high ? 1 : r < low ? -1 : 0;
    const active = activeClip(side, A);
    const flat = guard.beyond(logRatios[t]!);
    if (active) gates[side === 1 ? 'clip_high' : 'clip_low'][t] = 1;
    if (flat) gates.clamped[t] = 1;
    coefficients[t] = active || flat ? 0 : weight * r * A;
  }
  return { losses, coefficients, gates };
}

/**
 * PPO's minimum, and for A < 0 no more than −c·A: a bad token whose ratio exceeds c > 1 has no gradient (`dual_clip`).
 */
export function dualClippedTerms(
  logRatios: Float64Array,
  advantage: Float64Array,
  mask: Uint8Array,
  range: ClipRange & { readonly cap: number },
): Pick<TokenTerms, 'losses' | 'coefficients'> & {
  readonly gates: ClippedTerms['gates'] & { readonly dual_clip: Uint8Array };
} {
  const { losses, coefficients, gates } = clippedTerms(logRatios, advantage, mask, range);
  const capped = new Uint8Array(mask.length);
  for (let t = 0; t < mask.length; t++) {
    if (!mask[t] || advantage[t]! >= 0 || ratioOf(logRatios[t]!) <= range.cap) continue;
    capped[t] = 1;
    losses[t] = Math.min(losses[t]!, -range.cap * advantage[t]!);
    coefficients[t] = 0;
  }
  return { losses, coefficients, gates: { ...gates, dual_clip: capped } };
}
