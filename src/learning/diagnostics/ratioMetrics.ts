/**
 * The metrics of the three ratios, under the metric table's names. Each says nothing ({}) when no token counts: a
 * metric without data is absent, not 0. `…Metrics` take log-ratios per token and the mask, `…Of` the ratios of counted
 * tokens.
 */
import type { ClipRange } from '../objectives/clipping.ts';
import { clipFractions } from './clipFractions.ts';
import {
  chiSquare,
  counted,
  effectiveSampleSize,
  k1,
  k2,
  k3,
  maxRatio,
  meanLogRatio,
  meanRatio,
  ratioQuantiles,
  ratiosOf,
  secondMoment,
  type Ratios,
} from './ratioStatistics.ts';

type Metrics = Readonly<Record<string, number>>;

/**
 * Of r = π_θ/anchor, the ratio that a clip looks at: those of `proximalOf`, and the clip fractions.
 */
export function proximalMetrics(
  logR: Float64Array,
  advantage: Float64Array,
  mask: Uint8Array,
  range: ClipRange,
): Metrics {
  const r = ratiosOf(counted(logR, mask));
  if (r.values.length === 0) return {};
  return { ...proximalOf(r), ...clipFractions(r.values, counted(advantage, mask), range) };
}

/**
 * Of r = π_θ/π_prox: `importance_weight` mean r, `importance_weight_max`, `approx_kl` mean log r (AReaL's sign),
 * `approx_kl_k1`, `_k2`, `_k3` of KL(π_prox‖π_θ).
 */
export function proximalOf(r: Ratios): Metrics {
  if (r.values.length === 0) return {};
  return {
    importance_weight: meanRatio(r),
    importance_weight_max: maxRatio(r),
    approx_kl: meanLogRatio(r),
    approx_kl_k1: k1(r),
    approx_kl_k2: k2(r),
    approx_kl_k3: k3(r),
  };
}

/** Of w = π_prox/μ: `behave_imp_weight` mean w, `behave_approx_kl` mean log w. */
export function behaveMetrics(logW: Float64Array, mask: Uint8Array): Metrics {
  return behaveOf(ratiosOf(counted(logW, mask)));
}

export function behaveOf(w: Ratios): Metrics {
  if (w.values.length === 0) return {};
  return { behave_imp_weight: meanRatio(w), behave_approx_kl: meanLogRatio(w) };
}

/**
 * Of ρ = π_θ/μ: `total_imp_weight` mean ρ, its quantiles `_p1` to `_p99` and `_max`; of KL(μ‖π_θ) `mismatch_kl_k1`,
 * `mismatch_kl_k2` and `mismatch_kl` (k3); `ess` (Σρ)²/(nΣρ²), `second_moment` mean log²ρ, `chi2_token` mean ρ² − 1.
 */
export function totalOf(rho: Ratios): Metrics {
  if (rho.values.length === 0) return {};
  const [p1, p10, p50, p90, p99] = ratioQuantiles(rho, [0.01, 0.1, 0.5, 0.9, 0.99]);
  return {
    total_imp_weight: meanRatio(rho),
    total_imp_weight_max: maxRatio(rho),
    total_imp_weight_p1: p1!,
    total_imp_weight_p10: p10!,
    total_imp_weight_p50: p50!,
    total_imp_weight_p90: p90!,
    total_imp_weight_p99: p99!,
    mismatch_kl_k1: k1(rho),
    mismatch_kl_k2: k2(rho),
    mismatch_kl: k3(rho),
    ess: effectiveSampleSize(rho),
    second_moment: secondMoment(rho),
    chi2_token: chiSquare(rho),
  };
}
