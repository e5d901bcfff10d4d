import { expect, test } from 'vitest';
import type { Sample } from '../../memory/index.ts';
import { testSample } from '../../memory/testSample.ts';
import { RING_SLOTS } from './contract.ts';
import { SharedHub, SharedLearner, SharedRollout } from './shared.ts';

const sizes = { parameters: 3, maxLength: 9 };

function wire(): { hub: SharedHub; rollout: SharedRollout; learner: SharedLearner; samples: Sample[] } {
  const samples: Sample[] = [];
  const hub = new SharedHub(sizes);
  const ring = hub.attach(0);
  const learner = new SharedLearner(hub.memory, sizes, (sample) => samples.push(sample));
  learner.ring(0, ring);
  return { hub, rollout: new SharedRollout(0, hub.memory, ring, sizes, () => 0), learner, samples };
}

test('a full ring holds the worker until the learner, woken by it, has made room', async () => {
  const { rollout, learner, samples } = wire();
  void learner.keepRoom();
  let id = 0;
  while (rollout.offer(testSample(id, 9))) id++;
  expect(id).toBe(RING_SLOTS);
  await rollout.room();
  expect(rollout.offer(testSample(id, 9))).toBe(true);
  learner.drain();
  expect(samples.map((sample) => sample.id)).toEqual(Array.from({ length: RING_SLOTS + 1 }, (_, n) => n));
});

test('what a dead worker had sent is taken over before its successor’s ring takes the place', () => {
  const { hub, rollout, learner, samples } = wire();
  rollout.offer(testSample(1, 9));
  hub.detach(0);
  const ring = hub.attach(0);
  learner.ring(0, ring);
  const successor = new SharedRollout(0, hub.memory, ring, sizes, () => 0);
  successor.offer(testSample(2, 9));
  learner.drain();
  expect(samples.map(({ id }) => id)).toEqual([1, 2]);
});

test('weights, commands, clock and tickets reach a worker, and wake it', async () => {
  const { hub, rollout } = wire();
  expect([rollout.newestVersion(), rollout.weights(), rollout.command()]).toEqual([-1, undefined, 'run']);
  const mark = rollout.mark();
  const woken = rollout.news(mark);
  hub.publish({ version: 0, update: 0, parameters: Float32Array.of(1, 2, 3) });
  await woken;
  hub.command('pause');
  hub.clock(-1_500_001);
  hub.open(3);
  expect(rollout.weights()).toEqual({ version: 0, update: 0, parameters: Float32Array.of(1, 2, 3) });
  expect([rollout.command(), rollout.seconds()]).toEqual(['pause', 1.5]);
  expect(await rollout.take(2, 1)).toEqual([0, 1]);
  expect(hub.shut()).toBe(2);
  expect(await rollout.take(2, 1)).toEqual([]);
});
