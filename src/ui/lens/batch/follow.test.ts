/** Which batch the lens looks at, and when it asks a run for one. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { defaultExperiment } from '../../../experiment/defaults.ts';
import type { Capture } from '../../../runtime/lens/capture.ts';
import type { Runs } from '../../run/controller.ts';
import { sessionStore } from '../../state/sessionStore.ts';
import { lensStore } from '../state/lensStore.ts';
import { defaultLens } from '../state/schema.ts';
import { batchStore, noBatch } from './batchStore.ts';
import { followBatch } from './follow.ts';

const experiment = defaultExperiment();

function captureOf(update: number, complete = false): Capture {
  const batch = { settings: experiment, minibatches: [] };
  return { update, version: update, experiment, batch, complete, unkept: 0 };
}

/** A page that may be hidden, and a run that answers with what is put into `next`. */
function setUp() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  const runOf = () => ({}) as Runs['current'];
  const runs = createStore<Runs>(() => ({ current: runOf(), previous: undefined }));
  const lab = { next: captureOf(1) as Capture | undefined, asked: 0 };
  const controller = {
    runs,
    capture: () => {
      lab.asked++;
      return Promise.resolve(lab.next);
    },
  };
  const shown = () => batchStore.getState().subject?.capture;
  const another = () => runs.setState({ current: runOf() });
  const see = async (visibilityState: string) => {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event('visibilitychange'));
    await settle();
  };
  return { controller, lab, shown, another, see };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));
const phase = async (now: 'paused' | 'running' | 'finished' | 'starting') => {
  sessionStore.setState({ phase: now });
  await settle();
};

let stop: () => void = () => undefined;
beforeEach(() => {
  lensStore.setState({ ...defaultLens, view: 'batch' });
  batchStore.setState(noBatch);
  sessionStore.setState({ phase: 'paused' });
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

test('the batch of a run is that of its last update, and the same one is taken over once', async () => {
  const { controller, lab, shown } = setUp();
  stop = followBatch(controller);
  await settle();
  const { key } = batchStore.getState().subject!;
  expect(shown()).toBe(lab.next);
  await phase('finished');
  expect(lab.asked).toBe(2);
  expect(batchStore.getState().subject!.key).toBe(key);
  lab.next = captureOf(1, true);
  await phase('paused');
  expect(shown()).toBe(lab.next);
  lab.next = undefined;
  await phase('starting');
  expect(batchStore.getState()).toMatchObject({
    subject: undefined,
    message: expect.stringMatching(/first/),
  });
});

test('another run has another batch, also where it rests at the same update', async () => {
  const { controller, lab, shown, another } = setUp();
  stop = followBatch(controller);
  await settle();
  stop();
  // Meanwhile the lens is closed.
  another();
  lab.next = captureOf(1);
  stop = followBatch(controller);
  await settle();
  expect(shown()).toBe(lab.next);
});

test('a chosen token keeps its batch for as long as its run is there', async () => {
  const { controller, lab, shown, another } = setUp();
  stop = followBatch(controller);
  await settle();
  const held = shown();
  lensStore.setState({ view: 'tokens', token: 3 });
  lab.next = captureOf(2);
  await phase('finished');
  expect(shown()).toBe(held);
  another();
  await phase('paused');
  expect(shown()).toBe(lab.next);
});

test('nothing is asked while the page is hidden, and what was missed when it is seen again', async () => {
  const { controller, lab, shown, see } = setUp();
  await see('hidden');
  stop = followBatch(controller);
  await settle();
  expect(lab.asked).toBe(0);
  await see('visible');
  expect(shown()).toBe(lab.next);
});

test('a made-up batch asks no run, and follows its sliders', async () => {
  const { controller, lab } = setUp();
  lensStore.setState({ source: 'synthetic' });
  stop = followBatch(controller);
  const { synthetic } = lensStore.getState();
  lensStore.setState({ synthetic: { ...synthetic, age: 16 } });
  await phase('finished');
  expect(lab.asked).toBe(0);
  expect(batchStore.getState().subject).toMatchObject({
    source: 'synthetic',
    input: { kind: 'made', made: { age: 16 } },
  });
});
