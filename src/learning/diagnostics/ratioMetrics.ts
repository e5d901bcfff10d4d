/**
 * The metrics of the three ratios, under the metric table's names. Each takes log-ratios per token and the mask,
 * and says nothing ({}) when no token counts: a metric without data is absent, not 0.
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
  secondMoment,
} from './ratioStatistics.ts';

type Metrics = Readonly<Record<string, number>>;

/**
 * Of r = π_θ/anchor, the ratio that the clip looks at: `importance_weight` mean r, `importance_weight_max`,
 * `approx_kl` mean log r (AReaL's sign), `approx_kl_k1`, `_k2`, `_k3` of KL(anchor‖π_θ), and the clip fractions.
 */
export function proximalMetrics(
  logR: Float64Array,
  advantage: Float64Array,
  mask: Uint8Array,
  range: ClipRange,
): Metrics {
  const ratios = counted(logR, mask);
  if (ratios.length === 0) return {};
  return {
    importance_weight: meanRatio(ratios),
    importance_weight_max: maxRatio(ratios),
    approx_kl: meanLogRatio(ratios),
    approx_kl_k1: k1(ratios),
    approx_kl_k2: k2(ratios),
    approx_kl_k3: k3(ratios),
    ...clipFractions(ratios, counted(advantage, mask), range),
  };
}

/** Of w = π_prox/μ: `behave_imp_weight` mean w, `behave_approx_kl` mean log w. */
export function behaveMetrics(logW: Float64Array, mask: Uint8Array): Metrics {
  const ratios = counted(logW, mask);
  if (ratios.length === 0) return {};
  return { behave_imp_weight: meanRatio(ratios), behave_approx_kl: meanLogRatio(ratios) };
}

/**
 * Of ρ = π_θ/μ: `total_imp_weight` mean ρ, its quantiles `_p1` to `_p99` and `_max`; of KL(μ‖π_θ) `mismatch_kl_k1`,
 * `mismatch_kl_k2` and `mismatch_kl` (k3); `ess` (Σρ)²/(nΣρ²), `second_moment` mean log²ρ, `chi2_token` mean ρ² − 1.
 */
export function totalMetrics(logRho: Float64Array, mask: Uint8Array): Metrics {
  const ratios = counted(logRho, mask);
  if (ratios.length === 0) return {};
  const [p1, p10, p50, p90, p99] = ratioQuantiles(ratios, [0.01, 0.1, 0.5, 0.9, 0.99]);
  return {
    total_imp_weight: meanRatio(ratios),
    total_imp_weight_max: maxRatio(ratios),
    total_imp_weight_p1: p1!,
    total_imp_weight_p10: p10!,
    total_imp_weight_p50: p50!,
    total_imp_weight_p90: p90!,
    total_imp_weight_p99: p99!,
    mismatch_kl_k1: k1(ratios),
    mismatch_kl_k2: k2(ratios),
    mismatch_kl: k3(ratios),
    ess: effectiveSampleSize(ratios),
    second_moment: secondMoment(ratios),
    chi2_token: chiSquare(ratios),
  };
}
