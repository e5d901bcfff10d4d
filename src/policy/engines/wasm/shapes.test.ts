/** Every shape that the settings allow, against the float64 reading of the layout. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STREAM, uniform } from '../../../numerics/random.ts';
import type { TokenBatch } from '../../engine.ts';
import { referenceForward } from '../../reference.ts';
import { logSoftmax } from '../../sampling.ts';
import type { PolicySpec } from '../../spec.ts';
import { batchOf, engineOf, finish, noise, weights } from './testing.ts';

/** Log-probabilities of a row's tokens as the reference has them. */
function referenceLogprobs(
  spec: PolicySpec,
  parameters: ArrayLike<number>,
  batch: TokenBatch,
  row: number,
): Float64Array {
  const start = row * batch.length;
  const tokens = batch.tokens.subarray(start, start + batch.lengths[row]!);
  const { logits } = referenceForward(spec, parameters, tokens);
  const distribution = new Float64Array(spec.vocabulary);
  return Float64Array.from(tokens, (token, t) => {
    if (t === 0) return 0;
    logSoftmax(logits[t - 1]!, 0, 1, distribution);
    return distribution[token]!;
  });
}

const shapes = fc
  .record({
    architecture: fc.constantFrom('transformer' as const, 'mlp' as const),
    width: fc.integer({ min: 1, max: 8 }).map((n) => 8 * n),
    layers: fc.integer({ min: 1, max: 6 }),
    vocabulary: fc.integer({ min: 8, max: 40 }),
    maxLength: fc.integer({ min: 3, max: 18 }),
    mlpRatio: fc.integer({ min: 1, max: 4 }),
    valueHead: fc.boolean(),
    heads: fc.integer({ min: 1, max: 16 }),
  })
  .map((shape): PolicySpec => ({ ...shape, heads: divisor(shape.width, shape.heads) }));

/** The largest divisor up to `most`. */
function divisor(width: number, most: number): number {
  let heads = Math.min(most, width);
  while (width % heads !== 0) heads--;
  return heads;
}

/** Scores of one row, and the derivative along a random direction, as the reference has them. */
async function compare(spec: PolicySpec, rows: number): Promise<void> {
  const engine = await engineOf(spec);
  const batch = batchOf(spec, rows, spec.maxLength);
  const row = rows - 1;
  const parameters = weights(spec);
  const { logprobs } = await engine.score('theta', batch, { temperature: 1 });
  const expected = referenceLogprobs(spec, parameters, batch, row);
  const start = row * batch.length;
  expected.forEach((value, t) => expect(Math.abs(logprobs[start + t]! - value)).toBeLessThan(2e-5));

  const slopes = new Float32Array(logprobs.length);
  slopes.set(noise(expected.length, 2), start);
  await engine.accumulate(batch, { temperature: 1, logprobs: slopes });
  const gradient = await engine.readGradient();
  const direction = noise(engine.parameters, 3);
  const along = (step: number): number => {
    const moved = Float64Array.from(parameters, (value, i) => value + step * direction[i]!);
    return referenceLogprobs(spec, moved, batch, row).reduce(
      (sum, value, t) => sum + slopes[start + t]! * value,
      0,
    );
  };
  const step = 1e-6;
  const derivative = (along(step) - along(-step)) / (2 * step);
  const found = gradient.reduce((sum, value, i) => sum + value * direction[i]!, 0);
  const size = Math.sqrt(gradient.reduce((sum, value) => sum + value * value, 0));
  expect(Math.abs(found - derivative)).toBeLessThan(2e-4 * size + 1e-5);
  engine.dispose();
}

describe('scores and gradients', () => {
  it('equal the reference at random shapes', async () => {
    const batches = fc.integer({ min: 1, max: 9 });
    await fc.assert(fc.asyncProperty(shapes, batches, compare), { numRuns: 12, seed: 3 });
  });

  const spec: PolicySpec = {
    architecture: 'transformer',
    vocabulary: 9,
    maxLength: 4,
    width: 8,
    layers: 1,
    heads: 8,
    mlpRatio: 8,
    valueHead: false,
  };
  for (const [width, heads] of [
    [128, 16],
    [256, 4],
    [248, 8],
  ] as const) {
    it(`equal the reference at width ${width} with ${heads} heads`, () =>
      compare({ ...spec, width, heads, mlpRatio: 2 }, 3));
  }

  it('equal the reference for every number of rows up to 40, and for 511 and 512', async () => {
    const engine = await engineOf(spec);
    const parameters = weights(spec);
    const all = batchOf(spec, 512, 4);
    const everything = await engine.score('theta', all, { temperature: 1 });
    for (let rows = 1; rows <= 40; rows++) {
      const some = await engine.score('theta', { ...all, rows }, { temperature: 1 });
      expect(some.logprobs).toEqual(everything.logprobs.slice(0, rows * 4));
    }
    const odd = await engine.score('theta', { ...all, rows: 511 }, { temperature: 1 });
    expect(odd.logprobs).toEqual(everything.logprobs.slice(0, 511 * 4));
    for (let row = 0; row < 512; row++) {
      referenceLogprobs(spec, parameters, all, row).forEach((value, t) =>
        expect(Math.abs(everything.logprobs[row * 4 + t]! - value)).toBeLessThan(1e-5),
      );
    }
  });

  it('are the same in chunks', async () => {
    for (const architecture of ['transformer', 'mlp'] as const) {
      const shape = { ...spec, architecture, width: 16 };
      const batch = batchOf(shape, 33, 4);
      const rows = { temperature: 1, logprobs: noise(33 * 4, 1) };
      const whole = await engineOf(shape);
      const chunked = await engineOf(shape, 1);
      expect(await chunked.score('theta', batch, { temperature: 1 })).toEqual(
        await whole.score('theta', batch, { temperature: 1 }),
      );
      await whole.accumulate(batch, rows);
      await chunked.accumulate(batch, rows);
      const expected = await whole.readGradient();
      const largest = expected.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
      const gradient = await chunked.readGradient();
      gradient.forEach((value, i) => expect(Math.abs(value - expected[i]!)).toBeLessThan(1e-5 * largest));
    }
  });
});

describe('generation', () => {
  it('reports the bits that scoring finds, at random shapes', async () => {
    await fc.assert(
      fc.asyncProperty(shapes, fc.integer({ min: 1, max: 12 }), async (spec, rows) => {
        const engine = await engineOf(spec);
        const length = spec.maxLength;
        // A few prompts, each several times, so that rows share lanes and part later.
        const prompts = {
          rows,
          length: 1,
          tokens: new Int32Array(rows).map((_, r) => r % 3),
          lengths: new Int32Array(rows).fill(1),
        };
        const request = {
          slot: 'theta',
          prompts,
          maxLength: length,
          temperature: 0.8,
          topK: 0,
          topP: 1,
        } as const;
        const { tokens, logprobs } = await finish(await engine.generate(request), rows, length, (r, p) =>
          uniform(1, STREAM.test, 5, r, p),
        );
        prompts.tokens.forEach((token, r) => (tokens[r * length] = token));
        const batch = { rows, length, tokens, lengths: new Int32Array(rows).fill(length) };
        const scores = await engine.score('theta', batch, { temperature: 0.8 });
        expect(logprobs).toEqual(scores.logprobs);
        engine.dispose();
      }),
      { numRuns: 30, seed: 4 },
    );
  });
});
