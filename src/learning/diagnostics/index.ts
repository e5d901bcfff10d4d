/**
 * What the lag does to a batch: pure functions over facts, all over counted (unmasked) tokens, none with a
 * gradient. `measureUpdate` gives all that a learner says about one update.
 *
 * - `tokens.ts` the counted tokens and their ratios, made once
 * - `ratioStatistics.ts` means, maxima, quantiles, ESS, second moment, χ², k1, k2, k3 of any ratios
 * - `ratioMetrics.ts` the metrics of the three ratios r, w, ρ by name · `clipFractions.ts` both definitions
 * - `samples.ts` rewards and lengths · `lag.ts` the kinds of lag · `entropy.ts` · `histograms.ts`
 */
import type { Bins } from '../../numerics/histogram.ts';
import { mean } from '../../numerics/intervals.ts';
import type { ClipRange } from '../objectives/clipping.ts';
import type { Facts, LearningSettings } from '../objectives/contract.ts';
import { methodSettings } from '../objectives/index.ts';
import { clippedTokens } from './clipFractions.ts';
import { meanEntropy } from './entropy.ts';
import { lengthsByLag, ratioByStaleness, ratioHistograms, stalenessHistogram } from './histograms.ts';
import { behaveOf, proximalOf, totalOf } from './ratioMetrics.ts';
import { counted } from './ratioStatistics.ts';
import { measuresOf, sampleMetrics, type SampleFacts } from './samples.ts';
import { tokensOf, type Tokens } from './tokens.ts';

export type { SampleFacts } from './samples.ts';

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

/**
 * Every metric of an update for which there are data, under the metric table's names (what has none is absent), and the
 * counts of its histograms. Where nothing clips, `clipped` is NaN: no data.
 * @throws Error when the facts hold no ℓμ
 */
export function measureUpdate(record: UpdateRecord, { ratio, maxLag, lagEdges }: HistogramShape) {
  const { facts, settings, entropies, losses, gradientNorms, samples } = record;
  const tokens = tokensOf(facts, settings);
  if (!tokens.total)
    throw new Error('An update is measured against the behaviour policy, which was not given');
  const { advantage, total, clip } = tokens;
  const staleness = counted(facts.staleness, facts.mask);
  const range = methodSettings(settings);
  const measures = measuresOf(samples);
  const norms = gradientNorms.filter(Number.isFinite);
  const { positive, negative } = ratioHistograms(total.logs, advantage, ratio);
  const byLag = lengthsByLag(measures.lengths, measures.head, lagEdges);
  return {
    values: {
      ...tokenMetrics(tokens, range),
      ...meanEntropy(entropies, facts.mask),
      ...(losses.length > 0 && { loss: mean(losses) }),
      ...(norms.length > 0 && { grad_norm: mean(norms) }),
      ...sampleMetrics(samples, measures),
    },
    histograms: {
      ratioPositive: positive,
      ratioNegative: negative,
      ratioByStaleness: ratioByStaleness(total.logs, staleness, ratio, lagEdges),
      staleness: stalenessHistogram(staleness, maxLag),
      clipped: clip
        ? stalenessHistogram(staleness, maxLag, clippedTokens(clip.values, advantage, range))
        : new Float64Array(maxLag + 2).fill(NaN),
      samplesByLag: byLag.samples,
      lengthByLag: byLag.tokens,
    },
  };
}

/**
 * Every diagnostic of tokens for which the facts have the data.
 *
 * - with ℓμ: those of ρ (`ratioMetrics.ts`) · with ℓp and ℓμ: those of w
 * - for a method that clips: those of the ratio that it clips
 */
export function diagnose(facts: Facts, settings: LearningSettings): Record<string, number> {
  return tokenMetrics(tokensOf(facts, settings), methodSettings(settings));
}

function tokenMetrics({ advantage, total, behave, clip }: Tokens, range: ClipRange): Record<string, number> {
  return {
    ...(total && totalOf(total)),
    ...(behave && behaveOf(behave)),
    ...(clip && proximalOf(clip, advantage, range)),
  };
}
