/** Durations from spans worked out by hand, the curve against the simulation it is made of, and the words. */
import { describe, expect, it } from 'vitest';
import { defaultExperiment } from '../../experiment/defaults.ts';
import { presetExperiment, withLayer } from '../../experiment/presets/index.ts';
import { Timeline } from '../../telemetry/timeline/index.ts';
import { experimentStore } from '../state/experimentStore.ts';
import { boundsOf, capacityFor, compute, type Point, predictAt, type Question } from './curve.ts';
import { alike, type Durations, durationsOf } from './durations.ts';
import { placesOf } from './places.ts';
import { nextQuestion } from './question.ts';
import { capacityWords } from './words.ts';

const virtual = presetExperiment('virtual-v1');

/** Worker: batches of 2 s, a quarter of it reading. Learner: 3 s training, ½ s handing over. Weights: 1 s. */
function timelineOf(batches: number, updates: number): Timeline {
  const timeline = new Timeline();
  for (let n = 0; n < batches; n++) {
    const at = 3 * n;
    timeline.add({ kind: 'begin', at, worker: 0, version: n, tickets: [n], prefill: 0.5 });
    timeline.add({ kind: 'finish', at: at + 2, worker: 0, tickets: [n], rest: true });
  }
  for (let n = 0; n < updates; n++) {
    const from = 5 * n;
    timeline.add({ kind: 'learner', from, at: from + 1, phase: 'rollout', update: n + 1 });
    timeline.add({ kind: 'learner', from: from + 1, at: from + 4, phase: 'train_step', update: n + 1 });
    timeline.add({ kind: 'learner', from: from + 4, at: from + 4.5, phase: 'update_weights', update: n + 1 });
    timeline.add({ kind: 'send', at: from + 4, version: n + 1, update: n + 1 });
    timeline.add({ kind: 'arrive', at: from + 5, version: n + 1 });
  }
  return timeline;
}

describe('durations', () => {
  it('are the run’s, once it has shown enough', () => {
    expect(durationsOf(timelineOf(20, 20), defaultExperiment(), () => 5)).toEqual({
      latency: { mean: 2, sigma: 0 },
      learner: 3.5,
      publication: 1,
      measured: true,
    });
  });

  it('are the virtual clock’s before that, and none of a live run', () => {
    for (const timeline of [new Timeline(), timelineOf(20, 3), timelineOf(3, 20)]) {
      expect(durationsOf(timeline, defaultExperiment(), () => 5)).toBeUndefined();
      const { tokenSeconds, learnerSeconds, jitter } = virtual.virtual;
      expect(durationsOf(timeline, virtual, () => 5)).toMatchObject({
        latency: { mean: 5 * tokenSeconds, sigma: jitter },
        learner: learnerSeconds,
        measured: false,
      });
    }
  });
});

describe('a question', () => {
  it('stays the same object until a setting or a duration really changes', () => {
    experimentStore.setState({ draft: defaultExperiment() });
    const first = nextQuestion({ timeline: timelineOf(20, 20) }, undefined, 2);
    expect(first).toMatchObject({ workers: 1, durations: { learner: 3.5 } });
    expect(nextQuestion({ timeline: timelineOf(40, 30) }, first, 2)).toBe(first);
    expect(nextQuestion({ timeline: timelineOf(40, 30) }, first, 4)).not.toBe(first);
    experimentStore.setState({
      draft: withLayer(defaultExperiment(), { optimiser: { learningRate: 1e-3 } }),
    });
    expect(nextQuestion({ timeline: timelineOf(20, 20) }, first, 2)).toBe(first);
    experimentStore.setState({ draft: withLayer(defaultExperiment(), { schedule: { maxStaleness: 5 } }) });
    expect(nextQuestion({ timeline: timelineOf(20, 20) }, first, 2)).not.toBe(first);
    expect(nextQuestion({ timeline: new Timeline() }, first, 2)).toBeUndefined();
  });

  it('is another one where something takes a third longer', () => {
    const { durations } = sheet(2);
    const longer = (by: number): Durations => ({ ...durations, learner: durations.learner * by });
    expect([alike(durations, longer(1.1)), alike(durations, longer(1.4))]).toEqual([true, false]);
  });
});

/** The reference sheet's case: B = 16, T = 10, D = 4, all answers 25 s, workers enough. */
function sheet(eta: number, workers = 200): Question {
  const experiment = withLayer(defaultExperiment(), { schedule: { batchGroups: 16, maxStaleness: eta } });
  const durations = {
    latency: { mean: 25, sigma: 0 },
    learner: 10,
    publication: 4,
    measured: true,
  } as const;
  return { experiment, durations, workers, perWorker: 1 };
}

describe('the curve', () => {
  it('has the sheet’s idle shares (systems.md §2.2)', () => {
    for (const [eta, idle] of [
      [0, 0.744],
      [1, 0.487],
      [2, 0.231],
      [3, 0],
    ] as const) {
      expect(predictAt(sheet(eta), eta).idle).toBeCloseTo(idle, 2);
      expect(capacityFor(sheet(eta))!.idle).toBeCloseTo(idle, 2);
    }
  });

  it('is computed bound by bound, in order, and can be broken off', () => {
    const tasks: (() => void)[] = [];
    const told: [readonly Point[], boolean][] = [];
    const stop = compute(
      sheet(5),
      (task) => tasks.push(task),
      (points, done) => told.push([points, done]),
    );
    for (let task = tasks.shift(); task; task = tasks.shift()) task();
    const [points, done] = told.at(-1)!;
    expect(points.map(({ eta }) => eta)).toEqual([0, 1, 2, 3, 4, 5, 6, 8, 12, 16]);
    expect(told.filter(([, end]) => end)).toHaveLength(1);
    expect(done).toBe(true);
    stop();

    const broken = compute(
      sheet(5),
      (task) => tasks.push(task),
      () => expect.unreachable(),
    );
    broken();
    tasks.shift()!();
    expect(tasks).toHaveLength(0);
  });

  it('has one point where the schedule has no bound', () => {
    const experiment = withLayer(defaultExperiment(), { schedule: { mode: 'synchronous' } });
    const question = { ...sheet(2), experiment };
    expect(boundsOf(question)).toHaveLength(1);
    expect(capacityFor(question)).toBeUndefined();
  });
});

it('the calculator says what binds and what would cure it', () => {
  const say = (question: Question) =>
    capacityWords(
      capacityFor(question)!,
      question,
      predictAt(question, question.experiment.schedule.maxStaleness).idle,
    );
  expect(say(sheet(1))).toBe(
    'The learner waits 49 % of the time: admission may run only 1 version ahead. From about η = 3 on it would not.',
  );
  expect(say(sheet(4))).toMatch(/hardly ever waits/);
  // 30 places, of which 40 are needed: B·L/T = 16 · 25 / 10.
  expect(say(sheet(8, 30))).toBe(
    'The learner waits 25 % of the time: 30 workers with 1 prompt each are too slow. About 40 workers would keep up.',
  );
});

it('places lie within the picture, small bounds apart', () => {
  const size = { width: 280, height: 84, left: 4, right: 4, top: 6, bottom: 16 };
  const { x, idle, lag, ticks } = placesOf(
    [
      { eta: 0, idle: 0.7, lag: 0 },
      { eta: 16, idle: 0, lag: 16 },
    ],
    NaN,
    size,
  );
  expect([x(0), x(4), x(16)]).toEqual([4, 140, 276]);
  expect([idle(0), idle(1), lag(16), lag(0)]).toEqual([68, 6, 6, 68]);
  expect(ticks).toEqual([0, 1, 2, 4, 8, 16]);
});
