/**
 * What the lag does to a batch: pure functions over facts, all over counted (unmasked) tokens, none with a
 * gradient. `updateMetrics` and `updateHistograms` are all that a learner says about one update.
 *
 * - `ratioStatistics.ts` means, maxima, quantiles, ESS, second moment, χ², k1, k2, k3 of any log-ratios
 * - `ratioMetrics.ts` the metrics of the three ratios r, w, ρ by name · `clipFractions.ts` both definitions
 * - `samples.ts` rewards and lengths · `lag.ts` the kinds of lag · `entropy.ts` · `histograms.ts`
 */
import { mean } from '../../numerics/intervals.ts';
import type { Bins } from '../../numerics/histogram.ts';
import type { Facts, LearningSettings } from '../objectives/contract.ts';
import { methodSettings, needsOf, objectives } from '../objectives/index.ts';
import { logRatios } from '../objectives/ratios.ts';
import { clippedTokens } from './clipFractions.ts';
import { meanEntropy } from './entropy.ts';
import { lengthsByLag, ratioByStaleness, ratioHistograms, stalenessHistogram } from './histograms.ts';
import { sampleLags } from './lag.ts';
import { behaveMetrics, proximalMetrics, totalMetrics } from './ratioMetrics.ts';
import { responseLengths, sampleMetrics, type SampleFacts } from './samples.ts';

export { clipFractions, clippedTokens } from './clipFractions.ts';
export { lengthsByLag, ratioByStaleness, ratioHistograms, stalenessHistogram } from './histograms.ts';
export { sampleLags } from './lag.ts';
export { sampleMetrics, type SampleFacts } from './samples.ts';
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
  ratioQuantiles,
  secondMoment,
} from './ratioStatistics.ts';

/** One update as it was done. */
export interface UpdateRecord {
  readonly settings: LearningSettings;
  /** The tokens of all optimiser steps, one step after another, each as that step saw it; with ℓμ and staleness. */
  readonly facts: Facts & { readonly staleness: Int32Array };
  /** H_t of these tokens. */
  readonly entropies: Float64Array;
  /** Per optimiser step; a norm is NaN where no step was tried. */
  readonly losses: Float64Array;
  readonly gradientNorms: Float64Array;
  readonly samples: SampleFacts;
}

/** Which bins the histograms have. */
export interface HistogramShape {
  /** Of log ρ. */
  readonly ratio: Bins;
  /** Staleness 0 … maxLag singly, then one bin for all above. */
  readonly maxLag: number;
  /** Lower edges of the coarser bins of staleness. */
  readonly lagEdges: readonly number[];
}

/** Every metric of an update for which there are data, under the metric table's names; what has none is absent. */
export function updateMetrics(record: UpdateRecord): Record<string, number> {
  const { facts, settings, entropies, losses, gradientNorms, samples } = record;
  const norms = gradientNorms.filter(Number.isFinite);
  return {
    ...diagnose(facts, settings),
    ...meanEntropy(entropies, facts.mask),
    ...(losses.length > 0 && { loss: mean(losses) }),
    ...(norms.length > 0 && { grad_norm: mean(norms) }),
    ...sampleMetrics(samples),
  };
}

/** Counts over the same tokens and samples. Where nothing clips, `clipped` is NaN: no data. */
export function updateHistograms(
  { facts, settings, samples }: UpdateRecord,
  { ratio, maxLag, lagEdges }: HistogramShape,
) {
  const { positive, negative } = ratioHistograms(facts, ratio);
  const clip = clippedRatio(facts, settings);
  const cut = clip && clippedTokens(clip, facts.advantage, facts.mask, methodSettings(settings));
  const byLag = lengthsByLag(responseLengths(samples), sampleLags(samples).head, lagEdges);
  return {
    ratioPositive: positive,
    ratioNegative: negative,
    ratioByStaleness: ratioByStaleness(facts, ratio, lagEdges),
    staleness: stalenessHistogram(facts.staleness, facts.mask, maxLag),
    clipped: cut ? stalenessHistogram(facts.staleness, cut, maxLag) : new Float64Array(maxLag + 2).fill(NaN),
    samplesByLag: byLag.samples,
    lengthByLag: byLag.tokens,
  };
}

/**
 * Every diagnostic of tokens for which the facts have the data.
 *
 * - with ℓμ: those of ρ (`ratioMetrics.ts`) · with ℓp and ℓμ: those of w
 * - for a method that clips: those of the ratio that it clips
 */
export function diagnose(facts: Facts, settings: LearningSettings): Record<string, number> {
  const { logpTheta, logpBehave, logpProx, mask } = facts;
  const clip = clippedRatio(facts, settings);
  return {
    ...(logpBehave && totalMetrics(logRatios(logpTheta, logpBehave, mask), mask)),
    ...(logpBehave && logpProx && behaveMetrics(logRatios(logpProx, logpBehave, mask), mask)),
    ...(clip && proximalMetrics(clip, facts.advantage, mask, methodSettings(settings))),
  };
}

/**
 * The log-ratio that the method's clip looks at: to ℓp where the method asks for one, else to ℓμ. Undefined for a
 * method without a clip, and where the facts have no anchor.
 */
function clippedRatio(facts: Facts, settings: LearningSettings): Float64Array | undefined {
  const anchor = needsOf(settings).prox ? facts.logpProx : facts.logpBehave;
  if (!anchor || !objectives[settings.objective.name].settings.includes('clipHigh')) return undefined;
  return logRatios(facts.logpTheta, anchor, facts.mask);
}
