/** Parameter gradients against finite differences of the float64 reference and against tfjs autodiff. */
import { describe, expect, it } from 'vitest';
import { autodiffGradient } from './autodiff.ts';
import {
  batchOf,
  engineWith,
  gradientOf,
  gradientRows,
  type Make,
  SMALL,
  SPECS,
  TINY,
  type Tolerances,
  weights,
} from './cases.ts';
import { expectGradient } from './compare.ts';
import { finiteDifferences } from './expected.ts';

export function gradientTests(make: Make, tolerances: Tolerances): void {
  describe('the gradient of every parameter', () => {
    for (const [title, spec] of Object.entries(SPECS)) {
      it(`equals tfjs autodiff of the same loss: ${title}`, async () => {
        const engine = await engineWith(make, spec);
        for (const temperature of [1, 0.1, 2]) {
          const batch = batchOf(spec, 5);
          const rows = gradientRows(spec, batch, temperature);
          const actual = await gradientOf(engine, batch, rows);
          const expected = await autodiffGradient(spec, weights(spec), batch, rows);
          expectGradient(spec, actual, expected, tolerances.gradient, `temperature ${temperature}`);
        }
        engine.dispose();
      });
    }

    for (const architecture of ['transformer', 'mlp'] as const) {
      it(`equals finite differences in float64: ${architecture} with a value head`, async () => {
        const spec = { ...TINY, architecture, valueHead: true };
        const engine = await engineWith(make, spec);
        const batch = batchOf(spec, 3);
        const rows = gradientRows(spec, batch, 0.8);
        const actual = await gradientOf(engine, batch, rows);
        const expected = finiteDifferences(spec, weights(spec), batch, rows);
        expectGradient(spec, actual, expected, tolerances.gradient);
        engine.dispose();
      });
    }

    it('is the sum of what was accumulated, and needs no rows on logits', async () => {
      const engine = await engineWith(make, SMALL);
      const batch = batchOf(SMALL, 4);
      const { temperature, logprobs } = gradientRows(SMALL, batch, 1);
      const rows = { temperature, logprobs };
      const once = await gradientOf(engine, batch, rows);
      await engine.accumulate(batch, rows);
      await engine.accumulate(batch, rows);
      const twice = await engine.readGradient();
      expectGradient(
        SMALL,
        twice,
        once.map((value) => 2 * value),
        1e-6,
      );
      const withoutLogits = await autodiffGradient(SMALL, weights(SMALL), batch, rows);
      expectGradient(SMALL, once, withoutLogits, tolerances.gradient);
      engine.dispose();
    });

    it('is the same whether the batch was scored before, by these weights or by others', async () => {
      const engine = await engineWith(make, SMALL);
      await engine.load('reference', weights(SMALL, 2));
      const batch = batchOf(SMALL, 4);
      const other = batchOf(SMALL, 3, 2);
      const rows = gradientRows(SMALL, batch, 1);
      const expected = await autodiffGradient(SMALL, weights(SMALL), batch, rows);
      for (const score of [
        () => engine.score('theta', batch, { temperature: 1 }),
        () => engine.score('theta', other, { temperature: 1 }),
        () => engine.score('reference', batch, { temperature: 1 }),
      ]) {
        await score();
        expectGradient(SMALL, await gradientOf(engine, batch, rows), expected, tolerances.gradient);
      }
      await engine.score('theta', batch, { temperature: 1 });
      await engine.copy('reference', 'theta');
      const moved = await autodiffGradient(SMALL, weights(SMALL, 2), batch, rows);
      expectGradient(SMALL, await gradientOf(engine, batch, rows), moved, tolerances.gradient);
      engine.dispose();
    });

    it('is zero before anything was accumulated, and after nothing was', async () => {
      const engine = await engineWith(make, SMALL);
      const none = { rows: 2, length: 1, tokens: new Int32Array(2), lengths: Int32Array.of(1, 0) };
      for (let i = 0; i < 2; i++) {
        const gradient = await engine.readGradient();
        expect(gradient.length).toBe(engine.parameters);
        expect(gradient.every((value) => value === 0)).toBe(true);
        await engine.accumulate(none, { temperature: 1, logprobs: new Float32Array(2) });
      }
      engine.dispose();
    });
  });
}
