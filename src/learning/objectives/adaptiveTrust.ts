/**
 * SAT's rule (sheet §19): the clip narrows, on one side, for the tokens in the tail of |δ|, δ = sg log ratio.
 *
 *   q = α-quantile of |δ| over the counted tokens        κ = 1 where |δ| ≤ q or q = 0, else the kernel
 *   δ > 0: [1−ε₋, 1+ε₊κ]        δ < 0: [1−ε₋κ, 1+ε₊]
 *
 * Two readings of the kernel: `hill` q²/(q²+δ²), which jumps to ½ at the gate, and `continuous` 1/(1+((|δ|−q)/q)²).
 */
import { quantile } from '../../numerics/quantiles.ts';
import { proximalMetrics } from '../diagnostics/ratioMetrics.ts';
import { counted } from '../diagnostics/ratioStatistics.ts';
import { boundedTerms, type ClipRange } from './clipping.ts';
import type { TokenTerms } from './contract.ts';
import { clampLogRatio } from './ratios.ts';
import { gate, shareOf } from './surrogates.ts';

export interface TrustSettings extends ClipRange {
  /** α: share of the tokens that keep the whole range. */
  readonly quantile: number;
  readonly kernel: 'hill' | 'continuous';
}

/**
 * @param logRatios of θ, per token
 * @param fixed the same, for the rule, which has no gradient
 */
export function adaptiveTerms(
  logRatios: Float64Array,
  fixed: Float64Array,
  advantage: Float64Array,
  mask: Uint8Array,
  settings: TrustSettings,
): TokenTerms {
  const sizes = fixed.map((x) => Math.abs(clampLogRatio(x)));
  const all = counted(sizes, mask);
  const q = all.length === 0 ? 0 : quantile(all, settings.quantile);
  const kappa = sizes.map((size) => (q === 0 || size <= q ? 1 : kernel(size, q, settings.kernel)));
  const { clipLow, clipHigh } = settings;
  const terms = boundedTerms(logRatios, advantage, mask, (t) => ({
    low: 1 - clipLow * (fixed[t]! < 0 ? kappa[t]! : 1),
    high: 1 + clipHigh * (fixed[t]! > 0 ? kappa[t]! : 1),
  }));
  const gated = gate(mask, (t) => kappa[t]! < 1);
  const kappas = counted(kappa, mask);
  return {
    ...terms,
    gates: { ...terms.gates, narrowed: gated },
    metrics: {
      ...proximalMetrics(logRatios, advantage, mask, settings),
      ...shareOf('narrowed_ratio', gated, mask),
      ...(kappas.length > 0 && { kappa_min: kappas.reduce((a, b) => Math.min(a, b)) }),
    },
  };
}

function kernel(size: number, q: number, which: TrustSettings['kernel']): number {
  if (which === 'hill') return 1 / (1 + (size / q) * (size / q));
  const beyond = (size - q) / q;
  return 1 / (1 + beyond * beyond);
}
