/**
 * The four quantities that are called staleness (`systems.md` §1.1), and where a sample's lag came from. All over
 * counted tokens; a sample without any has no lag (NaN) and is left out of means.
 *
 *   token lag  v_L − v_t              head lag  v_L − min_t v_t        tail lag  v_L − max_t v_t
 *   span       max_t v_t − min_t v_t  in flight v_done − min_t v_t     in queue  v_L − v_done
 *
 * v_done is the version in force when the sample's prompt was finished, so that head = in flight + in queue.
 */
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
  let tokens = 0;
  let [sum, largest, smallest, updates] = [0, -Infinity, Infinity, 0];
  for (let t = 0; t < mask.length; t++) {
    if (mask[t] === 0) continue;
    const lag = staleness[t]!;
    tokens += 1;
    sum += lag;
    largest = Math.max(largest, lag);
    smallest = Math.min(smallest, lag);
    updates += updateLag[t]!;
  }
  if (tokens === 0) return {};
  return {
    sample_staleness_theta_avg: sum / tokens,
    sample_staleness_theta_max: largest,
    sample_staleness_theta_min: smallest,
    update_lag_avg: updates / tokens,
  };
}

/**
 * `head_lag_avg`, `_max`, `tail_lag_avg`, `_max`, `version_span_avg`, `_max`, `lag_in_flight`, `lag_in_queue`, and
 * the shares of the last two, which are absent where nothing is old. Nothing when no token counts.
 */
export function sampleLagMetrics({ queueLag }: SampleFacts, lags: SampleLags): Metrics {
  let samples = 0;
  const sum = { head: 0, tail: 0, queue: 0 };
  const most = { head: -Infinity, tail: -Infinity, span: -Infinity };
  for (let i = 0; i < queueLag.length; i++) {
    const head = lags.head[i]!;
    const tail = lags.tail[i]!;
    if (Number.isNaN(head)) continue;
    samples += 1;
    sum.head += head;
    sum.tail += tail;
    sum.queue += queueLag[i]!;
    most.head = Math.max(most.head, head);
    most.tail = Math.max(most.tail, tail);
    most.span = Math.max(most.span, head - tail);
  }
  if (samples === 0) return {};
  const inFlight = sum.head - sum.queue;
  return {
    head_lag_avg: sum.head / samples,
    head_lag_max: most.head,
    tail_lag_avg: sum.tail / samples,
    tail_lag_max: most.tail,
    version_span_avg: (sum.head - sum.tail) / samples,
    version_span_max: most.span,
    lag_in_flight: inFlight / samples,
    lag_in_queue: sum.queue / samples,
    ...(sum.head > 0 && {
      lag_in_flight_share: inFlight / sum.head,
      lag_in_queue_share: sum.queue / sum.head,
    }),
  };
}
