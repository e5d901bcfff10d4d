/**
 * Dynamic sampling in virtual runs with real models: no group without signal is trained on, each has a replacement, the
 * ledger balances, and runs can be repeated.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultExperiment } from '../../experiment/defaults.ts';
import { type Layer, withLayer } from '../../experiment/presets/index.ts';
import type { Ledger } from '../../pipeline/index.ts';
import type { Engine } from '../../policy/engine.ts';
import { createWasmEngine } from '../../policy/engines/wasm/index.ts';
import { policySpec } from '../../policy/specOf.ts';
import { createTask } from '../../tasks/index.ts';
import { decodeFrame, type Frame, valueOf } from '../../telemetry/frame.ts';
import type { TrainedBatch } from '../actors/index.ts';
import { runVirtual } from './run.ts';

const B = 3;
const UPDATES = 8;
const base = withLayer(defaultExperiment(), {
  task: { digits: 2, partialCredit: 0.5 },
  policy: { width: 8, layers: 1, heads: 1 },
  warmStart: { updates: 12, batch: 16 },
  rollout: { groupsInFlight: 2, workers: 2 },
  schedule: { batchGroups: B, groupSize: 2, maxStaleness: 2 },
  optimiser: { minibatches: 1 },
  evaluation: { prompts: 16, every: 100 },
});

let engine: Engine;
beforeAll(async () => {
  engine = await createWasmEngine(policySpec(base, createTask(base)), 'wasm');
});
afterAll(() => engine.dispose());

async function play(layer: Layer) {
  const experiment = withLayer(base, layer);
  const frames: Frame[] = [];
  const batches: TrainedBatch[] = [];
  const ledgers: Ledger[] = [];
  const result = await runVirtual({
    experiment,
    engine,
    hooks: {
      event: (event) => {
        if (event.kind === 'pipeline') ledgers.push(event.ledger);
      },
      frame: (data) => frames.push(decodeFrame(data)),
      trained: (batch) => batches.push(batch),
      experiment: () => experiment,
      gate: async ({ phase, update, stalled }) => {
        expect(stalled).toBe(false);
        return phase === 'running' && update >= UPDATES ? 'stop' : 'go';
      },
    },
  });
  const samples = batches.flatMap(({ minibatches }) => minibatches.flatMap((part) => part.samples));
  const groups = new Map<number, (typeof samples)[number][]>();
  for (const sample of samples) groups.set(sample.group, [...(groups.get(sample.group) ?? []), sample]);
  return { result, frames, groups: [...groups.values()], ledgers };
}

describe('dynamic sampling', () => {
  test.each([
    ['bounded', { mode: 'bounded' }],
    ['exact', { mode: 'exact', exactLag: 2 }],
  ] as const)('trains on no group of equal rewards, under the %s schedule', async (_, schedule) => {
    const { result, frames, groups } = await play({
      schedule: { ...schedule, filter: 'reward', filterLimit: 0 },
    });
    expect(groups).toHaveLength(B * UPDATES);
    for (const group of groups) expect(new Set(group.map(({ reward }) => reward)).size).toBe(2);
    for (const frame of frames) expect(valueOf(frame, 'zero_variance_groups')).toBe(0);

    const { admitted, rejected, trained, running, queued, training, dropped, lost } = result.ledger;
    expect(rejected).toBeGreaterThan(0);
    expect(trained).toBe(B * UPDATES);
    expect(running + queued + training + trained + dropped + rejected + lost).toBe(admitted);
    expect(valueOf(frames.at(-1)!, 'rejected')).toBeGreaterThan(0);
    frames.forEach((frame, update) => {
      const oldest = valueOf(frame, 'sample_staleness_theta_max')!;
      // What was rejected gave its place back, so that the schedule keeps its promise.
      if (schedule.mode === 'exact') expect(oldest).toBe(Math.min(update, 2));
      else expect(oldest).toBeLessThanOrEqual(2);
    });
  });

  test('by right and wrong looks through partial credit', async () => {
    const { groups } = await play({ schedule: { filter: 'exact', filterLimit: 0 } });
    for (const group of groups) expect(new Set(group.map(({ exact }) => exact)).size).toBe(2);
  });

  test('can be repeated to the last bit, and is part of the fingerprint', async () => {
    const schedule = { filter: 'reward', filterLimit: 0 } as const;
    const [first, second, without] = [await play({ schedule }), await play({ schedule }), await play({})];
    expect(second.result).toEqual(first.result);
    expect(without.result.fingerprint).not.toBe(first.result.fingerprint);
    expect(without.result.ledger.rejected).toBe(0);
  });

  test('gives up after so many batches, so that a run in which nothing is ever right goes on', async () => {
    const { result, ledgers } = await play({
      warmStart: { updates: 0 },
      optimiser: { learningRate: 1e-6 },
      schedule: { filter: 'exact', filterLimit: 2 },
    });
    expect(result.updates).toBe(UPDATES);
    expect(result.ledger.rejected).toBeGreaterThan(UPDATES);
    let taken = { tickets: 0, rejected: 0 };
    for (const { trained, training, rejected } of ledgers) {
      if (trained + training > taken.tickets) taken = { tickets: trained + training, rejected };
      expect(rejected - taken.rejected).toBeLessThanOrEqual(2 * B);
    }
  });
});
