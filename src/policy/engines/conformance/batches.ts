/**
 * Batch sizes from 1 to 512 and rows of all lengths, empty ones included. A row's numbers do not depend on the rows
 * beside it, so float64 computes the largest batch once and every smaller one is its beginning.
 */
import { describe, it } from 'vitest';
import type { TokenBatch } from '../../engine.ts';
import type { PolicySpec } from '../../spec.ts';
import { autodiffGradient } from './autodiff.ts';
import {
  engineWith,
  type Extent,
  filled,
  firstRows,
  gradientOf,
  gradientRows,
  type Make,
  SMALL,
  SMALL_MLP,
  type Tolerances,
  weights,
} from './cases.ts';
import { expectClose, expectGradient } from './compare.ts';
import { expectedScores } from './expected.ts';
import { expectAsReference, expectSame, PLAIN, play, promptsOf, type Told } from './told.ts';

const LARGEST = 512;

/** Round numbers and their neighbours, where vectorised loops have their ends. */
const CHOSEN = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257,
];
const SHORT = [...CHOSEN, 511, 512];
const LONG = Array.from({ length: LARGEST }, (_, i) => i + 1);

/** As many as the settings allow: 128 prompts of 64 answers. */
const MOST = 128 * 64;

export function batchTests(make: Make, tolerances: Tolerances, extent: Extent): void {
  const sizes = extent === 'long' ? LONG : SHORT;

  describe('batches of 1 to 512 rows of any length', () => {
    for (const [title, spec] of Object.entries({ transformer: SMALL, MLP: SMALL_MLP })) {
      it(`are scored: ${title}`, async () => {
        const engine = await engineWith(make, spec);
        const all = raggedBatch(spec, LARGEST);
        const [expected] = expectedScores(spec, weights(spec), all, [1]);
        for (const rows of sizes) {
          const some = await engine.score('theta', firstRows(all, rows), {
            temperature: 1,
            entropy: true,
            values: true,
          });
          const size = rows * all.length;
          const what = `${rows} rows`;
          expectClose(some.logprobs, expected!.logprobs.subarray(0, size), tolerances.score, what);
          expectClose(some.entropy!, expected!.entropy.subarray(0, size), tolerances.score, what);
          expectClose(some.values!, expected!.values.subarray(0, size), tolerances.score, what);
        }
        engine.dispose();
      });

      it(`are trained on: ${title}`, async () => {
        const engine = await engineWith(make, spec);
        const all = raggedBatch(spec, LARGEST);
        const expected = new Float64Array(engine.parameters);
        let done = 0;
        for (const rows of sizes) {
          const more = rowsBetween(all, done, rows);
          const addition = await autodiffGradient(spec, weights(spec), more, rowsFor(spec, more, done));
          addition.forEach((value, i) => (expected[i]! += value));
          done = rows;
          const batch = firstRows(all, rows);
          const gradient = await gradientOf(engine, batch, rowsFor(spec, batch, 0));
          expectGradient(spec, gradient, expected, tolerances.gradient, `${rows} rows`);
        }
        engine.dispose();
      });

      it(`are generated: ${title}`, async () => {
        const engine = await engineWith(make, spec);
        const prompts = promptsOf(spec, LARGEST);
        const script = { prompts, ways: PLAIN };
        const expected = await play(engine, script);
        expectAsReference(spec, weights(spec), script, expected, tolerances.score);
        for (const rows of sizes) {
          // The first two rows leave the shortest prompt out.
          if (rows < 3) continue;
          const some = await play(engine, { prompts: firstRows(prompts, rows), ways: PLAIN });
          expectSame(some, beginning(expected, rows), tolerances.score, `${rows} rows`);
        }
        for (const rows of [1, 2]) {
          const few = { prompts: firstRows(prompts, rows), ways: PLAIN };
          expectAsReference(spec, weights(spec), few, await play(engine, few), tolerances.score);
        }
        engine.dispose();
      });

      if (extent === 'long') {
        it(`may be as large as the settings allow: ${title}`, async () => {
          const engine = await engineWith(make, spec);
          const batch = raggedBatch(spec, MOST);
          const [expected] = expectedScores(spec, weights(spec), batch, [1]);
          const { logprobs } = await engine.score('theta', batch, { temperature: 1 });
          // The worst of so many tokens comes from a row of the MLP whose norm enlarges its rounding.
          const worst = 2 * tolerances.score;
          expectClose(logprobs, expected!.logprobs, worst);
          const rows = rowsFor(spec, batch, 0);
          const gradient = await gradientOf(engine, batch, rows);
          expectGradient(spec, gradient, await autodiffGradient(spec, weights(spec), batch, rows), 1e-3);
          const script = { prompts: promptsOf(spec, MOST), ways: PLAIN };
          expectAsReference(spec, weights(spec), script, await play(engine, script), worst);
          engine.dispose();
        });
      }
    }
  });
}

/** Lengths from 0 to the longest, by a rule without a short period. */
function raggedBatch(spec: PolicySpec, rows: number): TokenBatch {
  const lengths = Int32Array.from({ length: rows }, (_, r) => (r * r + 2 * r + 5) % (spec.maxLength + 1));
  return filled(spec, spec.maxLength, lengths);
}

function rowsBetween(batch: TokenBatch, from: number, to: number): TokenBatch {
  const { length } = batch;
  return {
    rows: to - from,
    length,
    tokens: batch.tokens.slice(from * length, to * length),
    lengths: batch.lengths.slice(from, to),
  };
}

/** Gradient rows that a row keeps in every batch: `from` is the place of the first in the largest batch. */
function rowsFor(spec: PolicySpec, batch: TokenBatch, from: number): ReturnType<typeof gradientRows> {
  const before = new Int32Array(from).fill(1);
  const padded = {
    ...batch,
    rows: from + batch.rows,
    lengths: Int32Array.from([...before, ...batch.lengths.subarray(0, batch.rows)]),
  };
  const rows = gradientRows(spec, padded, 1);
  const cells = from * batch.length;
  return {
    ...rows,
    logprobs: rows.logprobs.slice(cells),
    ...(rows.logits && { logits: rows.logits.slice(cells * spec.vocabulary) }),
    ...(rows.values && { values: rows.values.slice(cells) }),
  };
}

function beginning(told: Told, rows: number): Told {
  const cut = (steps: number[][]): number[][] => steps.map((row) => row.slice(0, rows));
  return { tokens: cut(told.tokens), logprobs: cut(told.logprobs), generated: cut(told.generated) };
}
