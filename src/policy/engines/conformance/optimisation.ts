/** Adam, clipping, refused steps and the optimiser's state. */
import { describe, expect, it } from 'vitest';
import type { AdamSettings, Engine } from '../../engine.ts';
import type { PolicySpec } from '../../spec.ts';
import { autodiffGradient } from './autodiff.ts';
import {
  batchOf,
  engineWith,
  gradientRows,
  type Make,
  SMALL,
  SMALL_MLP,
  SPECS,
  type Tolerances,
  weights,
} from './cases.ts';
import { expectClose } from './compare.ts';
import { ReferenceAdam } from './referenceAdam.ts';

const ADAM: AdamSettings = { learningRate: 1e-2, beta1: 0.9, beta2: 0.99, epsilon: 1e-8, gradientClip: 0 };

/** Settings at the ends of what the lab allows. */
const EXTREMES: Readonly<Record<string, Partial<AdamSettings>>> = {
  'without memory of gradients': { beta1: 0 },
  'with the longest memories': { beta1: 0.999, beta2: 0.9999 },
  'with the shortest memory of sizes': { beta2: 0.5 },
  'with the smallest steps': { learningRate: 1e-6 },
  'with the shortest gradients': { gradientClip: 0.1 },
};

const STEPS = 20;

export function optimisationTests(make: Make, tolerances: Tolerances): void {
  describe('Adam', () => {
    /** Given the engine's own gradients. */
    const follows = async (spec: PolicySpec, settings: AdamSettings): Promise<void> => {
      const engine = await engineWith(make, spec);
      const expected = new ReferenceAdam(weights(spec), settings);
      for (let step = 0; step < STEPS; step++) {
        await accumulate(spec, engine, step);
        const norm = expected.step(await engine.readGradient());
        const report = await engine.step(settings);
        expect(report.applied).toBe(true);
        expect(Math.abs(report.gradientNorm / norm - 1)).toBeLessThan(1e-5);
      }
      expectClose(await engine.read('theta'), expected.parameters, tolerances.adam);
      const state = await engine.readOptimiser();
      expect(state.steps).toBe(STEPS);
      expectClose(state.first, expected.first, tolerances.adam * scaleOf(expected.first));
      expectClose(state.second, expected.second, tolerances.adam * scaleOf(expected.second));
      engine.dispose();
    };

    for (const [title, spec] of Object.entries(SPECS)) {
      it(`follows float64 for 20 steps: ${title}`, () => follows(spec, ADAM));
    }
    it('follows float64 for 20 steps, shortening the gradient', () =>
      follows(SMALL, { ...ADAM, gradientClip: 2 }));
    for (const [title, extreme] of Object.entries(EXTREMES)) {
      it(`follows float64 for 20 steps, ${title}`, () => follows(SMALL, { ...ADAM, ...extreme }));
    }

    for (const [title, spec] of Object.entries({ transformer: SMALL, MLP: SMALL_MLP })) {
      it(`trains for 20 steps as autodiff and float64 do by themselves: ${title}`, async () => {
        // A large ε keeps steps proportional to gradients, so that their rounding errors stay small.
        const settings = { ...ADAM, epsilon: 0.1, gradientClip: 2 };
        const engine = await engineWith(make, spec);
        const expected = new ReferenceAdam(weights(spec), settings);
        for (let step = 0; step < STEPS; step++) {
          const batch = batchOf(spec, 3, step);
          const rows = gradientRows(spec, batch, 1, step);
          const parameters = Float32Array.from(expected.parameters);
          expected.step(await autodiffGradient(spec, parameters, batch, rows));
          await accumulate(spec, engine, step);
          await engine.step(settings);
        }
        const moved = await engine.read('theta');
        expectClose(moved, expected.parameters, 10 * tolerances.adam);
        const farthest = weights(spec).reduce(
          (most, value, i) => Math.max(most, Math.abs(moved[i]! - value)),
          0,
        );
        expect(farthest).toBeGreaterThan(0.02);
        engine.dispose();
      });
    }

    it('does not step on a gradient that is not finite, and forgets it', async () => {
      const engine = await engineWith(make, SMALL);
      await accumulate(SMALL, engine, 0);
      await engine.step(ADAM);
      const before = await engine.read('theta');
      const batch = batchOf(SMALL, 2);
      for (const strange of [NaN, Infinity]) {
        await engine.accumulate(batch, { temperature: 1, logprobs: new Float32Array(12).fill(strange) });
        const report = await engine.step(ADAM);
        expect(report.applied).toBe(false);
        expect(Number.isFinite(report.gradientNorm)).toBe(false);
        expect(await engine.read('theta')).toEqual(before);
        expect((await engine.readOptimiser()).steps).toBe(1);
        expect((await engine.readGradient()).every((value) => value === 0)).toBe(true);
      }
      await accumulate(SMALL, engine, 1);
      expect((await engine.step(ADAM)).applied).toBe(true);
      engine.dispose();
    });

    it('goes on from a loaded state as if it had never stopped', async () => {
      const engine = await engineWith(make, SMALL);
      await accumulate(SMALL, engine, 0);
      await engine.step(ADAM);
      const parameters = await engine.read('theta');
      const state = await engine.readOptimiser();
      await accumulate(SMALL, engine, 1);
      await engine.step(ADAM);
      const expected = await engine.read('theta');
      engine.dispose();
      const other = await engineWith(make, SMALL, parameters);
      await other.loadOptimiser(state);
      await accumulate(SMALL, other, 1);
      await other.step(ADAM);
      expect(await other.read('theta')).toEqual(expected);
      other.dispose();
    });

    it('leaves every other slot alone', async () => {
      const engine = await engineWith(make, SMALL);
      await engine.copy('theta', 'proximal');
      await accumulate(SMALL, engine, 0);
      await engine.step(ADAM);
      expect(await engine.read('proximal')).toEqual(weights(SMALL));
      expect(await engine.read('theta')).not.toEqual(weights(SMALL));
      engine.dispose();
    });
  });
}

/** The largest moment; at least 1. */
function scaleOf(moments: Float64Array): number {
  return moments.reduce((most, value) => Math.max(most, Math.abs(value)), 1);
}

async function accumulate(spec: PolicySpec, engine: Engine, step: number): Promise<void> {
  const batch = batchOf(spec, 3, step);
  await engine.accumulate(batch, gradientRows(spec, batch, 1, step));
}
