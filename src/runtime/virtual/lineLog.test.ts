/** What a virtual run tells of its line agrees with what it measures, and with the book of its prompts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { presetExperiment, type Layer, withLayer } from '../../experiment/presets/index.ts';
import type { Engine } from '../../policy/engine.ts';
import { createWasmEngine } from '../../policy/engines/wasm/index.ts';
import { policySpec } from '../../policy/specOf.ts';
import { createTask } from '../../tasks/index.ts';
import { decodeFrame, type Frame, valueOf } from '../../telemetry/frame.ts';
import { Journeys, type LineEvent, Timeline, utilisation } from '../../telemetry/timeline/index.ts';
import { runTo } from './runTo.ts';

const base = withLayer(presetExperiment('tiny-v1'), {
  warmStart: { updates: 4, batch: 8 },
  virtual: { learnerSeconds: 0.05, tokenSeconds: 0.03 },
});
let engine: Engine;
beforeAll(async () => {
  engine = await createWasmEngine(policySpec(base, createTask(base)), 'wasm');
});
afterAll(() => engine.dispose());

async function play(layer: Layer, updates: number) {
  const experiment = withLayer(base, layer);
  const events: LineEvent[] = [];
  const frames: Frame[] = [];
  const result = await runTo(updates, {
    experiment,
    engine,
    hooks: {
      frame: (data) => frames.push(decodeFrame(data)),
      line: (event) => events.push(event),
    },
  });
  const timeline = new Timeline();
  const journeys = new Journeys();
  for (const event of events) {
    timeline.add(event);
    journeys.add(event);
  }
  return { events, frames, result, timeline, journeys };
}

/** Mean of a share of time over updates, weighted by how long each took. */
function shareOf(frames: readonly Frame[], metric: 'learner_idle' | 'learner_publishing'): number {
  let [share, total] = [0, 0];
  frames.forEach((frame, i) => {
    const period = frame.seconds - (frames[i - 1]?.seconds ?? 0);
    share += valueOf(frame, metric) * period;
    total += period;
  });
  return share / total;
}

test('shares of time are those that the run measures, and the prompts those of its book', async () => {
  const { frames, result, timeline, journeys, events } = await play({ schedule: { maxStaleness: 0 } }, 12);
  const end = frames.at(-1)!.seconds;
  const shares = utilisation(timeline.learner, 0, end);
  expect(shares.rollout).toBeCloseTo(shareOf(frames, 'learner_idle'), 10);
  expect(shares.rollout! + shares.train_step!).toBeCloseTo(1, 10);
  expect(timeline.workers).toHaveLength(2);
  for (const worker of timeline.workers) {
    const { decode = 0, admission = 0 } = utilisation(worker, worker.begin(0), end);
    expect(decode + admission).toBeCloseTo(1, 10);
    expect(admission).toBeGreaterThan(0);
  }
  const all = [...journeys.all()];
  expect(all).toHaveLength(result.ledger.admitted);
  expect(all.filter(({ trained }) => trained !== undefined)).toHaveLength(result.ledger.trained);
  for (const { begun, finished, taken, trained } of all) {
    if (trained !== undefined)
      expect([begun, finished, taken, trained]).toEqual(
        [begun, finished, taken, trained].sort((a, b) => a! - b!),
      );
  }
  expect(events.filter(({ kind }) => kind === 'arrive')).toHaveLength(
    events.filter(({ kind }) => kind === 'send').length,
  );
});

test('reading, blocking publication, swapped weights, and prompts that are dropped are told', async () => {
  const { frames, result, timeline, journeys } = await play(
    {
      virtual: { prefillSeconds: 0.004 },
      rollout: { weightSwap: 'recompute' },
      schedule: {
        maxStaleness: 1,
        publishDelay: 0.1,
        publishMode: 'blocking',
        overAge: 'drop',
        batchGroups: 2,
      },
    },
    20,
  );
  const end = frames.at(-1)!.seconds;
  expect(utilisation(timeline.learner, 0, end).update_weights).toBeCloseTo(
    shareOf(frames, 'learner_publishing'),
    10,
  );
  expect(timeline.weights.at(0)).toMatchObject({ kind: 'publication', detail: 1 });
  expect(timeline.weights.end(0) - timeline.weights.begin(0)).toBeCloseTo(0.1, 10);
  const [worker] = timeline.workers;
  expect(worker!.at(0).kind).toBe('prefill');
  expect(worker!.at(1)).toMatchObject({ kind: 'decode', begin: worker!.end(0) });
  expect(timeline.workers.flatMap(({ swaps }) => swaps).length).toBeGreaterThan(0);
  const left = [...journeys.all()].filter(({ left: gone }) => gone?.why === 'dropped');
  expect(left).toHaveLength(result.ledger.dropped);
});
