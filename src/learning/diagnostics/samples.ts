/** What is measured sample by sample: rewards, response lengths, lags. */
import { correlation } from '../../numerics/correlation.ts';
import { mean } from '../../numerics/intervals.ts';
import { quantiles } from '../../numerics/quantiles.ts';
import { zeroVarianceGroups } from '../advantages/index.ts';
import { sampleLagMetrics, sampleLags, tokenLagMetrics } from './lag.ts';

/**
 * The samples of one update, whole, and their packed response tokens: sample i owns tokens
 * `offsets[i] .. offsets[i+1])`. Masked tokens may hold any number.
 */
export interface SampleFacts {
  readonly offsets: Int32Array;
  /** 1 = the token counts. */
  readonly mask: Uint8Array;
  /** v_L − v_t, per token. */
  readonly staleness: Int32Array;
  /** The learner's updates minus those behind the weights that sampled the token, per token. */
  readonly updateLag: Int32Array;
  /** v_L minus the version in force when the sample's prompt was finished, per sample. */
  readonly queueLag: Int32Array;
  readonly reward: Float64Array;
  readonly exact: Uint8Array;
  readonly groups: Int32Array;
  /** Response lengths of the samples that were dropped for age since the update before. */
  readonly droppedLengths: Float64Array;
}

/** Counted tokens of each sample. */
export function responseLengths({ offsets, mask }: Pick<SampleFacts, 'offsets' | 'mask'>): Float64Array {
  return Float64Array.from({ length: offsets.length - 1 }, (_, i) =>
    mask.subarray(offsets[i], offsets[i + 1]).reduce((total, counts) => total + counts, 0),
  );
}

/**
 * `task_reward`, `exact_match`, `zero_variance_groups`; `response_length`, `_max`, `_p50`, `_p90`,
 * `length_staleness_correlation`, `trained_length_ratio`; the lags of `lag.ts`. Nothing without samples; what the
 * samples have no data for is absent.
 */
export function sampleMetrics(facts: SampleFacts): Record<string, number> {
  const { reward, exact, groups, droppedLengths } = facts;
  if (reward.length === 0) return {};
  const lengths = responseLengths(facts);
  const lags = sampleLags(facts);
  const [p50, p90] = quantiles(lengths, [0.5, 0.9]);
  const aged = [...lengths.keys()].filter((i) => !Number.isNaN(lags.head[i]));
  const relation = correlation(
    aged.map((i) => lengths[i]!),
    aged.map((i) => lags.head[i]!),
  );
  const trained = mean(lengths);
  const generated = mean([...lengths, ...droppedLengths]);
  return {
    task_reward: mean(reward),
    exact_match: mean(exact),
    zero_variance_groups: zeroVarianceGroups(reward, groups),
    response_length: trained,
    response_length_max: lengths.reduce((a, b) => Math.max(a, b)),
    response_length_p50: p50!,
    response_length_p90: p90!,
    ...(!Number.isNaN(relation) && { length_staleness_correlation: relation }),
    ...(generated > 0 && { trained_length_ratio: trained / generated }),
    ...tokenLagMetrics(facts),
    ...sampleLagMetrics(facts, lags),
  };
}
