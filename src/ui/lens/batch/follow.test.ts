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
import { subjectWords } from './words.ts';

const experiment = defaultExperiment();

function captureOf(update: number, complete = false): Capture {
  const batch = { settings: experiment, minibatches: [] };
  return { update, version: update, experiment, batch, complete, unkept: 0 };
}

/** A page that may be hidden, and a run that answers with what is put into `next`. */
function setUp() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  const runOf = () => {
    const listeners = new Set<() => void>();
    const run = {
      length: 0,
      subscribe: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      /** An update is done, after which the run rests. */
      step: async (capture: Capture) => {
        lab.next = capture;
        run.length++;
        for (const listener of listeners) listener();
        await settle();
      },
    };
    return run as typeof run & Runs['current'];
  };
  const lab = { next: captureOf(1) as Capture | undefined, asked: 0 };
  let run = runOf();
  const runs = createStore<Runs>(() => ({ current: run, previous: undefined }));
  const controller = {
    runs,
    capture: () => {
      lab.asked++;
      return Promise.resolve(lab.next);
    },
  };
  const shown = () => batchStore.getState().subject?.capture;
  const another = () => {
    run = runOf();
    runs.setState({ current: run });
  };
  const step = (capture: Capture) => run.step(capture);
  const see = async (visibilityState: string) => {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event('visibilitychange'));
    await settle();
  };
  return { controller, lab, shown, another, step, see };
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

test('a run that rests is asked after every update, also if another one has taken its place', async () => {
  const { controller, lab, shown, another, step } = setUp();
  stop = followBatch(controller);
  await settle();
  await step(captureOf(2, true));
  expect(shown()).toBe(lab.next);
  another();
  await step(captureOf(1));
  expect(shown()).toBe(lab.next);
  stop();
  const { asked } = lab;
  await step(captureOf(2));
  expect(lab.asked).toBe(asked);
});

test('where a run rests the last batch that was looked at in full stays, and it is said where the run stands', async () => {
  const { controller, lab, shown, another, step } = setUp();
  const words = () => subjectWords(batchStore.getState().subject!, batchStore.getState().stands);
  stop = followBatch(controller);
  await settle();
  await step(captureOf(116, true));
  const kept = shown();
  expect(words()).toBe('Update 116 of this run, trained at version 116.');
  await step(captureOf(119));
  expect(shown()).toBe(kept);
  expect(words()).toMatch(/^Update 116, the last that was looked at in full; the run stands at 119\./);
  // Made-up batches between do not make it forget.
  lensStore.setState({ source: 'synthetic' });
  lensStore.setState({ source: 'run' });
  await settle();
  expect(shown()).toBe(kept);
  await step(captureOf(120, true));
  expect(shown()).toBe(lab.next);
  another();
  await step(captureOf(3));
  expect(shown()).toBe(lab.next);
});

test('an update that is wanted is shown as far as it is known, until its token is let go', async () => {
  const { controller, lab, shown, step } = setUp();
  stop = followBatch(controller);
  await settle();
  await step(captureOf(1, true));
  const kept = shown();
  await step(captureOf(2));
  expect(shown()).toBe(kept);
  batchStore.setState({ wanted: 2 });
  await settle();
  expect(shown()).toBe(lab.next);
  lensStore.setState({ view: 'tokens', token: 3 });
  lensStore.setState({ token: -1 });
  await settle();
  expect(shown()).toBe(kept);
});
