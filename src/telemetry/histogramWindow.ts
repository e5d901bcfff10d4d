/**
 * Histograms summed over the last few updates, so that they are stable to look at. The window never reaches back
 * over a change of a setting: what is shown happened under the settings that are shown.
 */
import { MAX_LAG, RATIO_BINS, RATIO_RANGE, type Frame } from './frame.ts';

/** How many updates a histogram sums over. */
export const WINDOW = 8;

export interface HistogramWindow {
  /** Updates that were summed. */
  readonly updates: number;
  readonly ratioPositive: Float64Array;
  readonly ratioNegative: Float64Array;
  readonly staleness: Float64Array;
}

/**
 * @param frames the latest frames, oldest first; may be empty
 * @param size most updates to sum
 */
export function histogramWindow(frames: readonly Frame[], size = WINDOW): HistogramWindow {
  const window = {
    updates: 0,
    ratioPositive: new Float64Array(RATIO_BINS + 2),
    ratioNegative: new Float64Array(RATIO_BINS + 2),
    staleness: new Float64Array(MAX_LAG + 2),
  };
  const revision = frames.at(-1)?.revision;
  for (let index = frames.length - 1; index >= Math.max(0, frames.length - size); index--) {
    const frame = frames[index]!;
    if (frame.revision !== revision) break;
    addInto(window.ratioPositive, frame.ratioPositive);
    addInto(window.ratioNegative, frame.ratioNegative);
    addInto(window.staleness, frame.staleness);
    window.updates++;
  }
  return window;
}

function addInto(sum: Float64Array, counts: Float64Array): void {
  for (let bin = 0; bin < sum.length; bin++) sum[bin]! += counts[bin] ?? 0;
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
