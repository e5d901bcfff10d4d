/** Fingerprints of virtual runs: what changes them, what must not, and the memory of a thousand updates. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { presetExperiment, withLayer, type Layer } from '../../experiment/presets/index.ts';
import type { Engine, OptimiserState } from '../../policy/engine.ts';
import { createWasmEngine } from '../../policy/engines/wasm/index.ts';
import { policySpec } from '../../policy/specOf.ts';
import { createTask } from '../../tasks/index.ts';
import type { WeightCache } from '../actors/index.ts';
import { Fingerprint } from './fingerprint.ts';
import { type GateState, runVirtual, type RunResult } from './run.ts';

describe('the hash', () => {
  const optimiser: OptimiserState = { steps: 2, first: Float32Array.of(1, 2), second: Float32Array.of(3, 4) };
  const weights = Float32Array.of(0.5, -0.5);
  const begin = { kind: 'begin', now: 0.25, worker: 1, tickets: [0] } as const;

  function told(change: (history: Fingerprint) => void, coefficients = [1, NaN, -2]): Fingerprint {
    const history = new Fingerprint();
    history.event(begin);
    change(history);
    history.update(Float64Array.from(coefficients));
    return history;
  }

  const plain = told(() => undefined).at(weights, optimiser);

  test('takes any NaN for the same number', () => {
    const odd = Float32Array.of(NaN, 1);
    new Uint32Array(odd.buffer)[0] = 0xffc12345;
    const even = Float32Array.of(NaN, 1);
    const history = told(() => undefined);
    expect(history.at(odd, optimiser)).toBe(history.at(even, optimiser));
    const coefficients = Float64Array.of(1, NaN, -2);
    new Uint32Array(coefficients.buffer)[3] = 0xfff80001;
    const other = new Fingerprint();
    other.event(begin);
    other.update(coefficients);
    expect(other.at(weights, optimiser)).toBe(plain);
  });

  test('is another one for any other event, coefficient, weight or moment', () => {
    const variants = [
      told((history) => history.event(begin)).at(weights, optimiser),
      told((history) => history.event({ ...begin, now: 0.5 })).at(weights, optimiser),
      told((history) => history.event({ kind: 'published', now: 0.25, version: 1 })).at(weights, optimiser),
      told(() => undefined, [1, NaN, 2]).at(weights, optimiser),
      told(() => undefined, [1, NaN]).at(weights, optimiser),
      told(() => undefined).at(Float32Array.of(0.5, 0.5), optimiser),
      told(() => undefined).at(weights, { ...optimiser, steps: 3 }),
      told(() => undefined).at(weights, { ...optimiser, first: optimiser.second }),
      told(() => undefined).at(weights, { ...optimiser, second: optimiser.first }),
    ];
    expect(new Set([plain, ...variants]).size).toBe(variants.length + 1);
  });

  test('takes what happened after an update for part of the next one, and a stall for nothing', () => {
    const history = told(() => undefined);
    history.event({ kind: 'snapshot', now: 1, version: 1, update: 1, arrives: 2 });
    expect(history.at(weights, optimiser)).toBe(plain);
    history.update(new Float64Array());
    const other = told(() => undefined);
    other.event({ kind: 'stalled', now: 1 });
    other.update(new Float64Array());
    expect(history.at(weights, optimiser)).not.toBe(other.at(weights, optimiser));
    const unstalled = told(() => undefined);
    unstalled.update(new Float64Array());
    expect(other.at(weights, optimiser)).toBe(unstalled.at(weights, optimiser));
  });
});

describe('virtual runs on the wasm engine', () => {
  const base = withLayer(presetExperiment('tiny-v1'), { warmStart: { updates: 4, batch: 8 } });
  let engine: Engine;
  beforeAll(async () => {
    engine = await createWasmEngine(policySpec(base, createTask(base)), 'wasm');
  });
  afterAll(() => engine.dispose());

  function play(
    layer: Layer,
    updates: number,
    cache?: WeightCache,
    look: (state: GateState) => Promise<void> = async () => undefined,
    by = engine,
  ): Promise<RunResult> {
    const experiment = withLayer(base, layer);
    return runVirtual({
      experiment,
      engine: by,
      ...(cache && { cache }),
      hooks: {
        event: () => undefined,
        frame: () => undefined,
        experiment: () => experiment,
        gate: async (state) => {
          await look(state);
          return state.phase === 'running' && state.update >= updates ? 'stop' : 'go';
        },
      },
    });
  }

  test('the same run has the same one, another seed or another clock has not', async () => {
    const { fingerprint } = await play({}, 20);
    expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
    expect((await play({}, 20)).fingerprint).toBe(fingerprint);
    expect((await play({ run: { seed: 2 } }, 20)).fingerprint).not.toBe(fingerprint);
    expect((await play({ virtual: { learnerSeconds: 1.0001 } }, 20)).fingerprint).not.toBe(fingerprint);
  });

  test('evaluations and a cached warm start do not change it', async () => {
    const kept = new Map<string, Float32Array>();
    const cache: WeightCache = {
      get: async (key) => kept.get(key),
      put: async (key, parameters) => void kept.set(key, parameters),
    };
    const plain = await play({}, 12);
    const rarely = await play({ evaluation: { every: 100, prompts: 16 } }, 12);
    expect(rarely.fingerprint).toBe(plain.fingerprint);
    const first = await play({}, 12, cache);
    const cached = await play({}, 12, cache);
    expect([first.warmStartCached, cached.warmStartCached]).toEqual([false, true]);
    expect(first.fingerprint).toBe(plain.fingerprint);
    expect(cached).toEqual({ ...first, warmStartCached: true });
  });

  test('asking on the way does not change it and gives what a run up to there ends with', async () => {
    const seen = new Map<number, Set<string>>();
    const long = await play({}, 12, undefined, async ({ phase, update, fingerprint }) => {
      if (phase === 'warm-start') return;
      const values = seen.get(update) ?? new Set();
      seen.set(update, values.add(await fingerprint()));
    });
    expect((await play({}, 12)).fingerprint).toBe(long.fingerprint);
    expect((await play({}, 7)).fingerprint).toBe([...seen.get(7)!][0]);
    expect([...seen.values()].every((values) => values.size === 1)).toBe(true);
    expect(new Set([...seen.values()].flatMap((values) => [...values])).size).toBe(13);
  });

  test('the memory of an engine is the same after 100 and after 1000 updates', async () => {
    const fresh = await createWasmEngine(engine.spec, 'wasm');
    const bytes = new Map<number, number>();
    const look = async ({ phase, update }: GateState): Promise<void> => {
      if (phase === 'running') bytes.set(update, fresh.memory().bytes);
    };
    await play({}, 1000, undefined, look, fresh);
    fresh.dispose();
    expect(bytes.get(1000)).toBe(bytes.get(100));
  });
});
