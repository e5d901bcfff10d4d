/** Predictions against the check tables of the reference sheet (`systems.md` §2.2 and §1.17). */
import { describe, expect, test } from 'vitest';
import { defaultExperiment } from '../../experiment/defaults.ts';
import { pipelineSettings, type PipelineSettings } from '../../pipeline/index.ts';
import { type Latency, latencyOf } from './latency.ts';
import { predict, type Prediction, type PredictionInput } from './prediction.ts';

type Change = Omit<Partial<PredictionInput>, 'pipeline'> & { readonly pipeline?: Partial<PipelineSettings> };

/** The model of §1.17, but for what is changed. */
function play({ pipeline, ...change }: Change): Prediction {
  return predict({
    latency: { kind: 'lognormal', mean: 25, sigma: 0.6 },
    learner: 10,
    publication: 4,
    updates: 1500,
    seed: 1,
    ...change,
    pipeline: { ...pipelineSettings(defaultExperiment(), Infinity), batchGroups: 16, ...pipeline },
  });
}

describe('§2.2: constant answers', () => {
  /** Learner T, publication D, answers L, bound S, concurrency C (∞ = as many as are admitted) and idle share. */
  const rows: readonly (readonly [number, number, number, number, number, number])[] = [
    [10, 4, 25, 0, Infinity, 0.744],
    [10, 4, 25, 1, Infinity, 0.487],
    [10, 4, 25, 2, Infinity, 0.231],
    [10, 4, 25, 3, Infinity, 0],
    [10, 12, 25, 2, Infinity, 0.362],
    [10, 12, 25, 3, Infinity, 0.149],
    [10, 12, 25, 4, Infinity, 0],
    [5, 2, 40, 0, Infinity, 0.894],
    [5, 2, 40, 4, Infinity, 0.468],
    [5, 2, 40, 8, Infinity, 0.042],
    [5, 2, 40, 9, Infinity, 0],
    [10, 4, 25, 4, 30, 0.25],
    [10, 4, 25, 4, 36, 0.1],
    [10, 4, 25, 4, 40, 0],
  ];

  test.each(rows)('T=%d D=%d L=%d S=%d C=%d: idle %f', (learner, publication, mean, S, C, idle) => {
    const at = (updates: number): number =>
      play({
        pipeline: { maxStaleness: S, concurrency: C },
        latency: { kind: 'constant', mean },
        learner,
        publication,
        updates,
      }).idle;
    expect(Math.abs(at(1500) - idle)).toBeLessThan(0.005);
    expect(Math.abs(at(200) - idle)).toBeLessThan(0.01);
  });

  test.each([
    [0, 0.641],
    [1, 0.282],
    [2, 0],
  ])('publication that blocks the learner, S=%d: wait share %f', (maxStaleness, waitShare) => {
    const blocking = play({
      pipeline: { maxStaleness, publishMode: 'blocking' },
      latency: { kind: 'constant', mean: 25 },
    });
    expect(Math.abs(blocking.waitShare - waitShare)).toBeLessThan(0.005);
    // Of each period the learner trains for 10 s and waits for its weights for 4 s.
    expect(blocking.idle - blocking.waitShare).toBeCloseTo((4 / 10) * (1 - blocking.idle), 6);
  });
});

/**
 * The sheet gives one draw of 1500 versions, in two digits; here means over five seeds. Between seeds the idle share has a
 * standard deviation of 0.001 to 0.003 in the first two tables. Under FIFO single slow answers decide, and it is 0.0024,
 * 0.0035, 0.0057, 0.0067, 0.0095 and 0.0113 from η = 1 to 8 (60 seeds, means 0.759, 0.659, 0.568, 0.484, 0.338, 0.218): there
 * the sheet's draw and this mean may each be off by half the tolerance.
 *
 * Shares are printed in whole percent and ratios in two digits, hence 0.01. A quantile of whole numbers is one: 0.5 from
 * the sheet's means that it is the same one in most seeds. The largest lag is a single draw, and is checked only
 * where the policy bounds it.
 */
