/**
 * The four quantities that are called staleness (`systems.md` §1.1), and where a sample's lag came from. All over
 * counted tokens; a sample without any has no lag (NaN) and is left out of means.
 *
 *   token lag  v_L − v_t              head lag  v_L − min_t v_t        tail lag  v_L − max_t v_t
 *   span       max_t v_t − min_t v_t  in flight v_done − min_t v_t     in queue  v_L − v_done
 *
 * v_done is the version in force when the sample's prompt was finished, so that head = in flight + in queue.
 */
import { mean } from '../../numerics/intervals.ts';
import { counted } from './ratioStatistics.ts';
import type { SampleFacts } from './samples.ts';

type Metrics = Readonly<Record<string, number>>;

export interface SampleLags {
  /** One number a sample, NaN where no token counts. */
  readonly head: Float64Array;
  readonly tail: Float64Array;
}

export function sampleLags({ offsets, mask, staleness }: SampleFacts): SampleLags {
  const head = new Float64Array(offsets.length - 1).fill(NaN);
  const tail = new Float64Array(offsets.length - 1).fill(NaN);
  for (let i = 0; i < head.length; i++) {
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++) {
      if (mask[t] === 0) continue;
      const lag = staleness[t]!;
      if (!(lag <= head[i]!)) head[i] = lag;
      if (!(lag >= tail[i]!)) tail[i] = lag;
    }
  }
  return { head, tail };
}

/** `sample_staleness_theta_avg`, `_max`, `_min`, `update_lag_avg`; nothing when no token counts. */
export function tokenLagMetrics({ staleness, updateLag, mask }: SampleFacts): Metrics {
  const lags = counted(staleness, mask);
  if (lags.length === 0) return {};
  return {
    sample_staleness_theta_avg: mean(lags),
    sample_staleness_theta_max: largest(lags),
    sample_staleness_theta_min: lags.reduce((a, b) => Math.min(a, b)),
    update_lag_avg: mean(counted(updateLag, mask)),
  };
}

/**
 * `head_lag_avg`, `_max`, `tail_lag_avg`, `_max`, `version_span_avg`, `_max`, `lag_in_flight`, `lag_in_queue`, and
 * the shares of the last two, which are absent where nothing is old. Nothing when no token counts.
 */
export function sampleLagMetrics({ queueLag }: SampleFacts, lags: SampleLags): Metrics {
  const present = [...lags.head.keys()].filter((i) => !Number.isNaN(lags.head[i]));
  if (present.length === 0) return {};
  const of = (lagOf: (i: number) => number): Float64Array => Float64Array.from(present, lagOf);
  const head = of((i) => lags.head[i]!);
  const tail = of((i) => lags.tail[i]!);
  const span = of((i) => lags.head[i]! - lags.tail[i]!);
  const inFlight = mean(of((i) => lags.head[i]! - queueLag[i]!));
  const inQueue = mean(of((i) => queueLag[i]!));
  const total = mean(head);
  return {
    head_lag_avg: total,
    head_lag_max: largest(head),
    tail_lag_avg: mean(tail),
    tail_lag_max: largest(tail),
    version_span_avg: mean(span),
    version_span_max: largest(span),
    lag_in_flight: inFlight,
    lag_in_queue: inQueue,
    ...(total > 0 && { lag_in_flight_share: inFlight / total, lag_in_queue_share: inQueue / total }),
  };
}

function largest(values: Float64Array | Int32Array): number {
  let most = -Infinity;
  for (const value of values) most = Math.max(most, value);
  return most;
}
