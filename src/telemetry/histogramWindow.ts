/**
 * Histograms summed over the last few updates, so that they are stable to look at. The window never reaches back
 * over a change of a setting: what is shown happened under the settings that are shown.
 */
import { mapHistograms, RATIO_BINS, RATIO_RANGE, type Frame, type Histograms } from './frame.ts';

/** How many updates a histogram sums over. */
export const WINDOW = 8;

export interface HistogramWindow extends Histograms {
  /** Updates that were summed. */
  readonly updates: number;
}

/**
 * @param frames the latest frames, oldest first; may be empty
 * @param size most updates to sum
 */
export function histogramWindow(frames: readonly Frame[], size = WINDOW): HistogramWindow {
  const revision = frames.at(-1)?.revision;
  const earlier = frames.findLastIndex((frame) => frame.revision !== revision);
  const summed = frames.slice(Math.max(earlier + 1, frames.length - size, 0));
  const sums = mapHistograms((name, counts) => {
    const sum = new Float64Array(counts);
    for (const frame of summed) for (let bin = 0; bin < counts; bin++) sum[bin]! += frame[name][bin]!;
    return sum;
  });
  return { updates: summed.length, ...sums };
}

export function total(counts: Float64Array): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Edges of a bin of log ρ: `[low, high)`; bin 0 reaches down from −RATIO_RANGE, the last one up from +RATIO_RANGE. */
export function ratioBinEdges(bin: number): readonly [number, number] {
  const width = (2 * RATIO_RANGE) / RATIO_BINS;
  return [
    bin === 0 ? -Infinity : -RATIO_RANGE + (bin - 1) * width,
    bin === RATIO_BINS + 1 ? Infinity : -RATIO_RANGE + bin * width,
  ];
}

/** Share of the tokens whose |log ρ| lies beyond the axis; NaN without tokens. */
export function shareOutside(window: HistogramWindow): number {
  const { ratioPositive: up, ratioNegative: down } = window;
  return (up[0]! + up.at(-1)! + down[0]! + down.at(-1)!) / (total(up) + total(down));
}

/** Mean and maximum of a staleness histogram; the bin above MAX_LAG counts as MAX_LAG + 1. NaN without tokens. */
export function stalenessSummary(counts: Float64Array): { readonly mean: number; readonly max: number } {
  let sum = 0;
  let max = NaN;
  for (const [lag, count] of counts.entries()) {
    sum += lag * count;
    if (count > 0) max = lag;
  }
  return { mean: sum / total(counts), max };
}

/** Share of the tokens of each staleness whose gradient the clip cuts; NaN where there are none, or no clip. */
export function clipShareByStaleness({
  clipped,
  staleness,
}: Pick<Histograms, 'clipped' | 'staleness'>): Float64Array {
  return clipped.map((count, lag) => count / staleness[lag]!);
}

/** Mean response length of the samples in each bin of head lag (`LAG_EDGES`); NaN where there are none. */
export function meanLengthByLag({
  lengthByLag,
  samplesByLag,
}: Pick<Histograms, 'lengthByLag' | 'samplesByLag'>): Float64Array {
  return lengthByLag.map((tokens, bin) => tokens / samplesByLag[bin]!);
}
