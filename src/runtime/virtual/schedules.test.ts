/** Every schedule on the virtual clock: without a model over many updates, and with one over a few. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultExperiment } from '../../experiment/defaults.ts';
import { presetExperiment, withLayer, type Layer } from '../../experiment/presets/index.ts';
import { settings as table } from '../../experiment/settings/index.ts';
import { exp } from '../../numerics/elementary.ts';
import { normal, STREAM } from '../../numerics/random.ts';
import { createPipeline, mostAtOnce, pipelineSettings, type PipelineSettings } from '../../pipeline/index.ts';
import type { Engine } from '../../policy/engine.ts';
import { createWasmEngine } from '../../policy/engines/wasm/index.ts';
import { policySpec } from '../../policy/specOf.ts';
import { createTask } from '../../tasks/index.ts';
import { decodeFrame, type Frame, valueOf } from '../../telemetry/frame.ts';
import { predictRun } from './prediction.ts';
import type { RunResult } from './run.ts';
import { runTo } from './runTo.ts';
import { simulate, type SimulatedUpdate } from './simulate.ts';

const modes = table.schedule.mode.options.map(({ value }) => value);

describe('without a model', () => {
  const UPDATES = 120;

  function play(
    change: Partial<PipelineSettings>,
    times: { readonly learner?: number; readonly publication?: number; readonly spread?: number } = {},
  ): readonly SimulatedUpdate[] {
    const { learner = 1, publication = 0.5, spread = 0.8 } = times;
    const base = pipelineSettings(defaultExperiment(), Infinity);
    const settings = { ...base, batchGroups: 4, queueCapacity: 40, ...change };
    const answer = (ticket: number): number => 3 * exp(spread * normal(5, STREAM.test, ticket));
    const workers = mostAtOnce(settings);
    const history = simulate(createPipeline(settings), { workers, answer, learner, publication }, UPDATES);
    expect(history, 'it never stalls').toHaveLength(UPDATES);
    return history;
  }

  const lagsOf = (history: readonly SimulatedUpdate[]): readonly number[][] =>
    history.map(({ lags }) => [...new Set(lags)].sort((a, b) => a - b));

  test('synchronous: lag 0 at every update', () => {
    expect(lagsOf(play({ mode: 'synchronous', maxStaleness: 9, publishEvery: 5 })).flat()).toEqual(
      new Array(UPDATES).fill(0),
    );
  });

  test('one step off: lag 0 once, then 1', () => {
    expect(lagsOf(play({ mode: 'one-step' })).flat()).toEqual([0, ...new Array(UPDATES - 1).fill(1)]);
  });

  test('fully asynchronous: a slow learner’s data is as old as the queue is long', () => {
    const history = play({ mode: 'unbounded', maxStaleness: 1 }, { learner: 10 });
    // When batch u is taken, four are admitted into the queue of 40, with version u − 1 in force: that of update u − 1 is on
    // its way. Nine batches lie before theirs, which is u + 10.
    expect(new Set(lagsOf(history.slice(-20)).flat())).toEqual(new Set([11]));
    expect(Math.max(...lagsOf(play({ mode: 'unbounded', overAge: 'drop', maxStaleness: 2 })).flat())).toBe(2);
    expect(play({ mode: 'unbounded', overAge: 'wait', maxStaleness: 2 })).toHaveLength(UPDATES);
  });

  test('periodic: versions as old as the share allows, for answers that all take the same time', () => {
    const oldest = (carriedShare: number): number =>
      Math.max(...lagsOf(play({ mode: 'periodic', publishEvery: 4, carriedShare }, { spread: 0 })).flat());
    expect([0, 0.25, 1, 1.5, 3].map(oldest)).toEqual([0, 1, 1, 2, 3]);
  });

  test('few large stages: fresh versions, and the learner waits before every stage alone', () => {
    const history = play({ mode: 'stages', stageUpdates: 10 });
    expect(lagsOf(history).flat()).toEqual(new Array(UPDATES).fill(0));
    for (const { update, idle } of history) expect(idle > 0).toBe(update % 10 === 1);
    const stage = (n: number): number[] =>
      history.slice(10 * n, 10 * n + 10).flatMap(({ tickets }) => [...tickets]);
    for (const n of [0, 5, 11]) {
      expect(stage(n).sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => 40 * n + i));
    }
  });

  test('recorded lags: what the record says, over and over', () => {
    const lagTrace = [0, 1, 1, 3, 0, 7, 2];
    const expected = Array.from({ length: UPDATES }, (_, u) => Math.min(u, lagTrace[u % lagTrace.length]!));
    expect(lagsOf(play({ mode: 'replay', lagTrace })).flat()).toEqual(expected);
    expect(lagsOf(play({ mode: 'replay', lagTrace }, { learner: 20, publication: 3 })).flat()).toEqual(
      expected,
    );
  });

  test('a record of a bounded run replays its lags', () => {
    const recorded = play({ maxStaleness: 3 }).map(({ lags }) => Math.max(...lags));
    const replayed = play({ mode: 'replay', lagTrace: recorded }, { learner: 0.3 });
    expect(replayed.map(({ lags }) => Math.max(...lags))).toEqual(recorded);
    expect(Math.max(...recorded)).toBeGreaterThan(3);
  });

  test('publication that blocks holds the learner for as long as it takes', () => {
    for (const mode of ['synchronous', 'bounded', 'unbounded', 'periodic', 'stages'] as const) {
      const rules = { mode, publishEvery: 2, stageUpdates: 2, publishMode: 'blocking' } as const;
      const history = play(rules, { publication: 0.7 });
      const every = mode === 'synchronous' ? 1 : 2;
      for (const { update, publishing } of history.slice(1)) {
        expect(publishing).toBeCloseTo((update - 1) % every === 0 ? 0.7 : 0, 9);
      }
    }
  });
});

describe('with a model', () => {
  const base = withLayer(presetExperiment('tiny-v1'), {
    warmStart: { updates: 2, batch: 8 },
    schedule: { batchGroups: 2, groupSize: 2 },
    virtual: { jitter: 0.8 },
  });
  let engine: Engine;
  beforeAll(async () => {
    engine = await createWasmEngine(policySpec(base, createTask(base)), 'wasm');
  });
  afterAll(() => engine.dispose());

  const fingerprint = async (layer: Layer): Promise<string> => (await run(layer, 6)).result.fingerprint;
  const play = async (layer: Layer, updates: number): Promise<readonly Frame[]> =>
    (await run(layer, updates)).frames;

  async function run(
    layer: Layer,
    updates: number,
  ): Promise<{ readonly frames: readonly Frame[]; readonly result: RunResult }> {
    const experiment = withLayer(base, layer);
    const frames: Frame[] = [];
    const result = await runTo(updates, {
      experiment,
      engine,
      hooks: { frame: (data) => frames.push(decodeFrame(data)) },
    });
    expect(frames).toHaveLength(updates);
    return { frames, result };
  }

  const largest = (frames: readonly Frame[]): readonly number[] =>
    frames.map((frame) => valueOf(frame, 'sample_staleness_theta_max'));
  const inUpdates = (frames: readonly Frame[]): readonly number[] =>
    frames.map((frame) => valueOf(frame, 'update_lag_avg'));

  test('synchronous', async () => {
    expect(inUpdates(await play({ schedule: { mode: 'synchronous' } }, 6))).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('one step off', async () => {
    expect(inUpdates(await play({ schedule: { mode: 'one-step' } }, 6))).toEqual([0, 1, 1, 1, 1, 1]);
  });

  test('fully asynchronous: the queue fills beside a slow learner, and no faster', async () => {
    const frames = await play(
      { schedule: { mode: 'unbounded', queueCapacity: 10 }, virtual: { learnerSeconds: 20 } },
      9,
    );
    expect(largest(frames).at(-1)).toBeGreaterThanOrEqual(4);
    expect(Math.max(...frames.map((frame) => valueOf(frame, 'queue_length')))).toBeLessThanOrEqual(10);
  });

  test('periodic: κ updates a version', async () => {
    const frames = await play({ schedule: { mode: 'periodic', publishEvery: 3, carriedShare: 0 } }, 7);
    expect(frames.map(({ version }) => version)).toEqual([0, 0, 0, 1, 1, 1, 2]);
    expect(inUpdates(frames)).toEqual([0, 1, 2, 0, 1, 2, 0]);
    expect(largest(frames)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  test('few large stages', async () => {
    const frames = await play({ schedule: { mode: 'stages', stageUpdates: 4 } }, 9);
    expect(inUpdates(frames)).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 0]);
    expect(largest(frames).every((lag) => lag === 0)).toBe(true);
    const waited = frames.map((frame) => valueOf(frame, 'learner_idle') > 0);
    expect(waited).toEqual([true, false, false, false, true, false, false, false, true]);
  });

  test('recorded lags', async () => {
    const frames = await play({ schedule: { mode: 'replay', lagTrace: '0x1-1x1-0x1-3x2' } }, 10);
    expect(inUpdates(frames)).toEqual([0, 1, 0, 3, 3, 0, 1, 0, 3, 3]);
  });

  test('publication that blocks the learner takes its time and is told', async () => {
    const schedule = { maxStaleness: 4, publishDelay: 0.5 } as const;
    const overlap = await play({ schedule }, 8);
    const blocking = await play({ schedule: { ...schedule, publishMode: 'blocking' } }, 8);
    expect(overlap.every((frame) => valueOf(frame, 'learner_publishing') === 0)).toBe(true);
    for (const frame of blocking.slice(1)) {
      expect(valueOf(frame, 'learner_publishing') * (1 / valueOf(frame, 'updates_per_second'))).toBeCloseTo(
        0.5,
        9,
      );
    }
  });

  test('a learner’s time per token counts all tokens of the batch', async () => {
    const virtual = { learnerSeconds: 3, learnerTokenSeconds: 0.01 } as const;
    const frames = await play({ virtual, schedule: { maxStaleness: 8 } }, 8);
    const prompt = createTask(base).prompt(1, 'train', 0).tokens.length;
    for (const frame of frames) {
      const seconds = valueOf(frame, 'learner_training') / valueOf(frame, 'updates_per_second');
      const tokens = 4 * (prompt + valueOf(frame, 'response_length'));
      expect(seconds).toBeCloseTo(3 + 0.01 * tokens, 6);
    }
  });

  test('prompts are read before their first token, and everything again where the cache is recomputed', async () => {
    const slow = { jitter: 0, learnerSeconds: 0.01, tokenSeconds: 1 } as const;
    const layer = (prefillSeconds: number, weightSwap: 'keep' | 'recompute'): Layer => ({
      virtual: { ...slow, prefillSeconds },
      rollout: { workers: 2, groupsInFlight: 1, weightSwap },
      schedule: { maxStaleness: 3, batchGroups: 1 },
    });
    const seconds = async (...of: Parameters<typeof layer>): Promise<readonly number[]> =>
      (await play(layer(...of), 12)).map((frame) => frame.seconds);
    const prompt = createTask(base).prompt(1, 'train', 0).tokens.length;
    const [free, kept, recomputed] = [
      await seconds(0, 'keep'),
      await seconds(0.1, 'keep'),
      await seconds(0.1, 'recompute'),
    ];
    expect(kept[0]! - free[0]!).toBeCloseTo(0.1 * prompt, 9);
    expect(recomputed[0]).toBe(kept[0]);
    expect(recomputed.at(-1)!).toBeGreaterThan(kept.at(-1)! + 0.1 * prompt);
  });

  test.each<Layer>([
    { schedule: { maxStaleness: 1 } },
    { schedule: { mode: 'periodic', publishEvery: 2, publishMode: 'blocking' } },
    { schedule: { mode: 'stages', stageUpdates: 4 }, virtual: { slowest: 3 } },
    {
      schedule: { mode: 'unbounded', queueCapacity: 6 },
      virtual: { prefillSeconds: 0.03, decodeSaturation: 2 },
    },
    { schedule: { mode: 'one-step' }, virtual: { learnerTokenSeconds: 0.01, tail: 0.3 } },
  ])('a prediction without a model says what %o will measure', async ({ schedule, virtual }) => {
    const layer: Layer = {
      schedule: { publishDelay: 0.1, ...schedule },
      virtual: { learnerSeconds: 0.15, tokenSeconds: 0.05, ...virtual },
    };
    const UPDATES = 120;
    const { frames, result } = await run(layer, UPDATES);
    const prompt = createTask(base).prompt(1, 'train', 0).tokens.length;
    const length = frames.reduce((sum, frame) => sum + valueOf(frame, 'response_length'), 0) / UPDATES;
    // Two digits and the end of the answer: some answer of every batch has them all.
    const shape = { prompt, length, longest: 3 };
    const predicted = predictRun(withLayer(base, layer), shape, engine.parameters, UPDATES);
    const late = frames.slice(UPDATES / 10);
    const seconds = late.map((frame) => 1 / valueOf(frame, 'updates_per_second'));
    const total = seconds.reduce((sum, s) => sum + s, 0);
    const share = (metric: 'learner_idle' | 'learner_publishing'): number =>
      late.reduce((sum, frame, n) => sum + valueOf(frame, metric) * seconds[n]!, 0) / total;
    const lag = late.reduce((sum, frame) => sum + valueOf(frame, 'head_lag_avg'), 0) / late.length;
    expect(Math.abs(predicted.waitShare - share('learner_idle'))).toBeLessThan(0.02);
    expect(Math.abs(predicted.idle - predicted.waitShare - share('learner_publishing'))).toBeLessThan(0.02);
    expect(Math.abs(predicted.lag.mean - lag)).toBeLessThan(0.1);
    expect(predicted.throughput / ((2 * late.length) / total)).toBeCloseTo(1, 1);
    expect(predicted.ledger.trained).toBe(result.ledger.trained);
  });

  test.each(modes)('%s is the same to the last bit when it is played again', async (mode) => {
    const schedule = { mode, lagTrace: '0x1-2x2', publishDelay: 0.3, stageUpdates: 3 } as const;
    const fingerprints = [];
    for (let time = 0; time < 2; time++) fingerprints.push(await fingerprint({ schedule }));
    expect(fingerprints[1]).toBe(fingerprints[0]);
  });
});
