/** Parameter gradients against finite differences of the float64 reference and against tfjs autodiff. */
import { describe, expect, it } from 'vitest';
import type { GradientRows, TokenBatch } from '../../engine.ts';
import { referenceForward } from '../../reference.ts';
import { logSoftmax } from '../../sampling.ts';
import type { PolicySpec } from '../../spec.ts';
import { autodiffGradient } from './autodiff.ts';
import {
  batchOf,
  engineWith,
  expectGradient,
  gradientRows,
  type Make,
  SMALL,
  SPECS,
  TINY,
  tokensOf,
  type Tolerances,
  weights,
} from './cases.ts';

export function gradientTests(make: Make, tolerances: Tolerances): void {
  describe('the gradient of every parameter', () => {
    for (const [title, spec] of Object.entries(SPECS)) {
      it(`equals tfjs autodiff of the same loss: ${title}`, async () => {
        const engine = await engineWith(make, spec);
        for (const temperature of [1, 1.3]) {
          const batch = batchOf(spec, 5);
          const rows = gradientRows(spec, batch, temperature);
          const actual = await gradientOf(engine, batch, rows);
          const expected = await autodiffGradient(spec, weights(spec), batch, rows);
          expectGradient(spec, actual, expected, tolerances.gradient);
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
        expectGradient(spec, actual, finiteDifferences(spec, batch, rows), tolerances.gradient);
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

    it('is zero before anything was accumulated', async () => {
      const engine = await engineWith(make, SMALL);
      const gradient = await engine.readGradient();
      expect(gradient.length).toBe(engine.parameters);
      expect(gradient.every((value) => value === 0)).toBe(true);
      engine.dispose();
    });
  });
}

/** The gradient of one batch; leaves the accumulator empty. */
async function gradientOf(
  engine: Awaited<ReturnType<Make>>,
  batch: TokenBatch,
  rows: GradientRows,
): Promise<Float32Array> {
  await engine.accumulate(batch, rows);
  const gradient = await engine.readGradient();
  await engine.step({ learningRate: 0, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, gradientClip: 0 });
  return gradient;
}

/** Σ g·logπ + Σ G·z + Σ γ·v in float64. */
function referenceLoss(
  spec: PolicySpec,
  parameters: ArrayLike<number>,
  batch: TokenBatch,
  rows: GradientRows,
): number {
  const row = new Float64Array(spec.vocabulary);
  let loss = 0;
  for (let r = 0; r < batch.rows; r++) {
    const tokens = tokensOf(batch, r);
    const { logits, values } = referenceForward(spec, parameters, tokens);
    for (let t = 1; t < tokens.length; t++) {
      const i = r * batch.length + t;
      logSoftmax(logits[t - 1]!, 0, rows.temperature, row);
      loss += rows.logprobs[i]! * row[tokens[t]!]!;
      for (let v = 0; v < spec.vocabulary; v++) {
        loss += ((rows.logits?.[i * spec.vocabulary + v] ?? 0) * logits[t - 1]![v]!) / rows.temperature;
      }
      loss += (rows.values?.[i] ?? 0) * values[t - 1]!;
    }
  }
  return loss;
}

function finiteDifferences(spec: PolicySpec, batch: TokenBatch, rows: GradientRows): Float64Array {
  const step = 1e-5;
  const point = Float64Array.from(weights(spec));
  return point.map((value, i) => {
    point[i] = value + step;
    const above = referenceLoss(spec, point, batch, rows);
    point[i] = value - step;
    const below = referenceLoss(spec, point, batch, rows);
    point[i] = value;
    return (above - below) / (2 * step);
  });
}
