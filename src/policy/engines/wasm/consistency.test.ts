/**
 * What of the wasm engine agrees to the bit, where others agree within a tolerance: a row alone and among others,
 * scoring and generation. And that a batch cut into chunks is the batch.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STREAM, uniform } from '../../../numerics/random.ts';
import type { PolicySpec } from '../../spec.ts';
import { batchOf, firstRows, noise } from '../conformance/cases.ts';
import { expectClose } from '../conformance/compare.ts';
import { engineOf, finish } from './testing.ts';

const shapes = fc
  .record({
    architecture: fc.constantFrom('transformer' as const, 'mlp' as const),
    width: fc.integer({ min: 8, max: 64 }),
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

describe('scores', () => {
  it('of a row have the same bits for every number of rows up to 40, for 511 and for 512', async () => {
    const engine = await engineOf(spec);
    const all = batchOf(spec, 512);
    const everything = await engine.score('theta', all, { temperature: 1 });
    for (const rows of [...Array.from({ length: 40 }, (_, i) => i + 1), 511]) {
      const some = await engine.score('theta', firstRows(all, rows), { temperature: 1 });
      expect(some.logprobs).toEqual(everything.logprobs.slice(0, rows * 4));
    }
  });

  it('and gradients are the same in chunks', async () => {
    for (const architecture of ['transformer', 'mlp'] as const) {
      const shape = { ...spec, architecture, width: 16 };
      const batch = batchOf(shape, 33);
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
      expectClose(await chunked.readGradient(), expected, 1e-5 * largest);
    }
  });
});

describe('generation', () => {
  it('reports the bits that scoring finds, at random shapes', async () => {
    await fc.assert(
      fc.asyncProperty(shapes, fc.integer({ min: 1, max: 12 }), async (shape, rows) => {
        const engine = await engineOf(shape);
        const length = shape.maxLength;
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
