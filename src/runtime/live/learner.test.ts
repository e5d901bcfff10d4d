/** The learner without its thread: what it asks for when the coordinator names samples that it does not have. */
import { expect, test } from 'vitest';
import { defaultExperiment } from '../../experiment/defaults.ts';
import type { LearnerActor } from '../actors/contract.ts';
import { testSample } from '../memory/testSample.ts';
import { Learner } from './learner.ts';
import type { CoordinatorToLearner, LearnerToCoordinator, Resume } from './protocol.ts';
import { SampleStore } from './sampleStore.ts';
import type { LearnerTransport } from './transport/contract.ts';

type Batch = Extract<CoordinatorToLearner, { kind: 'batch' }>;

/** A learner whose actor only shows which tickets it would train on. */
function learner(resume: Partial<Resume> | null) {
  const store = new SampleStore(8);
  const sent: LearnerToCoordinator[] = [];
  const trained: number[][] = [];
  const experiment = defaultExperiment();
  const body = new Learner({
    actor: {
      restore: async () => undefined,
      initialise: async () => undefined,
      evaluate: async () => 0,
      parameters: async () => new Float32Array(1),
      configure: () => undefined,
      update: async (samples: readonly { group: number }[]) => {
        trained.push([...new Set(samples.map(({ group }) => group))]);
        return new Promise(() => {});
      },
    } as unknown as LearnerActor,
    transport: { seconds: () => 0, drain: () => undefined } as unknown as LearnerTransport,
    store,
    link: { send: (message) => sent.push(message) },
    experiment: { ...experiment, warmStart: { ...experiment.warmStart, updates: 0 } },
    resume: resume as Resume | null,
    cache: undefined,
    memory: () => ({ tensors: 0, bytes: 0 }),
  });
  const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
  const add = (ticket: number, members: number): void => {
    for (let member = 0; member < members; member++) store.add(testSample(8 * ticket + member, 9));
  };
  const batch = async (...tickets: number[]): Promise<void> => {
    body.hear({ kind: 'batch', tickets, version: 1, update: 1, experiment, held: 0 } as unknown as Batch);
    await turn();
  };
  return { running: body.run(), store, sent, trained, turn, add, batch };
}

test('a learner that took another’s place says which tickets it misses, forgets what it has of them, and asks again', async () => {
  const { sent, store, trained, turn, add, batch } = learner({ update: 1, frame: null });
  await turn();
  add(1, 8);
  add(2, 3);
  await batch(1, 2, 3);
  expect(sent.map(({ kind }) => kind)).toEqual(['ready', 'missing', 'ready']);
  expect(sent[1]).toEqual({ kind: 'missing', tickets: [2, 3] });
  expect(store.size).toBe(1);
  add(4, 8);
  await batch(1, 4);
  expect(trained).toEqual([[1, 4]]);
});

test('a learner that was there from the beginning cannot miss samples, so that is an error', async () => {
  const { running, turn, add, batch } = learner(null);
  const failed = expect(running).rejects.toThrow('ticket 2 has 3 samples where 8 were due');
  await turn();
  add(2, 3);
  await batch(2);
  await failed;
});