describe('§1.17: log-normal answers, three policies', () => {
  const SEEDS = [1, 2, 3, 4, 5];

  interface Means {
    readonly idle: number;
    readonly lag: number;
    readonly p99: number;
    readonly largest: number;
    readonly overEta: number;
    readonly dropped: number;
    readonly length: number;
  }

  function means(pipeline: Partial<PipelineSettings>): Means {
    const runs = SEEDS.map((seed) => play({ pipeline, seed }));
    const mean = (of: (run: Prediction) => number): number =>
      runs.reduce((sum, run) => sum + of(run), 0) / runs.length;
    return {
      idle: mean(({ idle }) => idle),
      lag: mean(({ lag }) => lag.mean),
      p99: mean(({ lag }) => lag.p99),
      largest: Math.max(...runs.map(({ lag }) => lag.max)),
      overEta: mean(({ shareOverEta }) => shareOverEta),
      dropped: mean(({ droppedShare }) => droppedShare),
      length: mean(({ trainedLengthRatio }) => trainedLengthRatio),
    };
  }

  const near = (actual: number, expected: number, tolerance: number): void =>
    expect(Math.abs(actual - expected)).toBeLessThan(tolerance);

  test.each([
    [1, 0.62, 1.0, 3, 0.15],
    [2, 0.35, 2.0, 6, 0.23],
    [3, 0.11, 3.0, 8, 0.25],
    [4, 0.0, 4.0, 9, 0.18],
    [6, 0.0, 6.0, 9, 0.05],
    [8, 0.0, 8.0, 9, 0.02],
  ])('oldest done, η=%d: idle %f, lag %f, p99 %d, over η %f', (maxStaleness, idle, lag, p99, over) => {
    const found = means({ maxStaleness });
    near(found.idle, idle, 0.01);
    near(found.lag, lag, 0.1);
    near(found.p99, p99, 0.5);
    near(found.overEta, over, 0.01);
    expect(found.dropped).toBe(0);
    expect(found.length).toBe(1);
  });

  test.each([
    [1, 0.65, 0.7, 0.16, 0.81],
    [2, 0.44, 1.4, 0.18, 0.78],
    [3, 0.23, 2.1, 0.18, 0.77],
    [4, 0.04, 2.9, 0.17, 0.77],
    [6, 0.0, 5.6, 0.05, 0.9],
    [8, 0.0, 7.8, 0.02, 0.96],
  ])('drop, η=%d: idle %f, lag %f, dropped %f, length %f', (maxStaleness, idle, lag, dropped, length) => {
    const found = means({ maxStaleness, overAge: 'drop' });
    near(found.idle, idle, 0.01);
    near(found.lag, lag, 0.1);
    near(found.dropped, dropped, 0.01);
    near(found.length, length, 0.01);
    expect(found.largest).toBe(maxStaleness);
  });

  test.each([
    [1, 0.76],
    [2, 0.66],
    [3, 0.57],
    [4, 0.48],
    [6, 0.33],
    [8, 0.21],
  ])('FIFO, η=%d: idle %f', (maxStaleness, idle) => {
    const found = means({ maxStaleness, order: 'fifo' });
    near(found.idle, idle, 0.01);
    near(found.lag, maxStaleness, 0.1);
    expect(found.largest).toBe(maxStaleness);
  });
});

describe('latencies', () => {
  const TICKETS = 40_000;
  const mean = (latency: Latency): number => {
    let sum = 0;
    for (let ticket = 0; ticket < TICKETS; ticket++) sum += latencyOf(latency, 1, ticket);
    return sum / TICKETS;
  };

  test.each<readonly [Latency, number]>([
    [{ kind: 'constant', mean: 7 }, 0],
    // Standard deviations of one answer: 25·√(e^0.36 − 1) = 16.5, and 10/√(3·1) = 5.8 for α = 3.
    [{ kind: 'lognormal', mean: 25, sigma: 0.6 }, 16.5],
    [{ kind: 'pareto', mean: 10, alpha: 3 }, 5.8],
  ])('%o has its mean', (latency, deviation) => {
    expect(Math.abs(mean(latency) - latency.mean)).toBeLessThanOrEqual((4 * deviation) / Math.sqrt(TICKETS));
  });

  test('a Pareto tail falls with its power', () => {
    const latency: Latency = { kind: 'pareto', mean: 1, alpha: 1.5 };
    const over = (x: number): number => {
      let count = 0;
      for (let ticket = 0; ticket < TICKETS; ticket++) count += Number(latencyOf(latency, 2, ticket) > x);
      return count / TICKETS;
    };
    // P(L > x) = (x_m / x)^α with x_m = 1 − 1/α = 1/3.
    expect(over(1)).toBeCloseTo(Math.pow(1 / 3, 1.5), 2);
    expect(over(4)).toBeCloseTo(Math.pow(1 / 12, 1.5), 2);
  });
});
