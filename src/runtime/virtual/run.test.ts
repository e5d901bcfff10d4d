/** Virtual runs with real models: repeatable, in exact balance, with the staleness that the schedule promises. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultExperiment } from '../../experiment/defaults.ts';
import type { Experiment } from '../../experiment/experiment.ts';
import { type Layer, withLayer } from '../../experiment/presets/index.ts';
import type { Engine } from '../../policy/engine.ts';
import { createTfjsEngine } from '../../policy/engines/tfjs/index.ts';
import { policySpec } from '../../policy/specOf.ts';
import { createTask } from '../../tasks/index.ts';
import { decodeFrame, type Frame, valueOf } from '../../telemetry/frame.ts';
import type { SessionEvent } from '../session.ts';
import { runVirtual, type RunResult } from './run.ts';

const base = withLayer(defaultExperiment(), {
  task: { digits: 2 },
  policy: { width: 8, layers: 1, heads: 1 },
  warmStart: { updates: 3, batch: 8 },
  rollout: { groupsInFlight: 2, workers: 2 },
  schedule: { batchGroups: 2, groupSize: 2 },
  optimiser: { minibatches: 1 },
  evaluation: { prompts: 16, every: 5 },
});

let engine: Engine;
beforeAll(async () => {
  engine = await createTfjsEngine(policySpec(base, createTask(base)), 'wasm');
});
afterAll(() => engine.dispose());

interface Played {
  readonly result: RunResult;
  readonly frames: readonly Frame[];
  readonly events: readonly SessionEvent[];
}

async function play(
  layer: Layer,
  updates: number,
  change: (update: number, present: Experiment) => Experiment = (_, present) => present,
): Promise<Played> {
  let experiment = withLayer(base, layer);
  const frames: Frame[] = [];
  const events: SessionEvent[] = [];
  const result = await runVirtual({
    experiment,
    engine,
    hooks: {
      event: (event) => events.push(event),
      frame: (data) => frames.push(decodeFrame(data)),
      experiment: () => experiment,
      gate: async ({ phase, update, stalled }) => {
        if (stalled || (phase === 'running' && update >= updates)) return 'stop';
        experiment = change(update, experiment);
        return 'go';
      },
    },
  });
  return { result, frames, events };
}

describe('a virtual run', () => {
  test('is the same to the last bit when it is run again, and not for another seed', async () => {
    const one = await play({}, 12);
    const again = await play({}, 12);
    expect(again).toEqual(one);
    const other = await play({ run: { seed: 2 } }, 12);
    expect(other.frames).not.toEqual(one.frames);
  });

  test('reports frames, accuracies, and a ledger that balances', async () => {
    const { result, frames, events } = await play({}, 10);
    expect(frames.map((frame) => frame.update)).toEqual(Array.from({ length: 10 }, (_, i) => i + 1));
    expect(frames.map((frame) => frame.samples)).toEqual(frames.map((frame) => 4 * frame.update));
    expect(Number.isNaN(valueOf(frames[3]!, 'accuracy'))).toBe(true);
    expect(valueOf(frames[9]!, 'accuracy')).toBe(result.accuracyEnd);
    for (const frame of frames) {
      const idle = valueOf(frame, 'learner_idle');
      expect(idle).toBeGreaterThanOrEqual(0);
      expect(idle).toBeLessThan(1);
    }
    const { ledger } = result;
    expect(ledger.trained).toBe(20);
    const { running, queued, training, trained, dropped, rejected, lost } = ledger;
    expect(running + queued + training + trained + dropped + rejected + lost).toBe(ledger.admitted);
    const stages = events.flatMap((event) => (event.kind === 'accuracy' ? [event.stage] : []));
    expect(stages).toEqual(['init', 'warm', 'update', 'update']);
  });

  test('η = 0 is synchronous: no token is stale', async () => {
    const { frames } = await play({ schedule: { maxStaleness: 0 } }, 8);
    for (const frame of frames) expect(valueOf(frame, 'sample_staleness_theta_max')).toBe(0);
  });

  test('a slow learner makes data as old as η allows, and never idles', async () => {
    const { frames } = await play({ schedule: { maxStaleness: 6 }, virtual: { learnerSeconds: 20 } }, 20);
    expect(valueOf(frames.at(-1)!, 'sample_staleness_theta_avg')).toBeCloseTo(6, 5);
    expect(valueOf(frames.at(-1)!, 'learner_idle')).toBe(0);
  });

  test.each([0, 1, 8, 64])('exact lag %d: one bar at k after the first k updates', async (exactLag) => {
    const { frames } = await play({ schedule: { mode: 'exact', exactLag } }, exactLag + 4);
    for (const frame of frames) {
      const lag = Math.min(frame.update - 1, exactLag);
      const bars = [...frame.staleness.entries()].filter(([, tokens]) => tokens > 0);
      expect(bars.map(([bin]) => bin)).toEqual([lag]);
      expect(valueOf(frame, 'update_lag_avg')).toBe(lag);
    }
  });

  test('weights that are swapped in the middle give answers of mixed versions', async () => {
    const slow: Layer = { virtual: { tokenSeconds: 2, learnerSeconds: 0.5 }, schedule: { maxStaleness: 3 } };
    const { frames } = await play({ ...slow, rollout: { ...base.rollout, weightSwap: 'keep' } }, 12);
    const mixed = frames.some((frame) => [...frame.staleness].filter((tokens) => tokens > 0).length > 1);
    expect(mixed).toBe(true);
  });

  test('a live change acts from the next update on and is told', async () => {
    const { frames, events } = await play({}, 8, (update, present) =>
      update === 4 ? withLayer(present, { optimiser: { minibatches: 2, learningRate: 0.01 } }) : present,
    );
    expect(frames.map((frame) => frame.revision)).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
    const changes = events.filter((event) => event.kind === 'changes');
    expect(changes).toEqual([
      {
        kind: 'changes',
        update: 5,
        changes: [
          { field: 'optimiser.learningRate', from: base.optimiser.learningRate, to: 0.01 },
          { field: 'optimiser.minibatches', from: 1, to: 2 },
        ],
      },
    ]);
  });

  test('accounts for all time of learner and workers', async () => {
    const { result, frames, events } = await play({ virtual: { jitter: 0.5 } }, 20);
    for (const frame of frames) {
      expect(valueOf(frame, 'learner_idle') + valueOf(frame, 'learner_training')).toBeCloseTo(1, 12);
      expect([valueOf(frame, 'learner_publishing'), valueOf(frame, 'learner_evaluating')]).toEqual([0, 0]);
    }
    const { workers, learner } = events.findLast((event) => event.kind === 'workers')!;
    // Both begin at once.
    for (const { seconds, at } of workers) {
      expect(seconds.generating).toBeGreaterThan(0);
      expect(seconds.generating + seconds.waiting).toBeCloseTo(at, 9);
    }
    expect(learner.seconds.waiting + learner.seconds.training).toBeCloseTo(result.virtualSeconds, 9);
    const idle = frames.map((frame) => valueOf(frame, 'rollout_idle'));
    expect(idle.every((share) => share >= 0 && share <= 1)).toBe(true);
    expect(Math.max(...idle)).toBeGreaterThan(0);
  });

  test('a slow learner makes old data in the queue, slow workers make it in flight', async () => {
    const late = async (layer: Layer): Promise<Frame> =>
      (await play({ schedule: { maxStaleness: 4 }, ...layer }, 16)).frames.at(-1)!;
    const queued = await late({ virtual: { learnerSeconds: 20 } });
    expect(valueOf(queued, 'lag_in_queue_share')).toBe(1);
    expect(valueOf(queued, 'queue_length')).toBeGreaterThan(0);
    expect(valueOf(queued, 'queue_oldest')).toBeGreaterThan(0);
    expect(valueOf(queued, 'rollout_idle')).toBeGreaterThan(0.9);
    const slow = await late({ virtual: { tokenSeconds: 5, learnerSeconds: 0.01, jitter: 1 } });
    expect(valueOf(slow, 'lag_in_flight_share')).toBeGreaterThan(0.5);
    expect(valueOf(slow, 'rollout_idle')).toBeLessThan(0.1);
    expect(valueOf(slow, 'queue_oldest')).toBeNaN();
  });

  test('tells the lengths of what was dropped for age', async () => {
    const stragglers: Layer = {
      schedule: { maxStaleness: 2, overAge: 'drop' },
      rollout: { groupsInFlight: 1, workers: 4 },
      virtual: { learnerSeconds: 0.05, jitter: 2 },
    };
    const dropping = await play(stragglers, 30);
    const ratios = dropping.frames.map((frame) => valueOf(frame, 'trained_length_ratio'));
    expect(dropping.result.ledger.dropped).toBeGreaterThan(0);
    expect(ratios.some((ratio) => ratio !== 1)).toBe(true);
    const keeping = await play({ ...stragglers, schedule: { maxStaleness: 2 } }, 10);
    for (const frame of keeping.frames) expect(valueOf(frame, 'trained_length_ratio')).toBe(1);
  });

  test('sample by sample, no token is trained on that is too old, and what goes on with new weights is kept', async () => {
    const stale = async (dropLevel: 'group' | 'sample') => {
      const { frames, result } = await play(
        {
          schedule: { maxStaleness: 1, overAge: 'drop', dropLevel },
          rollout: { groupsInFlight: 1, workers: 4, weightSwap: 'keep' },
          virtual: { learnerSeconds: 0.05, tokenSeconds: 0.2, jitter: 1.5 },
        },
        30,
      );
      const largest = Math.max(...frames.map((frame) => valueOf(frame, 'sample_staleness_theta_max')));
      return { largest, dropped: result.ledger.dropped, frames };
    };
    const group = await stale('group');
    const sample = await stale('sample');
    expect([group.largest, sample.largest]).toEqual([1, 1]);
    expect(sample.dropped).toBeLessThan(group.dropped / 2);
    expect(sample.frames.every((frame) => Number.isFinite(valueOf(frame, 'loss')))).toBe(true);
  });

  test('tensors do not accumulate', async () => {
    const before = engine.memory().tensors;
    const { events } = await play({}, 20);
    const counts = events.flatMap((event) => (event.kind === 'workers' ? [event.learner.tensors] : []));
    expect(Math.max(...counts.slice(-20))).toBe(Math.max(...counts.slice(20, 40)));
    expect(engine.memory().tensors).toBeLessThanOrEqual(before + 10);
  });
});
