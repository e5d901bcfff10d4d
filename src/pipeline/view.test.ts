/** What is under way, ticket by ticket, in the order in which the learner will take it. */
import { expect, test } from 'vitest';
import type { PipelineSettings } from './contract.ts';
import { createPipeline } from './machine.ts';

const settings: PipelineSettings = {
  mode: 'bounded',
  maxStaleness: 1,
  exactLag: 0,
  carriedShare: 0,
  stageUpdates: 1,
  lagTrace: [],
  batchGroups: 2,
  publishEvery: 1,
  publishMode: 'overlap',
  overAge: 'train',
  dropLevel: 'group',
  refund: true,
  order: 'oldest-done',
  queueCapacity: Infinity,
  rejectionLimit: Infinity,
  concurrency: Infinity,
};

test.each([
  ['oldest-done', [0, 2, 3]],
  ['fifo', [0, 2, 3]],
  ['newest', [3, 2, 0]],
] as const)('waiting tickets under the order %s', (order, expected) => {
  const pipeline = createPipeline({ ...settings, order });
  pipeline.admit(4);
  for (const ticket of [3, 0, 2]) {
    pipeline.segmentDone(ticket, 0, 0);
    pipeline.done(ticket);
  }
  const { running, queued, training } = pipeline.view();
  expect(queued.map(({ number }) => number)).toEqual(expected);
  expect(running).toEqual([{ number: 1, lowestVersion: 0 }]);
  expect(training).toEqual([]);
  const decision = pipeline.takeBatch();
  const next = decision.kind === 'batch' ? decision.tickets : [];
  // Strict FIFO waits for ticket 1; the others take what the view said would come first.
  expect(next).toEqual(order === 'fifo' ? [] : expected.slice(0, 2));
  expect(pipeline.view().training.map(({ number }) => number)).toEqual(next);
});

test('versions are those of the oldest token, and a view does not change afterwards', () => {
  const pipeline = createPipeline(settings);
  pipeline.admit(3);
  pipeline.segmentDone(0, 0, 0);
  pipeline.done(0);
  pipeline.segmentDone(1, 0, 0);
  pipeline.done(1);
  pipeline.takeBatch();
  pipeline.trained();
  pipeline.published();
  const before = pipeline.view();
  pipeline.segmentDone(2, 1, 1);
  pipeline.done(2);
  expect(before.running).toEqual([{ number: 2, lowestVersion: 0 }]);
  expect(pipeline.view().queued).toEqual([{ number: 2, lowestVersion: 1 }]);
});
