/** A recorded run, changes and standstill included, plays again to its fingerprint; a branch without a change is the run. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Experiment } from '../../experiment/experiment.ts';
import { presetExperiment, type Layer, withLayer } from '../../experiment/presets/index.ts';
import type { Engine } from '../../policy/engine.ts';
import { createWasmEngine } from '../../policy/engines/wasm/index.ts';
import { policySpec } from '../../policy/specOf.ts';
import { createTask } from '../../tasks/index.ts';
import { decodeFrame } from '../../telemetry/frame.ts';
import {
  batchOf,
  decodeRecord,
  encodeRecord,
  Recorder,
  type RunRecord,
  upTo,
} from '../../telemetry/record/index.ts';
import { runVirtual } from './run.ts';
import { Script } from './script.ts';

const base = withLayer(presetExperiment('tiny-v1'), {
  warmStart: { updates: 30, batch: 32 },
  evaluation: { every: 4 },
});
let engine: Engine;
beforeAll(async () => {
  engine = await createWasmEngine(policySpec(base, createTask(base)), 'wasm');
});
afterAll(() => engine.dispose());

/**
 * Plays so many updates. `wanted` says what a person, or a script, wants after some number of updates, and what they do
 * about a standstill; without an answer to that the run ends.
 */
async function play(
  experiment: Experiment,
  updates: number,
  wanted: { after(update: number, stalled: boolean): Experiment; applied?(): void },
): Promise<RunRecord> {
  const recorder = new Recorder(experiment);
  let now = experiment;
  let inForce = experiment;
  const { fingerprint, updates: done } = await runVirtual({
    experiment,
    engine,
    hooks: {
      event: (event) => {
        if (event.kind === 'accuracy') recorder.accuracy(event);
        if (event.kind !== 'changes') return;
        recorder.changed(batchOf(event));
        inForce = now;
        wanted.applied?.();
      },
      frame: (data) => recorder.frame(decodeFrame(data)),
      gate: async ({ phase, update, stalled }) => {
        if (phase === 'warm-start') return 'go';
        now = wanted.after(update, stalled);
        return update >= updates || (stalled && now === inForce) ? 'stop' : 'go';
      },
      experiment: () => now,
    },
  });
  return recorder.record('wasm', { update: done, value: fingerprint });
}

async function replay(record: RunRecord, updates = record.updates): Promise<RunRecord> {
  const script = new Script(record.experiment, { changes: record.changes, until: record.updates });
  return play(record.experiment, updates, {
    after: (update) => script.wanted(update),
    applied: () => script.applied(),
  });
}

function throughFile(record: RunRecord): RunRecord {
  const parsed = decodeRecord(encodeRecord(record));
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.record;
}

describe('a run with changes', () => {
  const at: readonly (readonly [number, Layer])[] = [
    [3, { schedule: { maxStaleness: 6 } }],
    [7, { objective: { name: 'decoupled-ppo' }, optimiser: { learningRate: 2e-3 } }],
    [11, { schedule: { overAge: 'drop' }, rollout: { temperature: 1.2 } }],
  ];
  const wanted = at.reduce<readonly (readonly [number, Experiment])[]>(
    (all, [update, layer]) => [...all, [update, withLayer(all.at(-1)![1], layer)]],
    [[0, base]],
  );
  const person = { after: (update: number) => wanted.findLast(([since]) => since <= update)![1] };
  let original: RunRecord;
  beforeAll(async () => {
    original = await play(base, 16, person);
  });

  test('is recorded with what it felt, when it felt it', () => {
    expect(original.changes.map(({ update }) => update)).toEqual([4, 8, 12]);
    expect(original.frames.map(({ update, revision }) => [update, revision])).toEqual(
      Array.from({ length: 16 }, (_, i) => [i + 1, [4, 8, 12].filter((since) => since <= i + 1).length]),
    );
    expect(original.fingerprint).toMatch(/^[0-9a-f]{16}$/);
  });

  test('plays again from its file to the same fingerprint and the same numbers', async () => {
    const again = await replay(throughFile(original));
    expect(again).toEqual(original);
  });

  test('plays to any update and on from there: without a change it is the original', async () => {
    const until = await replay(upTo(original, 9));
    expect(until.frames).toEqual(original.frames.slice(0, 9));
    const script = new Script(base, { changes: upTo(original, 9).changes, until: 9 });
    const branch = await play(base, 16, {
      after: (update) => (update < 9 ? script.wanted(update) : person.after(update)),
      applied: () => script.applied(),
    });
    expect(branch).toEqual(original);
    const faster = withLayer(wanted[2]![1], { optimiser: { learningRate: 1e-2 } });
    const second = new Script(base, { changes: upTo(original, 9).changes, until: 9 });
    const other = await play(base, 16, {
      after: (update) => (update < 9 ? second.wanted(update) : faster),
      applied: () => second.applied(),
    });
    expect(other.fingerprint).not.toBe(original.fingerprint);
    expect(other.frames.slice(0, 9)).toEqual(original.frames.slice(0, 9));
  });
});

test('a standstill and what ended it are played again, with another change at the same update', async () => {
  const start = withLayer(base, { schedule: { maxStaleness: 6 } });
  // What is old is dropped and gives no ticket back, so that admission is used up.
  const strict = withLayer(start, { schedule: { maxStaleness: 0, overAge: 'drop', refund: false } });
  const raised = withLayer(strict, { schedule: { maxStaleness: 12 } });
  const faster = withLayer(raised, { optimiser: { learningRate: 1e-2 } });
  let state = start;
  const original = await play(start, 14, {
    after: (update, stalled) => {
      if (state === start && update === 7) state = strict;
      else if (stalled && state === strict) state = raised;
      else if (state === raised) state = faster;
      return state;
    },
  });
  const [, second, third] = original.changes.map(({ update }) => update);
  expect(original.updates).toBe(14);
  expect(third).toBe(second);
  expect(await replay(throughFile(original))).toEqual(original);
});
