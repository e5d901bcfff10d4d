/** Adam, clipping, refused steps and the optimiser's state. */
import { describe, expect, it } from 'vitest';
import { pow } from '../../../numerics/elementary.ts';
import type { AdamSettings, Engine } from '../../engine.ts';
import {
  batchOf,
  engineWith,
  expectClose,
  gradientRows,
  type Make,
  SMALL,
  type Tolerances,
  weights,
} from './cases.ts';

const ADAM: AdamSettings = { learningRate: 1e-2, beta1: 0.9, beta2: 0.99, epsilon: 1e-8, gradientClip: 0 };

export function optimisationTests(make: Make, tolerances: Tolerances): void {
  describe('Adam', () => {
    for (const gradientClip of [0, 2]) {
      it(`follows float64 for 20 steps, clipping at ${gradientClip}`, async () => {
        const engine = await engineWith(make, SMALL);
        const expected = new ReferenceAdam(weights(SMALL), { ...ADAM, gradientClip });
        for (let step = 0; step < 20; step++) {
          await accumulate(engine, step);
          const norm = expected.step(await engine.readGradient());
          const report = await engine.step({ ...ADAM, gradientClip });
          expect(report.applied).toBe(true);
          expect(Math.abs(report.gradientNorm / norm - 1)).toBeLessThan(1e-5);
        }
        expectClose(await engine.read('theta'), expected.parameters, tolerances.adam);
        const state = await engine.readOptimiser();
        expect(state.steps).toBe(20);
        expectClose(state.first, expected.first, tolerances.adam);
        expectClose(state.second, expected.second, tolerances.adam);
        engine.dispose();
      });
    }

    it('does not step on a gradient that is not finite, and forgets it', async () => {
      const engine = await engineWith(make, SMALL);
      await accumulate(engine, 0);
      await engine.step(ADAM);
      const before = await engine.read('theta');
      const batch = batchOf(SMALL, 2);
      await engine.accumulate(batch, { temperature: 1, logprobs: new Float32Array(12).fill(NaN) });
      const report = await engine.step(ADAM);
      expect(report.applied).toBe(false);
      expect(Number.isFinite(report.gradientNorm)).toBe(false);
      expect(await engine.read('theta')).toEqual(before);
      expect((await engine.readOptimiser()).steps).toBe(1);
      expect((await engine.readGradient()).every((value) => value === 0)).toBe(true);
      await accumulate(engine, 1);
      expect((await engine.step(ADAM)).applied).toBe(true);
      engine.dispose();
    });

    it('goes on from a loaded state as if it had never stopped', async () => {
      const engine = await engineWith(make, SMALL);
      await accumulate(engine, 0);
      await engine.step(ADAM);
      const parameters = await engine.read('theta');
      const state = await engine.readOptimiser();
      await accumulate(engine, 1);
      await engine.step(ADAM);
      const expected = await engine.read('theta');
      engine.dispose();
      const other = await engineWith(make, SMALL, parameters);
      await other.loadOptimiser(state);
      await accumulate(other, 1);
      await other.step(ADAM);
      expect(await other.read('theta')).toEqual(expected);
      other.dispose();
    });

    it('leaves every other slot alone', async () => {
      const engine = await engineWith(make, SMALL);
      await engine.copy('theta', 'proximal');
      await accumulate(engine, 0);
      await engine.step(ADAM);
      expect(await engine.read('proximal')).toEqual(weights(SMALL));
      expect(await engine.read('theta')).not.toEqual(weights(SMALL));
      engine.dispose();
    });
  });
}

async function accumulate(engine: Engine, step: number): Promise<void> {
  const batch = batchOf(SMALL, 3, step);
  await engine.accumulate(batch, gradientRows(SMALL, batch, 1, step));
}

/** Adam as in the paper, in float64. */
class ReferenceAdam {
  readonly parameters: Float64Array;
  readonly first: Float64Array;
  readonly second: Float64Array;
  private readonly settings: AdamSettings;
  private steps = 0;

  constructor(parameters: Float32Array, settings: AdamSettings) {
    this.parameters = Float64Array.from(parameters);
    this.first = new Float64Array(parameters.length);
    this.second = new Float64Array(parameters.length);
    this.settings = settings;
  }

  /** Returns the gradient's norm. */
  step(gradient: Float32Array): number {
    const { learningRate, beta1, beta2, epsilon, gradientClip } = this.settings;
    const t = ++this.steps;
    const norm = Math.sqrt(gradient.reduce((sum, g) => sum + g * g, 0));
    const shorten = gradientClip > 0 && norm > gradientClip ? gradientClip / norm : 1;
    gradient.forEach((raw, i) => {
      const g = raw * shorten;
      this.first[i] = beta1 * this.first[i]! + (1 - beta1) * g;
      this.second[i] = beta2 * this.second[i]! + (1 - beta2) * g * g;
      const mean = this.first[i]! / (1 - pow(beta1, t));
      const square = this.second[i]! / (1 - pow(beta2, t));
      this.parameters[i]! -= (learningRate * mean) / (Math.sqrt(square) + epsilon);
    });
    return norm;
  }
}
