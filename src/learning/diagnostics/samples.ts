/** What is measured sample by sample: rewards, response lengths, lags. */
import { correlation } from '../../numerics/correlation.ts';
import { mean } from '../../numerics/intervals.ts';
import { quantiles } from '../../numerics/quantiles.ts';
import { zeroVarianceGroups } from '../advantages/index.ts';
import { sampleLagMetrics, sampleLags, tokenLagMetrics, type SampleLags } from './lag.ts';
import { successLagMetrics } from './success.ts';

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
  /** 1 = the verifier found it right. */
  readonly exact: Float64Array;
  readonly groups: Int32Array;
  /** Response lengths of the samples that were dropped for age since the update before. */
  readonly droppedLengths: Float64Array;
}

/** Per sample, what several metrics and histograms share. */
export interface SampleMeasures extends SampleLags {
  /** Counted tokens. */
  readonly lengths: Float64Array;
}

export function measuresOf(facts: SampleFacts): SampleMeasures {
  return { lengths: responseLengths(facts), ...sampleLags(facts) };
}

/**
 * `task_reward`, `exact_match`, `zero_variance_groups`; `response_length`, `_max`, `_p50`, `_p90`,
 * `length_staleness_correlation`, `trained_length_ratio`; the lags of `lag.ts` and `success.ts`. Nothing without samples; what the
 * samples have no data for is absent.
 */
export function sampleMetrics(facts: SampleFacts, measures: SampleMeasures): Record<string, number> {
  const { reward, exact, groups, droppedLengths } = facts;
  const { lengths } = measures;
  const samples = reward.length;
  if (samples === 0) return {};
  const [p50, p90, longest] = quantiles(lengths, [0.5, 0.9, 1]);
  const relation = lengthAndAge(measures);
  const trained = mean(lengths);
  const dropped = droppedLengths.length;
  const all = trained * samples + (dropped === 0 ? 0 : mean(droppedLengths) * dropped);
  return {
    task_reward: mean(reward),
    exact_match: mean(exact),
    zero_variance_groups: zeroVarianceGroups(reward, groups),
    response_length: trained,
    response_length_max: longest!,
    response_length_p50: p50!,
    response_length_p90: p90!,
    ...(!Number.isNaN(relation) && { length_staleness_correlation: relation }),
    ...(all > 0 && { trained_length_ratio: dropped === 0 ? 1 : trained / (all / (samples + dropped)) }),
    ...tokenLagMetrics(facts),
    ...sampleLagMetrics(facts, measures),
    ...successLagMetrics(facts),
  };
}

function responseLengths({ offsets, mask }: SampleFacts): Float64Array {
  const lengths = new Float64Array(offsets.length - 1);
  for (let i = 0; i < lengths.length; i++) {
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++) if (mask[t] !== 0) lengths[i]! += 1;
  }
  return lengths;
}

/** Correlation of length and head lag over the samples that have one. */
function lengthAndAge({ lengths, head }: SampleMeasures): number {
  const aged = head.filter((lag) => !Number.isNaN(lag));
  // A sample without a lag is one without counted tokens.
  const long = lengths.filter((length) => length > 0);
  return correlation(long, aged);
}
