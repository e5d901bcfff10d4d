/** §37.8 of the sheet on a real engine: the averaged policy is the debiased weighted average of all past weights. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultExperiment } from '../../experiment/defaults.ts';
import { withLayer } from '../../experiment/presets/index.ts';
import { normal, STREAM } from '../../numerics/random.ts';
import type { Engine } from '../../policy/engine.ts';
import { layoutOf } from '../../policy/layout.ts';
import { createWasmEngine } from '../../policy/engines/wasm/index.ts';
import { policySpec } from '../../policy/specOf.ts';
import { createTask } from '../../tasks/index.ts';
import { AveragedPolicy } from './averagedPolicy.ts';

const experiment = withLayer(defaultExperiment(), {
  task: { digits: 2 },
  policy: { width: 16, layers: 1, heads: 2 },
});

const spec = policySpec(experiment, createTask(experiment));
const count = layoutOf(spec).total;

let engine: Engine;
beforeAll(async () => {
  engine = await createWasmEngine(spec, 'wasm');
});
afterAll(() => engine.dispose());

/** The weights of step k. */
const weights = (k: number): Float32Array =>
  Float32Array.from({ length: count }, (_, i) => normal(8, STREAM.test, k, i));

/** Σ_k β^{t−k} θ_k / Σ_k β^{t−k}, in float64. */
function closedForm(stored: readonly Float32Array[], decay: number): Float64Array {
  const last = stored.length - 1;
  const total = stored.reduce((sum, _, k) => sum + decay ** (last - k), 0);
  return Float64Array.from({ length: count }, (_, i) =>
    stored.reduce((sum, theta, k) => sum + (decay ** (last - k) / total) * theta[i]!, 0),
  );
}

function furthest(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i]! - b[i]!));
  return most;
}

/** Begins with the first of the weights and follows the others. */
async function follow(stored: readonly Float32Array[], decay: number) {
  const average = new AveragedPolicy(engine);
  await engine.load('theta', stored[0]!);
  await average.begin();
  for (const theta of stored.slice(1)) {
    await engine.load('theta', theta);
    await average.follow(decay);
  }
  return { average, read: (await average.read())! };
}

describe('§37.8 the averaged policy', () => {
  it.each([0, 0.5, 0.889, 0.999])(
    'with β = %d is the closed weighted average after every number of steps',
    async (decay) => {
      for (const steps of [0, 1, 2, 20]) {
        const stored = Array.from({ length: steps + 1 }, (_, k) => weights(k));
        const { read } = await follow(stored, decay);
        expect(furthest(read.parameters, closedForm(stored, decay))).toBeLessThan(2e-6);
        // The bias correction: W = Σ β^k, which is 1/(1−β) only after many steps.
        const total = stored.reduce((sum, _, k) => sum + decay ** k, 0);
        expect(read.weight).toBeCloseTo(total, 12);
      }
    },
  );

  it('is not the plain moving average, which the first weights would bias', async () => {
    const stored = [weights(0), weights(1)];
    const { read } = await follow(stored, 0.5);
    const plain = stored[0]!.map((theta, i) => 0.5 * theta + 0.5 * stored[1]![i]!);
    // Debiased: (0.5 θ_0 + θ_1)/1.5
    expect(
      furthest(
        read.parameters,
        stored[0]!.map((theta, i) => (0.5 * theta + stored[1]![i]!) / 1.5),
      ),
    ).toBeLessThan(2e-6);
    expect(furthest(read.parameters, plain)).toBeGreaterThan(0.01);
  });

  it('follows at once where β = 0, as a reset does, and goes on from there', async () => {
    const { average } = await follow([weights(0), weights(1)], 0.9);
    await engine.load('theta', weights(2));
    await average.follow(0);
    expect(furthest((await average.read())!.parameters, weights(2))).toBe(0);
    await engine.load('theta', weights(3));
    await average.follow(0.9);
    expect(
      furthest((await average.read())!.parameters, closedForm([weights(2), weights(3)], 0.9)),
    ).toBeLessThan(2e-6);
  });

  it('goes on from what was read, and is gone after its end', async () => {
    const { average, read } = await follow([weights(0), weights(1), weights(2)], 0.8);
    average.end();
    expect(average.active).toBe(false);
    expect(await average.read()).toBeNull();
    await average.restore(read);
    await engine.load('theta', weights(3));
    await average.follow(0.8);
    const all = [0, 1, 2, 3].map(weights);
    expect(furthest((await average.read())!.parameters, closedForm(all, 0.8))).toBeLessThan(2e-6);
    average.end();
  });
});
