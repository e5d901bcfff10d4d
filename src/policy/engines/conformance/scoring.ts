/** Scores against the float64 reading of the layout. */
import { describe, expect, it } from 'vitest';
import type { ScoreRequest } from '../../engine.ts';
import { referenceForward } from '../../reference.ts';
import { logSoftmax } from '../../sampling.ts';
import type { PolicySpec } from '../../spec.ts';
import {
  batchOf,
  engineWith,
  expectClose,
  type Make,
  SMALL,
  SPECS,
  tokensOf,
  type Tolerances,
  weights,
} from './cases.ts';

const EVERYTHING = { entropy: true, distributions: true, values: true };

export function scoringTests(make: Make, tolerances: Tolerances): void {
  describe('scores', () => {
    for (const [title, spec] of Object.entries(SPECS)) {
      it(`equal the float64 reference: ${title}`, async () => {
        const engine = await engineWith(make, spec);
        for (const temperature of [1, 0.7]) await compare(spec, engine, { temperature, ...EVERYTHING });
        engine.dispose();
      });
    }

    it('are the same whatever else is in the batch, for 1 to 5 rows', async () => {
      const engine = await engineWith(make, SMALL);
      const all = batchOf(SMALL, 5);
      const together = await engine.score('theta', all, { temperature: 1 });
      for (let rows = 1; rows <= 5; rows++) {
        const size = rows * all.length;
        const some = await engine.score('theta', { ...all, rows }, { temperature: 1 });
        expect(some.logprobs.length).toBe(size);
        expectClose(some.logprobs, together.logprobs.slice(0, size), tolerances.score);
      }
      engine.dispose();
    });

    it('hold only what was asked for, and 0 at the first token and on padding', async () => {
      const engine = await engineWith(make, SMALL);
      const batch = batchOf(SMALL, 3);
      const scores = await engine.score('theta', batch, { temperature: 1 });
      expect(Object.keys(scores)).toEqual(['logprobs']);
      scores.logprobs.forEach((value, i) => {
        const t = i % batch.length;
        const real = t > 0 && t < batch.lengths[Math.floor(i / batch.length)]!;
        expect(value !== 0).toBe(real);
      });
      const empty = await engine.score(
        'theta',
        { ...batch, lengths: Int32Array.of(1, 0, 1) },
        { temperature: 1 },
      );
      expect(empty.logprobs.every((value) => value === 0)).toBe(true);
      engine.dispose();
    });

    it('report temperature 1 for temperature 0', async () => {
      const engine = await engineWith(make, SMALL);
      const batch = batchOf(SMALL, 2);
      const greedy = await engine.score('theta', batch, { temperature: 0 });
      const plain = await engine.score('theta', batch, { temperature: 1 });
      expect(greedy.logprobs).toEqual(plain.logprobs);
      engine.dispose();
    });

    it('refuse sequences that are too long and tokens that do not exist', async () => {
      const engine = await engineWith(make, SMALL);
      const long = { rows: 1, length: 7, tokens: new Int32Array(7), lengths: Int32Array.of(7) };
      await expect(engine.score('theta', long, { temperature: 1 })).rejects.toThrow(RangeError);
      const strange = { rows: 1, length: 2, tokens: Int32Array.of(1, 7), lengths: Int32Array.of(2) };
      await expect(engine.score('theta', strange, { temperature: 1 })).rejects.toThrow(RangeError);
      engine.dispose();
    });
  });

  async function compare(
    spec: PolicySpec,
    engine: Awaited<ReturnType<Make>>,
    request: ScoreRequest,
  ): Promise<void> {
    const batch = batchOf(spec, 5);
    const scores = await engine.score('theta', batch, request);
    const { vocabulary } = spec;
    const size = batch.rows * batch.length;
    const logprobs = new Float64Array(size);
    const entropy = new Float64Array(size);
    const values = new Float64Array(size);
    const distributions = new Float64Array(size * vocabulary);
    for (let r = 0; r < batch.rows; r++) {
      const tokens = tokensOf(batch, r);
      const reference = referenceForward(spec, weights(spec), tokens);
      for (let t = 1; t < tokens.length; t++) {
        const i = r * batch.length + t;
        const row = distributions.subarray(i * vocabulary, (i + 1) * vocabulary);
        entropy[i] = logSoftmax(reference.logits[t - 1]!, 0, request.temperature, row);
        logprobs[i] = row[tokens[t]!]!;
        values[i] = reference.values[t - 1]!;
      }
    }
    expectClose(scores.logprobs, logprobs, tolerances.score);
    expectClose(scores.entropy!, entropy, tolerances.score);
    expectClose(scores.distributions!, distributions, tolerances.score);
    expectClose(scores.values!, values, tolerances.score);
  }
}
