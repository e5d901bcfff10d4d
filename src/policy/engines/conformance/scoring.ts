/** Scores against the float64 reading of the layout. */
import { describe, expect, it } from 'vitest';
import {
  batchOf,
  engineWith,
  firstRows,
  type Make,
  SMALL,
  SPECS,
  type Tolerances,
  weights,
} from './cases.ts';
import { expectClose } from './compare.ts';
import { expectedScores } from './expected.ts';

/** Those in between and the extremes that the settings allow. */
const TEMPERATURES = [1, 0.7, 0.1, 2];

export function scoringTests(make: Make, tolerances: Tolerances): void {
  describe('scores', () => {
    for (const [title, spec] of Object.entries(SPECS)) {
      it(`equal the float64 reference: ${title}`, async () => {
        const engine = await engineWith(make, spec);
        const batch = batchOf(spec, 5);
        const expected = expectedScores(spec, weights(spec), batch, TEMPERATURES);
        for (const [n, temperature] of TEMPERATURES.entries()) {
          const request = { temperature, entropy: true, distributions: true, values: true };
          const scores = await engine.score('theta', batch, request);
          // A low temperature multiplies the logits, and their errors with them.
          const tolerance = tolerances.score / Math.min(1, temperature);
          expectClose(scores.logprobs, expected[n]!.logprobs, tolerance);
          expectClose(scores.entropy!, expected[n]!.entropy, tolerance);
          expectClose(scores.distributions!, expected[n]!.distributions, tolerance);
          expectClose(scores.values!, expected[n]!.values, tolerances.score);
        }
        engine.dispose();
      });
    }

    it('are the same whatever else is in the batch', async () => {
      const engine = await engineWith(make, SMALL);
      const all = batchOf(SMALL, 5);
      const together = await engine.score('theta', all, { temperature: 1 });
      for (let row = 0; row < 5; row++) {
        const alone = {
          rows: 1,
          length: all.length,
          tokens: all.tokens.slice(row * all.length, (row + 1) * all.length),
          lengths: all.lengths.slice(row, row + 1),
        };
        const { logprobs } = await engine.score('theta', alone, { temperature: 1 });
        const expected = together.logprobs.slice(row * all.length, (row + 1) * all.length);
        expectClose(logprobs, expected, tolerances.score);
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
      const none = await engine.score('theta', firstRows(batch, 0), { temperature: 1 });
      expect(none.logprobs.length).toBe(0);
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
      for (const token of [-1, 7]) {
        const strange = { rows: 1, length: 2, tokens: Int32Array.of(1, token), lengths: Int32Array.of(2) };
        await expect(engine.score('theta', strange, { temperature: 1 })).rejects.toThrow(RangeError);
      }
      engine.dispose();
    });
  });
}
