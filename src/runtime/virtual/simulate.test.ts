/** The schedule alone: its exact lag, what waiting bounds, what drops cost. Numbers of the sheet: `prediction.test.ts`. */
import { expect, test } from 'vitest';
import { exp } from '../../numerics/elementary.ts';
import { normal, STREAM } from '../../numerics/random.ts';
import { createPipeline } from '../../pipeline/index.ts';
import type { PipelineSettings } from '../../pipeline/index.ts';
import { simulate, type SimulatedUpdate } from './simulate.ts';

function settings(change: Partial<PipelineSettings>): PipelineSettings {
  return {
    mode: 'bounded',
    maxStaleness: 0,
    exactLag: 0,
    carriedShare: 0,
    stageUpdates: 1,
    lagTrace: [],
    batchGroups: 4,
    publishEvery: 1,
    publishMode: 'overlap',
    overAge: 'train',
    dropLevel: 'group',
    refund: true,
    order: 'oldest-done',
    queueCapacity: Infinity,
    rejectionLimit: Infinity,
    concurrency: Infinity,
    ...change,
  };
}

/** Seconds of an answer, by ticket. */
function answer(ticket: number): number {
  return exp(normal(3, STREAM.test, ticket));
}

/** Share of the time of these updates that the learner waited. */
function idleShare(history: readonly SimulatedUpdate[]): number {
  const total = (of: (update: SimulatedUpdate) => number): number =>
    history.reduce((sum, update) => sum + of(update), 0);
  return total(({ idle }) => idle) / total(({ period }) => period);
}

test.each([0, 1, 8, 64])('exact lag %d: update u has lag min(u, k), whatever the durations', (lag) => {
  const pipeline = createPipeline(settings({ mode: 'exact', exactLag: lag, batchGroups: 4, concurrency: 7 }));
  const history = simulate(pipeline, { workers: 7, answer, learner: 0.3, publication: 0.2 }, 150);
  expect(history).toHaveLength(150);
  for (const { update, lags, tickets } of history) {
    expect(new Set(lags)).toEqual(new Set([Math.min(update - 1, lag)]));
    expect(tickets).toEqual([0, 1, 2, 3].map((i) => (update - 1) * 4 + i));
  }
});

test('η = 0 gives lag 0, and waiting bounds the lag where training does not', () => {
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
