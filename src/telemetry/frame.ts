/**
 * What the learner says about one update: the values of all metrics in table order, and the histograms. A frame has
 * a fixed size, so that a shared ring and a message carry the same `FRAME_LENGTH` doubles:
 *
 *   update · version · seconds · samples · settings revision        5 float64
 *   metrics in table order                                          float64 each, NaN = no data
 *   counts of the histograms, in the order of `HISTOGRAMS`          float32 each, exact up to 2²⁴, padded to 8 bytes
 *
 * Counts are never NaN in here, so that any copy of the doubles keeps their bits; that nothing clips is said by the
 * metric `clip_ratio`.
 */
import { doublingEdges } from '../numerics/doubling.ts';
import { metrics, metricIndex, type MetricName } from './metrics.ts';

/** Equal bins of log ρ over [−RATIO_RANGE, RATIO_RANGE], between one underflow and one overflow bin. */
export const RATIO_BINS = 41;
export const RATIO_RANGE = 2;
/** Staleness 0 … MAX_LAG in single bins, then one for all above. */
export const MAX_LAG = 256;
/** Lower edges of the coarser bins of staleness: single up to 7, then four per doubling, the last one open. */
export const LAG_EDGES = doublingEdges(4, MAX_LAG);

/** The bins above, as `learning/diagnostics` takes them. */
export const HISTOGRAM_SHAPE = {
  ratio: { count: RATIO_BINS, from: -RATIO_RANGE, to: RATIO_RANGE },
  maxLag: MAX_LAG,
  lagEdges: LAG_EDGES,
} as const;

/**
 * Histograms of one update. Tokens are counted in every optimiser step in which they were trained on, so that all
 * counts of tokens belong together.
 */
export interface Histograms {
  /** Tokens with A > 0 per bin of log ρ, RATIO_BINS + 2 of them. */
  readonly ratioPositive: Float64Array;
  /** The same for A < 0. */
  readonly ratioNegative: Float64Array;
  /** Tokens per integer staleness in versions, MAX_LAG + 2 of them. */
  readonly staleness: Float64Array;
  /** Those of them whose gradient the clip cuts; NaN throughout where the objective does not clip. */
  readonly clipped: Float64Array;
  /** Tokens per bin of log ρ, for each bin of `LAG_EDGES` one row of RATIO_BINS + 2. */
  readonly ratioByStaleness: Float64Array;
  /** Samples per bin of `LAG_EDGES` by their head lag, and the sum of their response lengths. */
  readonly samplesByLag: Float64Array;
  readonly lengthByLag: Float64Array;
}

const HISTOGRAMS: Readonly<Record<keyof Histograms, number>> = {
  ratioPositive: RATIO_BINS + 2,
  ratioNegative: RATIO_BINS + 2,
  staleness: MAX_LAG + 2,
  clipped: MAX_LAG + 2,
  ratioByStaleness: LAG_EDGES.length * (RATIO_BINS + 2),
  samplesByLag: LAG_EDGES.length,
  lengthByLag: LAG_EDGES.length,
};
const histogramNames = Object.keys(HISTOGRAMS) as (keyof Histograms)[];

const METRICS_AT = 5;
const COUNTS_AT = METRICS_AT + metrics.length;
const COUNTS = histogramNames.reduce((total, name) => total + HISTOGRAMS[name], 0);
export const FRAME_LENGTH = COUNTS_AT + Math.ceil(COUNTS / 2);

export interface FrameHead {
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
}

export interface Frame extends FrameHead, Histograms {
  /** In table order; NaN = no data. */
  readonly values: Float64Array;
}

export type MetricValues = Partial<Record<MetricName, number>>;

/** One array for every histogram, by its name and how many counts it has. */
export function mapHistograms(arrayOf: (name: keyof Histograms, counts: number) => Float64Array): Histograms {
  return Object.fromEntries(
    histogramNames.map((name) => [name, arrayOf(name, HISTOGRAMS[name])]),
  ) as unknown as Histograms;
}

/**
 * Writes a frame into `FRAME_LENGTH` doubles. Metrics that are not given have no data (NaN), histograms
 * that are not given no counts. `clipped` is kept where `clip_ratio` has data.
 */
export function encodeFrame(
  head: FrameHead,
  values: MetricValues,
  histograms: Partial<Histograms>,
): Float64Array {
  const data = new Float64Array(FRAME_LENGTH);
  data.set([head.update, head.version, head.seconds, head.samples, head.revision]);
  data.fill(NaN, METRICS_AT, COUNTS_AT);
  for (const [name, value] of Object.entries(values))
    data[METRICS_AT + metricIndex(name as MetricName)] = value;
  const counts = countsOf(data);
  let at = 0;
  for (const name of histogramNames) {
    if (name !== 'clipped' || clips(data)) counts.set(histograms[name] ?? [], at);
    at += HISTOGRAMS[name];
  }
  return data;
}

/** Reads a frame; its arrays are copies. */
export function decodeFrame(data: Float64Array): Frame {
  const counts = countsOf(data);
  let at = 0;
  const histograms = mapHistograms((name, length) => {
    const from = at;
    at += length;
    return name === 'clipped' && !clips(data)
      ? new Float64Array(length).fill(NaN)
      : new Float64Array(counts.subarray(from, at));
  });
  return {
    update: data[0]!,
    version: data[1]!,
    seconds: data[2]!,
    samples: data[3]!,
    revision: data[4]!,
    values: data.slice(METRICS_AT, COUNTS_AT),
    ...histograms,
  };
}

/** A copy of an encoded frame in which one metric has this value. */
export function withValue(data: Float64Array, name: MetricName, value: number): Float64Array {
  const copy = data.slice();
  copy[METRICS_AT + metricIndex(name)] = value;
  return copy;
}

/** Value of a metric in a frame; NaN = no data. */
export function valueOf(frame: Frame, name: MetricName): number {
  return frame.values[metricIndex(name)]!;
}

function countsOf(data: Float64Array): Float32Array {
  return new Float32Array(data.buffer, data.byteOffset + 8 * COUNTS_AT, COUNTS);
}

function clips(data: Float64Array): boolean {
  return !Number.isNaN(data[METRICS_AT + metricIndex('clip_ratio')]);
}
