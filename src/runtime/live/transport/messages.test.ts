import { expect, test } from 'vitest';
import { testSample } from '../../memory/testSample.ts';
import type { Sample } from '../../memory/index.ts';
import type {
  CoordinatorToLearner,
  CoordinatorToWorker,
  LearnerToCoordinator,
  WorkerToCoordinator,
} from '../protocol.ts';
import { RING_SLOTS } from './contract.ts';
import { MessageHub, MessageLearner, MessageRollout } from './messages.ts';

const LENGTH = 9;

/** Hub, one worker and the learner, wired without threads; what travels is cloned as between threads. */
function wire(): {
  hub: MessageHub;
  rollout: MessageRollout;
  samples: Sample[];
  toWorker: CoordinatorToWorker[];
} {
  const samples: Sample[] = [];
  const toWorker: CoordinatorToWorker[] = [];
  const learner: MessageLearner = new MessageLearner(
    {
      send: (message: LearnerToCoordinator) => {
        if (message.kind === 'taken') hub.taken(message.worker, message.count);
      },
    },
    LENGTH,
    (sample) => samples.push(sample),
  );
  const hub: MessageHub = new MessageHub(
    {
      send: (message: CoordinatorToLearner) => {
        if (message.kind === 'samples') learner.samples(message);
      },
    },
    4,
  );
  const rollout: MessageRollout = new MessageRollout(
    0,
    {
      send: (message: WorkerToCoordinator, transfer: Transferable[] = []) => {
        hub.handle(0, structuredClone(message, { transfer }));
      },
    },
    LENGTH,
  );
  hub.attach(0, {
    send: (message) => {
      toWorker.push(message);
      rollout.hear(structuredClone(message));
    },
  });
  hub.brief(0);
  return { hub, rollout, samples, toWorker };
}

test('samples arrive as they were sent, in order, when they are flushed', () => {
  const { rollout, samples } = wire();
  const sent = Array.from({ length: 50 }, (_, id) => testSample(id, LENGTH));
  for (const sample of sent) expect(rollout.offer(sample)).toBe(true);
  expect(samples).toEqual([]);
  rollout.flush();
  rollout.flush();
  expect(samples).toEqual(sent);
});

test('a worker that is far ahead of the learner is held, and nothing is lost', async () => {
  const { rollout, samples } = wire();
  for (let id = 0; id < RING_SLOTS; id++) expect(rollout.offer(testSample(id, LENGTH))).toBe(true);
  const next = testSample(RING_SLOTS, LENGTH);
  expect(rollout.offer(next)).toBe(false);
  await rollout.room();
  expect(rollout.offer(next)).toBe(true);
  rollout.flush();
  expect(samples.map(({ id }) => id)).toEqual(Array.from({ length: RING_SLOTS + 1 }, (_, id) => id));
});

test('tickets are granted in order, within what is allowed, and none while paused or shut', async () => {
  const { hub, rollout, toWorker } = wire();
  expect(await rollout.take(3)).toEqual([]);
  hub.open(5);
  expect(toWorker.at(-1)).toEqual({ kind: 'wake' });
  expect(await rollout.take(3)).toEqual([0, 1, 2]);
  hub.command('pause');
  expect(rollout.command()).toBe('pause');
  expect(await rollout.take(3)).toEqual([]);
  hub.command('run');
  expect(await rollout.take(3)).toEqual([3, 4]);
  expect(hub.claim(0)).toEqual({ from: 3, count: 2, certain: true });
  hub.open(2);
  expect(hub.shut()).toBe(5);
  expect(await rollout.take(3)).toEqual([]);
});

test('the newest weights and the clock reach workers, also those that come later', () => {
  const { hub, rollout } = wire();
  expect([rollout.newestVersion(), rollout.weights()]).toEqual([-1, undefined]);
  hub.publish({ version: 0, update: 0, parameters: Float32Array.of(1, 2) });
  hub.publish({ version: 1, update: 4, parameters: Float32Array.of(3, 4) });
  hub.clock(-2_500_001);
  expect(rollout.weights()).toMatchObject({ version: 1, update: 4, parameters: Float32Array.of(3, 4) });
  expect(rollout.seconds()).toBe(2.5);
  const late: CoordinatorToWorker[] = [];
  hub.attach(1, { send: (message) => late.push(message) });
  hub.brief(1);
  expect(late.map(({ kind }) => kind)).toEqual(['clock', 'weights', 'command']);
});

test('waiting ends by any news, or at once if there was some since the mark', async () => {
  const { hub, rollout } = wire();
  const mark = rollout.mark();
  const waiting = rollout.news(mark);
  hub.command('pause');
  await waiting;
  await rollout.news(mark);
});

test('reports are signs of life, and unchanged ones are spared', () => {
  const { hub, rollout } = wire();
  const counts = { version: 2, samples: 5, tensors: 7, bytes: 9 };
  const time = { seconds: { generating: 1, waiting: 2 }, at: 3 };
  const state = { worker: 0, activity: 'waiting', ...counts, ...time } as const;
  const { beats } = hub.pulse(0);
  rollout.report(state);
  rollout.report(state);
  expect(hub.state(0)).toEqual(state);
  expect(hub.pulse(0).beats).toBe(beats + 1);
  rollout.report({ ...state, activity: 'generating' });
  expect(hub.pulse(0).beats).toBe(beats + 2);
});

test('signs of life are sent when they ask for more time or far less, else seldom', () => {
  const { hub, rollout } = wire();
  const heard = [1500, 1500, 1000, 9000, 4000, 0, 1500, 1500].map((patience) => {
    rollout.beat(patience);
    return hub.pulse(0);
  });
  expect(heard.at(-1)).toMatchObject({ beats: 4, patience: 1500 });
});

test('samples that a lost learner was sent and did not take make room for others', () => {
  const toLearner: CoordinatorToLearner[] = [];
  const toWorker: CoordinatorToWorker[] = [];
  const hub = new MessageHub({ send: (message) => toLearner.push(message) }, 4);
  hub.attach(0, { send: (message) => toWorker.push(message) });
  hub.handle(0, { kind: 'samples', worker: 0, count: 5, records: new ArrayBuffer(8) });
  hub.taken(0, 2);
  hub.learnerBeat(1500);
  hub.newLearner();
  expect(toLearner.at(-1)).toMatchObject({ kind: 'clock' });
  expect(toWorker.slice(-2)).toEqual([
    { kind: 'room', count: 2 },
    { kind: 'room', count: 3 },
  ]);
  expect(hub.pulse('learner')).toEqual({ beats: 0, patience: 0 });
});
