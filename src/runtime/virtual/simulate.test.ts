/** The schedule against the reference sheet's numbers (`systems.md` §1.17, §2.2), and its exact lag. */
import { expect, test } from 'vitest';
import { exp } from '../../numerics/elementary.ts';
import { normal, STREAM } from '../../numerics/random.ts';
import { createPipeline } from '../../pipeline/index.ts';
import type { PipelineSettings } from '../../pipeline/index.ts';
import { idleShare, simulate } from './simulate.ts';

const BATCH = 16;

function settings(change: Partial<PipelineSettings>): PipelineSettings {
  return {
    mode: 'bounded',
    maxStaleness: 0,
    exactLag: 0,
    batchGroups: BATCH,
    publishEvery: 1,
    overAge: 'train',
    refund: true,
    order: 'oldest-done',
    queueCapacity: Infinity,
    concurrency: Infinity,
    ...change,
  };
}

/** Learner T, publication D, answers L, bound S, concurrency C (∞ = as many as may be admitted) and idle share. */
const capacityTable: readonly (readonly [number, number, number, number, number, number])[] = [
  [10, 4, 25, 0, Infinity, 0.744],
  [10, 4, 25, 1, Infinity, 0.487],
  [10, 4, 25, 2, Infinity, 0.231],
  [10, 4, 25, 3, Infinity, 0],
  [10, 12, 25, 2, Infinity, 0.362],
  [10, 12, 25, 3, Infinity, 0.149],
  [10, 12, 25, 4, Infinity, 0],
  [5, 2, 40, 0, Infinity, 0.894],
  [5, 2, 40, 4, Infinity, 0.468],
  [5, 2, 40, 8, Infinity, 0.042],
  [5, 2, 40, 9, Infinity, 0],
  [10, 4, 25, 4, 30, 0.25],
  [10, 4, 25, 4, 36, 0.1],
  [10, 4, 25, 4, 40, 0],
];

test.each(capacityTable)('T=%d D=%d L=%d S=%d C=%d: idle %f', (T, D, L, S, C, idle) => {
  const workers = Math.min(C, (S + 1) * BATCH);
  const pipeline = createPipeline(settings({ maxStaleness: S, concurrency: workers }));
  const history = simulate(pipeline, { workers, answer: () => L, learner: T, publication: D }, 1000);
  expect(Math.abs(idleShare(history.slice(100)) - idle)).toBeLessThan(0.005);
});

/** η, queue order, over-age rule, idle share and mean and largest lag over 1500 versions. */
const policyTable: readonly (readonly [
  number,
  PipelineSettings['order'],
  PipelineSettings['overAge'],
  { readonly idle: number; readonly lag?: number; readonly max?: number },
])[] = [
  [2, 'oldest-done', 'train', { idle: 0.35, lag: 2 }],
  [3, 'oldest-done', 'train', { idle: 0.11, lag: 3 }],
  [8, 'oldest-done', 'train', { idle: 0, lag: 8 }],
  [2, 'oldest-done', 'drop', { idle: 0.44, lag: 1.4, max: 2 }],
  [4, 'oldest-done', 'drop', { idle: 0.04, lag: 2.9, max: 4 }],
  [2, 'fifo', 'train', { idle: 0.66, max: 2 }],
  [8, 'fifo', 'train', { idle: 0.21, max: 8 }],
];

test.each(policyTable)('log-normal answers, η=%d %s %s', (eta, order, overAge, expected) => {
  const workers = (eta + 1) * BATCH;
  const sigma = 0.6;
  const answer = (worker: number, count: number): number =>
    25 * exp(sigma * normal(7, STREAM.test, worker, count) - (sigma * sigma) / 2);
  const pipeline = createPipeline(settings({ maxStaleness: eta, order, overAge, concurrency: workers }));
  const history = simulate(pipeline, { workers, answer, learner: 10, publication: 4 }, 1500);
  const lags = history.flatMap((update) => update.lags);
  // The sheet gives two digits, from another stream of random numbers.
  expect(Math.abs(idleShare(history) - expected.idle)).toBeLessThan(0.03);
  if (expected.lag !== undefined) {
    expect(Math.abs(lags.reduce((a, b) => a + b, 0) / lags.length - expected.lag)).toBeLessThan(0.15);
  }
  if (expected.max !== undefined) expect(Math.max(...lags)).toBe(expected.max);
});

test.each([0, 1, 8, 64])('exact lag %d: update u has lag min(u, k), whatever the durations', (lag) => {
  const answer = (worker: number, count: number): number => 3 * exp(normal(5, STREAM.test, worker, count));
  const pipeline = createPipeline(settings({ mode: 'exact', exactLag: lag, batchGroups: 4, concurrency: 7 }));
  const history = simulate(pipeline, { workers: 7, answer, learner: 1, publication: 0.5 }, 150);
  expect(history).toHaveLength(150);
  for (const { update, lags, tickets } of history) {
    expect(new Set(lags)).toEqual(new Set([Math.min(update - 1, lag)]));
    expect(tickets).toEqual([0, 1, 2, 3].map((i) => (update - 1) * 4 + i));
  }
});

test('η = 0 gives lag 0, and waiting bounds the lag where training does not', () => {
  const answer = (worker: number, count: number): number => exp(normal(3, STREAM.test, worker, count));
  const worst = (eta: number, overAge: PipelineSettings['overAge']): number => {
    const pipeline = createPipeline(
      settings({ maxStaleness: eta, batchGroups: 4, overAge, concurrency: 64 }),
    );
    const history = simulate(pipeline, { workers: 64, answer, learner: 0.2, publication: 0.1 }, 400);
    expect(history).toHaveLength(400);
    return Math.max(...history.flatMap((update) => update.lags));
  };
  expect(worst(0, 'train')).toBe(0);
  expect(worst(2, 'wait')).toBe(2);
  expect(worst(2, 'train')).toBeGreaterThan(2);
});

test('without refunds, drops use up admission, until the run is synchronous', () => {
  const answer = (worker: number, count: number): number => exp(normal(3, STREAM.test, worker, count));
  const run = (refund: boolean): { readonly dropped: number; readonly idle: number } => {
    const pipeline = createPipeline(
      settings({ maxStaleness: 3, batchGroups: 4, overAge: 'drop', refund, concurrency: 64 }),
    );
    const history = simulate(pipeline, { workers: 64, answer, learner: 0.5, publication: 0 }, 400);
    expect(history).toHaveLength(400);
    return { dropped: pipeline.ledger.dropped, idle: idleShare(history.slice(200)) };
  };
  const refunded = run(true);
  const kept = run(false);
  expect(kept.dropped).toBeLessThanOrEqual(3 * 4);
  expect(refunded.dropped).toBeGreaterThan(100);
  expect(kept.idle).toBeGreaterThan(refunded.idle + 0.1);
});
