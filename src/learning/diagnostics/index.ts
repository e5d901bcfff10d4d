/**
 * What the lag does to a batch: pure functions over facts, all over counted (unmasked) tokens, none with a
 * gradient. `measureUpdate` gives all that a learner says about one update.
 *
 * - `tokens.ts` the counted tokens and their ratios, made once
 * - `ratioStatistics.ts` means, maxima, quantiles, ESS, second moment, χ², k1, k2, k3 of any ratios
 * - `ratioMetrics.ts` the metrics of the three ratios r, w, ρ by name · `clipFractions.ts` what a clip range cuts
 * - `gates.ts` what the objective's gates say · `measured.ts` what it measured itself
 * - `samples.ts` rewards and lengths · `lag.ts` the kinds of lag · `entropy.ts` · `histograms.ts`
 */
import type { Bins } from '../../numerics/histogram.ts';
import { mean } from '../../numerics/intervals.ts';
import type { Evaluation, Facts, LearningSettings } from '../objectives/contract.ts';
import { methodNeeds } from '../objectives/index.ts';
import { clippedTokens, gateMetrics, type Gates } from './gates.ts';
import { meanEntropy } from './entropy.ts';
import { lengthsByLag, ratioByStaleness, ratioHistograms, stalenessHistogram } from './histograms.ts';
import { behaveOf, proximalOf, totalOf } from './ratioMetrics.ts';
import { counted } from './ratioStatistics.ts';
import { measuresOf, sampleMetrics, type SampleFacts } from './samples.ts';
import { tokensOf, type Tokens } from './tokens.ts';

export { mergeMeasured } from './measured.ts';
export type { SampleFacts } from './samples.ts';

/** One update as it was done. */
export interface UpdateRecord {
  readonly settings: LearningSettings;
  /** The tokens of all optimiser steps, one step after another, each as that step saw it; with ℓμ and staleness. */
  readonly facts: Facts & { readonly staleness: Int32Array };
  /** Of these tokens, by the objective's names. */
  readonly gates: Gates;
  /** What the objective measured itself, of all steps together (`mergeMeasured`). */
  readonly measured: Evaluation['metrics'];
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
 * counts of its histograms. Where nothing clips, `clipped` is NaN: no data. What the objective measured goes before what
 * is measured here, and may have names that the table has not.
 * @throws Error when the facts hold no ℓμ
 */
export function measureUpdate(record: UpdateRecord, { ratio, maxLag, lagEdges }: HistogramShape) {
  const { facts, entropies, losses, gradientNorms, samples } = record;
  const tokens = tokensOf(facts, asksForProximal(record));
  if (!tokens.total)
    throw new Error('An update is measured against the behaviour policy, which was not given');
  const { advantage, total } = tokens;
  const staleness = counted(facts.staleness, facts.mask);
  const clipped = clippedTokens(record.gates, facts.mask);
  const measures = measuresOf(samples);
  const norms = gradientNorms.filter(Number.isFinite);
  const { positive, negative } = ratioHistograms(total.logs, advantage, ratio);
  const byLag = lengthsByLag(measures.lengths, measures.head, lagEdges);
  return {
    values: {
      ...tokenMetrics(tokens, record),
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
      clipped: clipped
        ? stalenessHistogram(staleness, maxLag, clipped)
        : new Float64Array(maxLag + 2).fill(NaN),
      samplesByLag: byLag.samples,
      lengthByLag: byLag.tokens,
    },
  };
}

type TokenRecord = Pick<UpdateRecord, 'settings' | 'gates' | 'measured'>;

/**
 * Every diagnostic of tokens for which there are data: with ℓμ those of ρ, with ℓp and ℓμ those of w, those of the ratio
 * that the objective takes, of its clip and of its other gates.
 */
export function diagnose(
  facts: Facts,
  settings: LearningSettings,
  { gates, metrics }: Pick<Evaluation, 'gates' | 'metrics'>,
): Record<string, number> {
  const record = { settings, facts, gates, measured: metrics };
  return tokenMetrics(tokensOf(facts, asksForProximal(record)), record);
}

/** Whether θ/prox is to be measured: the method takes it, and has not measured it itself. */
function asksForProximal({ settings, measured }: Pick<TokenRecord, 'settings' | 'measured'>): boolean {
  return measured['importance_weight'] === undefined && methodNeeds(settings).prox !== undefined;
}

function tokenMetrics(
  { total, behave, proximal }: Tokens,
  { facts, gates, measured }: Omit<TokenRecord, 'settings'> & { readonly facts: Facts },
): Record<string, number> {
  return {
    ...(proximal && proximalOf(proximal)),
    ...measured,
    ...(total && totalOf(total)),
    ...(behave && behaveOf(behave)),
    ...gateMetrics(gates, facts.mask),
  };
}
