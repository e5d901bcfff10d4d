import { describe, expect, it } from 'vitest';
import { decodeFrame, encodeFrame, MAX_LAG, RATIO_BINS, RATIO_RANGE, type Frame } from './frame.ts';
import {
  clipShareByStaleness,
  histogramWindow,
  meanLengthByLag,
  ratioBinEdges,
  shareOutside,
  stalenessSummary,
  total,
  WINDOW,
} from './histogramWindow.ts';

function frame(update: number, revision: number, up: number, down: number, lag: number): Frame {
  const ratioPositive = new Float64Array(RATIO_BINS + 2);
  const ratioNegative = new Float64Array(RATIO_BINS + 2);
  const staleness = new Float64Array(MAX_LAG + 2);
  ratioPositive[up] = 3;
  ratioNegative[down] = 1;
  staleness[lag] = 4;
  const head = { update, version: update, seconds: update, samples: update, revision };
  return decodeFrame(encodeFrame(head, {}, { ratioPositive, ratioNegative, staleness }));
}

describe('the histogram window', () => {
  it('sums the last updates and no earlier one', () => {
    const frames = Array.from({ length: 20 }, (_, index) => frame(index + 1, 0, 21, 20, index));
    const window = histogramWindow(frames);
    expect(window.updates).toBe(WINDOW);
    expect(window.ratioPositive[21]).toBe(3 * WINDOW);
    expect(window.ratioNegative[20]).toBe(WINDOW);
    expect(Array.from(window.staleness.subarray(11, 20))).toEqual([0, 4, 4, 4, 4, 4, 4, 4, 4]);
    expect(total(window.staleness)).toBe(4 * WINDOW);
  });

  it('does not reach back over a change of settings', () => {
    const window = histogramWindow([frame(1, 0, 1, 1, 9), frame(2, 0, 1, 1, 9), frame(3, 1, 5, 6, 2)]);
    expect(window.updates).toBe(1);
    expect(stalenessSummary(window.staleness)).toEqual({ mean: 2, max: 2 });
  });

  it('does not write into the frames', () => {
    const one = frame(1, 0, 21, 20, 0);
    histogramWindow([one, frame(2, 0, 21, 20, 0)]);
    expect(one.ratioPositive[21]).toBe(3);
  });

  it('tells the share beyond the axis, and that there is none without tokens', () => {
    expect(shareOutside(histogramWindow([frame(1, 0, RATIO_BINS + 1, 20, 0)]))).toBe(0.75);
    expect(shareOutside(histogramWindow([frame(1, 0, 20, 0, 0)]))).toBe(0.25);
    expect(shareOutside(histogramWindow([]))).toBeNaN();
    expect(stalenessSummary(histogramWindow([]).staleness)).toEqual({ mean: NaN, max: NaN });
  });

  it('gives the share of each staleness that the clip cuts, and none without tokens or without a clip', () => {
    const histograms = { staleness: Float64Array.of(4, 0, 2), clipped: Float64Array.of(1, 0, 2) };
    const clipping = decodeFrame(encodeFrame(frame(1, 0, 1, 1, 0), { clip_ratio: 0.5 }, histograms));
    const shares = clipShareByStaleness(histogramWindow([clipping, clipping]));
    expect([...shares.subarray(0, 3)]).toEqual([0.25, NaN, 1]);
    const free = decodeFrame(encodeFrame(frame(1, 0, 1, 1, 0), {}, histograms));
    expect(clipShareByStaleness(histogramWindow([free, free])).every(Number.isNaN)).toBe(true);
  });

  it('gives the mean length of the samples of each lag', () => {
    const histograms = { samplesByLag: Float64Array.of(3, 0, 1), lengthByLag: Float64Array.of(12, 0, 9) };
    const window = histogramWindow([decodeFrame(encodeFrame(frame(1, 0, 1, 1, 0), {}, histograms))]);
    expect([...meanLengthByLag(window).subarray(0, 3)]).toEqual([4, NaN, 9]);
  });

  it('has bins that tile the axis, with ratio 1 in the middle of the middle one', () => {
    for (let bin = 1; bin <= RATIO_BINS + 1; bin++)
      expect(ratioBinEdges(bin)[0]).toBe(ratioBinEdges(bin - 1)[1]);
    expect(ratioBinEdges(0)[0]).toBe(-Infinity);
    expect(ratioBinEdges(1)[0]).toBe(-RATIO_RANGE);
    expect(ratioBinEdges(RATIO_BINS + 1)).toEqual([RATIO_RANGE, Infinity]);
    const [low, high] = ratioBinEdges((RATIO_BINS + 1) / 2);
    expect(low + high).toBeCloseTo(0, 12);
  });
});
