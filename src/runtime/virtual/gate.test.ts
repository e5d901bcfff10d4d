/** The gate of a virtual run, with time and messages told by the test. */
import { expect, test } from 'vitest';
import { defaultExperiment } from '../../experiment/defaults.ts';
import type { Phase } from '../session.ts';
import type { Moment } from './flowLog.ts';
import { RunGate } from './gate.ts';
import type { GateState } from './run.ts';

/** A gate, and a clock that moves when somebody sleeps. */
class Scene {
  wall = 0;
  readonly phases: Phase[] = [];
  readonly rests: Moment[] = [];
  readonly waits: Moment[] = [];
  /** Called in place of the next sleep, which then never ends by itself. */
  during: (() => void) | undefined;
  readonly gate = new RunGate(defaultExperiment(), {
    breathe: () => Promise.resolve(),
    sleep: (milliseconds) => {
      const { during } = this;
      this.during = undefined;
      if (during === undefined) {
        this.wall += milliseconds;
        return Promise.resolve();
      }
      queueMicrotask(during);
      return new Promise(() => undefined);
    },
    wall: () => this.wall,
    onPhase: (phase) => this.phases.push(phase),
    onRest: (_, moment) => Promise.resolve(void this.rests.push(moment)),
    onWait: (_, moment) => this.waits.push(moment),
  });
}

function state(change: Partial<GateState> = {}): GateState {
  return {
    phase: 'running',
    update: 0,
    events: 0,
    seconds: 0,
    stalled: false,
    flow: () => {
      throw new Error('nobody looks');
    },
    parameters: () => Promise.resolve(new Float32Array()),
    fingerprint: () => Promise.resolve(''),
    ...change,
  };
}

/** Whether a promise has settled once everything that can happen has. */
async function settled(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  void promise.then(() => (done = true));
  await new Promise((resolve) => setTimeout(resolve));
  return done;
}

test('single events: exactly one passes, and the phase stays "paused"', async () => {
  const { gate, phases } = new Scene();
  gate.pause();
  const first = gate.pass(state({ events: 7 }));
  expect(await settled(first)).toBe(false);
  gate.stepEvent();
  expect(await first).toBe('go');
  // What only prepares the next event does not count.
  expect(await gate.pass(state({ events: 7 }))).toBe('go');
  await gate.wait(state({ events: 7 }), 0, 100);
  const second = gate.pass(state({ events: 8 }));
  expect(await settled(second)).toBe(false);
  expect(phases).toEqual(['paused']);
  gate.resume();
  expect(await second).toBe('go');
  expect(phases).toEqual(['paused', 'running']);
});

test('another single event, asked for while one is under way, is not lost', async () => {
  const { gate } = new Scene();
  gate.pause();
  const first = gate.pass(state({ events: 7 }));
  expect(await settled(first)).toBe(false);
  gate.stepEvent();
  gate.stepEvent();
  expect(await first).toBe('go');
  expect(await gate.pass(state({ events: 8 }))).toBe('go');
  expect(await settled(gate.pass(state({ events: 9 })))).toBe(false);
});

test('a single event is ignored while the run goes on', async () => {
  const { gate } = new Scene();
  gate.stepEvent();
  expect(await gate.pass(state())).toBe('go');
  expect(await gate.pass(state({ events: 5 }))).toBe('go');
});

test('a step at a slow speed takes its time, an event does not', async () => {
  const scene = new Scene();
  const { gate } = scene;
  gate.setSpeed(0.5);
  gate.pause();
  const first = gate.pass(state());
  await settled(first);
  gate.step();
  await first;
  await gate.wait(state(), 0, 1);
  expect(scene.wall).toBe(2000);
  const paused = gate.pass(state({ update: 1, events: 3 }));
  expect(await settled(paused)).toBe(false);
  gate.stepEvent();
  await paused;
  await gate.wait(state({ update: 1, events: 3 }), 1, 50);
  expect(scene.wall).toBe(2000);
});

test('slow motion tells what is waited for, and full speed waits for nothing', async () => {
  const scene = new Scene();
  scene.gate.setSpeed(0.1);
  await scene.gate.wait(state(), 4, 4.5);
  expect(scene.wall).toBeCloseTo(5000, 6);
  expect(scene.waits).toEqual([{ seconds: 4, rate: 0.1, until: 4.5 }]);
  scene.gate.setSpeed(Infinity);
  await scene.gate.wait(state(), 4.5, 900);
  expect(scene.wall).toBeCloseTo(5000, 6);
});

test('pausing in the middle of a wait holds the clock there; going on waits for the rest', async () => {
  const scene = new Scene();
  const { gate } = scene;
  gate.setSpeed(1);
  scene.during = () => {
    scene.wall = 300;
    gate.pause();
  };
  const wait = gate.wait(state(), 0, 1);
  expect(await settled(wait)).toBe(false);
  expect(scene.rests).toEqual([{ seconds: 0.3, rate: 0, until: 0.3 }]);
  expect(scene.phases).toEqual(['running', 'paused']);
  scene.wall = 60_300;
  gate.resume();
  await wait;
  expect(scene.wall).toBeCloseTo(61_000, 6);
});

test('another speed acts in the middle of a wait, and stop ends it', async () => {
  const scene = new Scene();
  const { gate } = scene;
  gate.setSpeed(0.001);
  scene.during = () => {
    scene.wall = 1000;
    gate.setSpeed(1);
  };
  await gate.wait(state(), 0, 1);
  expect(scene.wall).toBeCloseTo(1999, 6);
  gate.setSpeed(0.001);
  scene.during = () => gate.stop();
  await gate.wait(state(), 1, 2);
  expect(await gate.pass(state())).toBe('stop');
});

test('a change of settings during a stall goes on even if it comes while the pause begins', async () => {
  const scene = new Scene();
  const { gate } = scene;
  const pass = gate.pass(state({ stalled: true }));
  gate.change({ ...defaultExperiment() });
  expect(await pass).toBe('go');
});
