import { describe, expect, it } from 'vitest';
import type { Experiment } from '../../../experiment/experiment.ts';
import { decodeFrame, encodeFrame, MAX_LAG, RATIO_BINS, type Frame } from '../../../telemetry/frame.ts';
import { RunStore } from '../../run/runView.ts';
import { dataOf } from './runData.ts';

function frame(update: number, reward: number, lag = 0): Frame {
  const staleness = new Float64Array(MAX_LAG + 2);
  staleness[lag] = 10;
  const empty = new Float64Array(RATIO_BINS + 2);
  return decodeFrame(
    encodeFrame(
      { update, version: update, seconds: update, samples: update, revision: 0 },
      { task_reward: reward },
      { ratioPositive: empty, ratioNegative: empty, staleness },
    ),
  );
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
    expect(data.envelope('task_reward').count).toBe(2);
    store.append([frame(5, 0.5)]);
    const envelope = dataOf(store).envelope('task_reward');
    expect(envelope.count).toBe(3);
    expect([1, 2, 3, 4, 5].map((update) => envelope.mean(update))).toEqual([0.1, 0.2, NaN, NaN, 0.5]);
    expect(data.envelope('ess').count).toBe(0);
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
    expect([0, 1, 4, 9].map((update) => data.rowAt(update))).toEqual([-1, 0, 1, 2]);
  });

  it('sums the histograms again only when frames came, and keeps its axis steady', () => {
    const store = storeOf([frame(1, 0, 3)]);
    const data = dataOf(store);
    expect(data.window).toBe(data.window);
    expect(data.tops.staleness).toBe(1);
    store.append([frame(2, 0, 4)]);
    expect([data.window.updates, data.window.staleness[3], data.window.staleness[4]]).toEqual([2, 10, 10]);
    expect(data.tops.staleness).toBe(1);
    store.append([frame(3, 0, 5)]);
    expect(data.tops.staleness).toBe(0.6);
  });

  it('knows nothing of an empty run', () => {
    const data = dataOf(storeOf([]));
    expect([data.lastUpdate, data.reading('task_reward'), data.window.updates]).toEqual([0, NaN, 0]);
  });
});
