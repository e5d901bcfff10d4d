/** The durations of the virtual clock, one input at a time. */
import { describe, expect, test } from 'vitest';
import { defaultExperiment } from '../../experiment/defaults.ts';
import { withLayer, type Layer } from '../../experiment/presets/index.ts';
import { planOf } from './plan.ts';
import type { Plan, WorkerStep } from './schedule.ts';

const PARAMETERS = 250_000;

function plan(layer: Layer): Plan {
  const experiment = withLayer(defaultExperiment(), { virtual: { jitter: 0, ...layer.virtual } });
  return planOf(() => withLayer(experiment, { ...layer, virtual: {} }), PARAMETERS);
}

const step: WorkerStep = { worker: 0, batch: 0, tickets: [0], answers: 8, prefill: 0 };

test('the defaults cost what they say, and nothing else does', () => {
  const { step: token, learner, publication } = plan({});
  expect(token(step)).toBe(0.05);
  expect(token({ ...step, worker: 1, batch: 9, answers: 900, prefill: 900 })).toBe(0.05);
  expect([learner(0), learner(1e6), publication()]).toEqual([1, 1, 0]);
});

test('decoding: full speed up to so many answers, then in proportion to their number', () => {
  const { step: token } = plan({ virtual: { decodeSaturation: 16 } });
  const at = (answers: number): number => token({ ...step, answers });
  expect([1, 16, 24, 64].map(at)).toEqual([0.05, 0.05, 0.05 * 1.5, 0.05 * 4]);
});

test('prefill: what has to be read comes before the next token', () => {
  const { step: token } = plan({ virtual: { prefillSeconds: 0.01 } });
  expect(token({ ...step, prefill: 5 })).toBeCloseTo(0.05 + 5 * 0.01, 12);
});

test('slow workers: the last is the slowest, the others lie evenly between', () => {
  const speeds = (workers: number): number[] => {
    const { step: token } = plan({ virtual: { slowest: 3, tokenSeconds: 1 }, rollout: { workers } });
    return Array.from({ length: workers }, (_, worker) => token({ ...step, worker }));
  };
  expect(speeds(5)).toEqual([1, 1.5, 2, 2.5, 3]);
  expect(speeds(2)).toEqual([1, 3]);
  expect(speeds(1)).toEqual([1]);
});

test('learner: a constant, and so much a token', () => {
  const { learner } = plan({ virtual: { learnerSeconds: 2, learnerTokenSeconds: 0.001 } });
  expect(learner(500)).toBeCloseTo(2.5, 12);
});

test('publication: a delay, and the bytes of the weights through the bandwidth', () => {
  const schedule = { publishDelay: 0.25 };
  const virtual = { bandwidth: 2 };
  // 250,000 parameters are 1 MB in float32.
  expect(plan({ schedule, virtual }).publication()).toBeCloseTo(0.25 + 0.5, 12);
  const half = plan({ schedule, virtual, rollout: { precision: 'bfloat16' } });
  expect(half.publication()).toBeCloseTo(0.25 + 0.25, 12);
  expect(plan({ schedule }).publication()).toBe(0.25);
});

describe('spread and tail', () => {
  const BATCHES = 20_000;
  const factors = (virtual: NonNullable<Layer['virtual']>): number[] => {
    const { step: token } = plan({ virtual });
    return Array.from({ length: BATCHES }, (_, batch) => token({ ...step, batch }) / 0.05);
  };
  const share = (values: readonly number[], over: number): number =>
    values.filter((value) => value > over).length / values.length;

  test('belong to a batch of a worker, and to all of its tokens', () => {
    const { step: token } = plan({ virtual: { jitter: 0.5, tail: 0.4 } });
    expect(token({ ...step, answers: 3 })).toBe(token(step));
    const seconds = [step, { ...step, batch: 1 }, { ...step, worker: 1 }].map(token);
    expect(new Set(seconds).size).toBe(3);
  });

  test('have mean 1', () => {
    // The standard deviation of a factor: √(e^σ² − 1) = 0.53; of the tail, (1 − ξ)/√(1 − 2ξ) · ξ/(1 − ξ) = 0.26 at ξ = 0.2.
    for (const [virtual, deviation] of [
      [{ jitter: 0.5 }, 0.53],
      [{ tail: 0.2 }, 0.26],
    ] as const) {
      const mean = factors(virtual).reduce((sum, factor) => sum + factor, 0) / BATCHES;
      expect(Math.abs(mean - 1)).toBeLessThan((4 * deviation) / Math.sqrt(BATCHES));
    }
  });

  test('at ξ = 0.5 one time in a hundred takes five times the mean, at 0 none does', () => {
    // P(x > 5) = ((1 − ξ)/5)^(1/ξ) = 0.01, with a standard error of 0.0007.
    expect(Math.abs(share(factors({ tail: 0.5 }), 5) - 0.01)).toBeLessThan(0.003);
    expect(share(factors({ tail: 0 }), 1)).toBe(0);
  });
});
