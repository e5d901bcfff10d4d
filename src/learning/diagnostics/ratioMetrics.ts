/**
 * The metrics of the three ratios, under the metric table's names. Each takes log-ratios per token and the mask,
 * and says nothing ({}) when no token counts: a metric without data is absent, not 0.
 */
import type { ClipRange } from '../objectives/clipping.ts';
import { clipFractions } from './clipFractions.ts';
import {
  counted,
  effectiveSampleSize,
  k3,
  maxRatio,
  meanLogRatio,
  meanRatio,
  secondMoment,
} from './ratioStatistics.ts';

type Metrics = Readonly<Record<string, number>>;

/**
 * Of r = π_θ/anchor, the ratio that the clip looks at: `importance_weight` mean r, `importance_weight_max`,
 * `approx_kl` mean log r (AReaL's sign), `clip_ratio`, `clip_out_of_range`.
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
 * Of ρ = π_θ/μ: `total_imp_weight` mean ρ, `total_imp_weight_max`, `mismatch_kl` k3 of KL(μ‖π_θ), `ess`
 * (Σρ)²/(nΣρ²), `second_moment` mean log²ρ.
 */
export function totalMetrics(logRho: Float64Array, mask: Uint8Array): Metrics {
  const ratios = counted(logRho, mask);
  if (ratios.length === 0) return {};
  return {
    total_imp_weight: meanRatio(ratios),
    total_imp_weight_max: maxRatio(ratios),
    mismatch_kl: k3(ratios),
    ess: effectiveSampleSize(ratios),
    second_moment: secondMoment(ratios),
  };
}
