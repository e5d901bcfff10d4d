/**
 * What the learner says about one update: the values of all metrics in table order, and the histograms.
 * A frame has a fixed size, so that a shared ring and a message carry the same `FRAME_LENGTH` doubles:
 *
 *   update · version · seconds · samples · settings revision · metrics (NaN = no data)
 *   · log-ratio histogram where A > 0 · the same where A < 0 · staleness histogram
 */
import { metrics, metricIndex, type MetricName } from './metrics.ts';

/** Equal bins of log ρ over [−RATIO_RANGE, RATIO_RANGE], between one underflow and one overflow bin. */
export const RATIO_BINS = 41;
export const RATIO_RANGE = 2;
/** Staleness 0 … MAX_LAG in single bins, then one for all above. */
export const MAX_LAG = 256;

const METRICS_AT = 5;
const POSITIVE_AT = METRICS_AT + metrics.length;
const NEGATIVE_AT = POSITIVE_AT + RATIO_BINS + 2;
const STALENESS_AT = NEGATIVE_AT + RATIO_BINS + 2;
export const FRAME_LENGTH = STALENESS_AT + MAX_LAG + 2;

export interface Frame {
  /** Updates done, this one included: the first frame says 1. */
  readonly update: number;
  /** Version of the weights that were being trained. */
  readonly version: number;
  /** Seconds of the run's clock since it began, pauses left out. */
  readonly seconds: number;
  /** Samples trained on since the run began. */
  readonly samples: number;
  /** Revision of the settings that this update ran under. */
  readonly revision: number;
  readonly values: Float64Array;
  readonly ratioPositive: Float64Array;
  readonly ratioNegative: Float64Array;
  /** Tokens per integer staleness in versions. */
  readonly staleness: Float64Array;
}

export interface FrameHead {
  readonly update: number;
  readonly version: number;
  readonly seconds: number;
  readonly samples: number;
  readonly revision: number;
}

/** Writes a frame into `FRAME_LENGTH` doubles. Metrics that are not given have no data (NaN). */
export function encodeFrame(
  head: FrameHead,
  values: Partial<Record<MetricName, number>>,
  histograms: Pick<Frame, 'ratioPositive' | 'ratioNegative' | 'staleness'>,
): Float64Array {
  const data = new Float64Array(FRAME_LENGTH);
  data.set([head.update, head.version, head.seconds, head.samples, head.revision]);
  data.fill(NaN, METRICS_AT, POSITIVE_AT);
  for (const [name, value] of Object.entries(values))
    data[METRICS_AT + metricIndex(name as MetricName)] = value;
  data.set(histograms.ratioPositive, POSITIVE_AT);
  data.set(histograms.ratioNegative, NEGATIVE_AT);
  data.set(histograms.staleness, STALENESS_AT);
  return data;
}

/** Reads a frame; its arrays are copies. */
export function decodeFrame(data: Float64Array): Frame {
  return {
    update: data[0]!,
    version: data[1]!,
    seconds: data[2]!,
    samples: data[3]!,
    revision: data[4]!,
    values: data.slice(METRICS_AT, POSITIVE_AT),
    ratioPositive: data.slice(POSITIVE_AT, NEGATIVE_AT),
    ratioNegative: data.slice(NEGATIVE_AT, STALENESS_AT),
    staleness: data.slice(STALENESS_AT, FRAME_LENGTH),
  };
}

/** Value of a metric in a frame; NaN = no data. */
export function valueOf(frame: Frame, name: MetricName): number {
  return frame.values[metricIndex(name)]!;
}
