/** One run through all objectives: each takes effect at the next update and learns with finite numbers. */
import { expect, test } from 'vitest';
import type { Experiment } from '../../experiment/experiment.ts';
import { presetExperiment, withLayer } from '../../experiment/presets/index.ts';
import { objectives } from '../../learning/objectives/index.ts';
import type { MethodName } from '../../learning/objectives/index.ts';
import { createWasmEngine } from '../../policy/engines/wasm/index.ts';
import { policySpec } from '../../policy/specOf.ts';
import { createTask } from '../../tasks/index.ts';
import { decodeFrame, type Frame, valueOf } from '../../telemetry/frame.ts';
import type { SessionEvent } from '../session.ts';
import { runVirtual } from './run.ts';

/** Stale and of mixed versions, with several steps an update, so that every anchor differs from every other. */
const base = withLayer(presetExperiment('tiny-v1'), {
  policy: { valueHead: true },
  warmStart: { updates: 12, batch: 16 },
  rollout: { weightSwap: 'keep', workers: 2 },
  schedule: { maxStaleness: 3 },
  optimiser: { minibatches: 2 },
  evaluation: { every: 100, prompts: 16 },
  virtual: { tokenSeconds: 0.4, learnerSeconds: 0.5 },
});
const names = Object.keys(objectives) as MethodName[];

test('a run switches through every objective, one an update', async () => {
  const engine = await createWasmEngine(policySpec(base, createTask(base)), 'wasm');
  const frames: Frame[] = [];
  const events: SessionEvent[] = [];
  const coefficients: number[] = [];
  let experiment: Experiment = base;
  const fingerprints: string[] = [];
  for (let repetition = 0; repetition < 2; repetition++) {
    frames.length = events.length = coefficients.length = 0;
    experiment = base;
    const { fingerprint } = await runVirtual({
      experiment,
      engine,
      hooks: {
        event: (event) => events.push(event),
        frame: (data) => frames.push(decodeFrame(data)),
        trained: ({ minibatches }) => {
          for (const { coefficients: c } of minibatches) coefficients.push(...c);
        },
        experiment: () => experiment,
        gate: async ({ phase, update }) => {
          if (phase === 'warm-start') return 'go';
          if (update > names.length) return 'stop';
          const name = names[update - 1] ?? base.objective.name;
          if (name !== experiment.objective.name) experiment = withLayer(base, { objective: { name } });
          return 'go';
        },
      },
    });
    fingerprints.push(fingerprint);
  }
  engine.dispose();

  expect(frames).toHaveLength(names.length + 1);
  for (const frame of frames) {
    for (const name of ['loss', 'grad_norm', 'entropy', 'total_imp_weight', 'gated_ratio'] as const) {
      expect(Number.isFinite(valueOf(frame, name)), `${name} of ${names[frame.update - 2]}`).toBe(true);
    }
  }
  expect(coefficients.every(Number.isFinite)).toBe(true);
  expect(events.filter((event) => event.kind === 'problem')).toEqual([]);
  // The first frame is of the preset's own objective; the method that comes second in the table may be that one.
  const changes = events.filter((event) => event.kind === 'changes');
  const expected = names.flatMap((to, i) => {
    const from = i === 0 ? base.objective.name : names[i - 1]!;
    return from === to ? [] : [{ update: i + 2, change: { field: 'objective.name', from, to } }];
  });
  expect(changes.map(({ update, changes: [change] }) => ({ update, change }))).toEqual(expected);
  expect(frames.at(-1)!.revision).toBe(expected.length);
  expect(frames.some((frame) => valueOf(frame, 'sample_staleness_theta_max') > 1)).toBe(true);
  expect(fingerprints[1]).toBe(fingerprints[0]);
});
