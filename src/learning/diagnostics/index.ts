/**
 * What the lag does to a batch: pure functions over facts, all over counted (unmasked) tokens, none with a
 * gradient.
 *
 * - `ratioStatistics.ts` means, maxima, ESS, second moment, χ², k1, k2, k3 of any log-ratios
 * - `clipFractions.ts` both definitions of the clip fraction · `entropy.ts` · `staleness.ts`
 * - `ratioMetrics.ts` the metrics of the three ratios r, w, ρ by name · `ratioHistogram.ts`
 */
import type { Facts, ObjectiveSettings } from '../objectives/contract.ts';
import { objectives } from '../objectives/index.ts';
import { logRatios } from '../objectives/ratios.ts';
import { meanEntropy, tokenEntropies } from './entropy.ts';
import { behaveMetrics, proximalMetrics, totalMetrics } from './ratioMetrics.ts';
import { stalenessMetrics } from './staleness.ts';

export { clipFractions } from './clipFractions.ts';
export { ratioHistograms } from './ratioHistogram.ts';
export { stalenessHistogram, stalenessMetrics } from './staleness.ts';
export {
  chiSquare,
  counted,
  effectiveSampleSize,
  k1,
  k2,
  k3,
  maxRatio,
  meanLogRatio,
  meanRatio,
  secondMoment,
} from './ratioStatistics.ts';

/**
 * Every diagnostic for which the facts have the data, under the metric table's names; what has none is absent.
 *
 * - with ℓμ: `total_imp_weight`, `total_imp_weight_max`, `mismatch_kl`, `ess`, `second_moment`
 * - with ℓp and ℓμ: `behave_imp_weight`, `behave_approx_kl`
 * - for a method that clips, of the ratio that it clips: `importance_weight`, `importance_weight_max`, `approx_kl`,
 *   `clip_ratio`, `clip_out_of_range`. Its anchor is ℓp where the method asks for one, else ℓμ
 * - with staleness: `sample_staleness_theta_avg`, `_max`, `_min` · with distributions: `entropy`
 */
export function diagnose(facts: Facts, settings: ObjectiveSettings): Record<string, number> {
  const { logpTheta, logpBehave, logpProx, mask } = facts;
  const method = objectives[settings.name];
  const anchor = method.needs.prox ? logpProx : logpBehave;
  const clips = method.settings.includes('clipHigh');
  return {
    ...(logpBehave && totalMetrics(logRatios(logpTheta, logpBehave, mask), mask)),
    ...(logpBehave && logpProx && behaveMetrics(logRatios(logpProx, logpBehave, mask), mask)),
    ...(clips &&
      anchor &&
      proximalMetrics(logRatios(logpTheta, anchor, mask), facts.advantage, mask, settings)),
    ...(facts.staleness && stalenessMetrics(facts.staleness, mask)),
    ...(facts.distributions && meanEntropy(tokenEntropies(facts.distributions, mask), mask)),
  };
}
