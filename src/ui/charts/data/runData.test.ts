import { describe, expect, it } from 'vitest';
import type { Experiment } from '../../../experiment/experiment.ts';
import { MAX_LAG, type Frame } from '../../../telemetry/frame.ts';
import { RunStore } from '../../run/runView.ts';
import { frameOf } from '../../testing/fakeSession.ts';
import { dataOf } from './runData.ts';

function frame(update: number, reward: number, lag = 0): Frame {
  const staleness = new Float64Array(MAX_LAG + 2);
  staleness[lag] = 10;
  return { ...frameOf(update, { task_reward: reward }), staleness };
}

function storeOf(frames: readonly Frame[]): RunStore {
  const store = new RunStore({} as Experiment);
  store.append(frames);
  return store;
}

describe('what the charts keep of a run', () => {
  it('catches up with a growing series, at the update numbers of its rows', () => {
    const store = storeOf([frame(1, 0.1), frame(2, 0.2)]);
    const data = dataOf(store);
    expect(data.buckets('task_reward').count).toBe(2);
    store.append([frame(5, 0.5)]);
    const buckets = dataOf(store).buckets('task_reward');
    expect(buckets.count).toBe(3);
    expect([1, 2, 3, 4, 5].map((update) => buckets.mean(update))).toEqual([0.1, 0.2, NaN, NaN, 0.5]);
    expect(data.buckets('ess').count).toBe(0);
    expect(data.lastUpdate).toBe(5);
  });

  it('reads a metric at its update, the newest without one, and accuracy since the last evaluation', () => {
    const store = storeOf([frame(1, 0.1), frame(2, 0.2), frame(5, 0.5)]);
    store.addAccuracy({ update: 0, value: 0.02, stage: 'init' });
    store.addAccuracy({ update: 0, value: 0.3, stage: 'warm' });
    store.addAccuracy({ update: 5, value: 0.6, stage: 'update' });
    const data = dataOf(store);
    expect([1, 2, 3, 5].map((update) => data.reading('task_reward', update))).toEqual([0.1, 0.2, NaN, 0.5]);
    expect(data.reading('task_reward')).toBe(0.5);
    expect([0, 4, 5].map((update) => data.reading('accuracy', update))).toEqual([0.3, 0.3, 0.6]);
    expect(data.reading('entropy')).toBeNaN();
    expect([0, 1, 3, 4, 9].map((update) => data.nearest(update))).toEqual([0, 1, 2, 5, 5]);
  });

  it('sums the histograms again only when frames came, and keeps its axis steady', () => {
    const store = storeOf([frame(1, 0, 3)]);
    const data = dataOf(store);
    expect(data.window()).toBe(data.window());
    expect(data.tops.staleness).toBe(1);
    store.append([frame(2, 0, 4)]);
    expect([data.window().updates, data.window().staleness[3], data.window().staleness[4]]).toEqual([
      2, 10, 10,
    ]);
    expect(data.tops.staleness).toBe(1);
    store.append([frame(3, 0, 5)]);
    expect(data.tops.staleness).toBe(0.6);
  });

  it('sums the histograms up to an earlier update, and none where their frames are gone', () => {
    const store = storeOf([frame(11, 0, 3), frame(12, 0, 4), frame(13, 0, 5)]);
    const data = dataOf(store);
    expect([3, 4, 5].map((lag) => data.window(12).staleness[lag])).toEqual([10, 10, 0]);
    expect(data.window(10).updates).toBe(0);
    expect(data.window().updates).toBe(3);
  });

  it('reduces a stretch by itself, and follows it no further than its end', () => {
    const store = storeOf(Array.from({ length: 2000 }, (_, index) => frame(index + 1, index + 1)));
    const data = dataOf(store);
    expect(data.buckets('task_reward').width).toBe(8);
    const stretch = { from: 1990, to: 2005 };
    expect(data.buckets('task_reward', stretch).count).toBe(11);
    store.append(Array.from({ length: 20 }, (_, index) => frame(2001 + index, 0.5)));
    const buckets = data.buckets('task_reward', stretch);
    expect([buckets.count, buckets.width, buckets.centre(0), buckets.mean(0)]).toEqual([16, 1, 1990, 1990]);
    expect([buckets.least, buckets.greatest]).toEqual([0.5, 2000]);
  });

  it('smooths over the whole run, whatever stretch of it is shown', () => {
    const store = storeOf(Array.from({ length: 50 }, (_, index) => frame(index + 1, index % 2)));
    const data = dataOf(store);
    const whole = data.smoothed('task_reward', 10);
    const at40 = whole.mean(40);
    expect(at40).toBeGreaterThan(0.4);
    expect(at40).toBeLessThan(0.6);
    expect(data.smoothed('task_reward', 10, { from: 40, to: 45 }).mean(0)).toBe(at40);
    expect(data.buckets('task_reward').mean(40)).toBe(1);
  });

  it('knows nothing of an empty run', () => {
    const data = dataOf(storeOf([]));
    expect([data.lastUpdate, data.reading('task_reward'), data.window().updates]).toEqual([0, NaN, 0]);
  });
});
