import { describe, expect, it } from 'vitest';
import type { Experiment } from '../../../experiment/experiment.ts';
import { LAG_EDGES, MAX_LAG } from '../../../telemetry/frame.ts';
import { RunStore } from '../../run/runView.ts';
import { frameOf } from '../../testing/fakeSession.ts';
import { dataOf } from '../data/runData.ts';
import { agePictures, ageTable, agesText, barOf, barText, lagOf } from './ages.ts';

const { tokens, clip, length } = agePictures;

describe('bars by age', () => {
  it('are one a version for tokens and clips, and bins of head lag for lengths', () => {
    expect([0, 7, MAX_LAG + 1, MAX_LAG + 50].map((lag) => barOf(tokens, lag))).toEqual([
      0,
      7,
      MAX_LAG + 1,
      MAX_LAG + 1,
    ]);
    for (const lag of [0, 5, 8, 9, 17, 300]) {
      const bar = barOf(length, lag);
      expect(lagOf(length, bar)).toBeLessThanOrEqual(lag);
      expect(LAG_EDGES[bar + 1] ?? Infinity).toBeGreaterThan(lag);
    }
  });

  it('say which ages they hold', () => {
    expect([0, 12, MAX_LAG + 1].map((bar) => agesText(tokens, bar))).toEqual(['0', '12', 'above 256']);
    expect([0, 7, 8, LAG_EDGES.length - 1].map((bar) => agesText(length, bar))).toEqual([
      '0',
      '7',
      '8 to 9',
      '256 and more',
    ]);
  });

  it('hold shares of tokens, shares that are clipped, and mean lengths', () => {
    const frame = frameOf(1, { clip_ratio: 0.2 });
    frame.staleness.set([30, 10]);
    frame.clipped.set([3, 5]);
    frame.samplesByLag[2] = 4;
    frame.lengthByLag[2] = 26;
    const run = new RunStore({} as Experiment);
    run.append([frame]);
    const window = dataOf(run).window();
    expect([...tokens.of(window).heights.slice(0, 3)]).toEqual([0.75, 0.25, 0]);
    expect([...clip.of(window).heights.slice(0, 3)]).toEqual([0.1, 0.5, NaN]);
    expect([...length.of(window).heights.slice(1, 4)]).toEqual([NaN, 6.5, NaN]);
    expect(barText(clip, clip.of(window), 1)).toBe('1 version old: 50.0 % clipped, n = 10');
    expect(barText(clip, clip.of(window), 2)).toBe('2 versions old: none');
    expect(ageTable(length, length.of(window), 'any').rows).toEqual([['2', 4, 6.5]]);
  });
});
