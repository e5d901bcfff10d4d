/** Tokens and log-probabilities of generation, under random numbers given by the caller. */
import { describe, expect, it } from 'vitest';
import { engineWith, type Extent, type Make, SMALL, SPECS, type Tolerances, weights } from './cases.ts';
import { begin, expectAsReference, PLAIN, play, promptsOf, run, sequences, WAYS } from './told.ts';

export function generationTests(make: Make, tolerances: Tolerances, extent: Extent): void {
  describe('generation', () => {
    for (const [title, spec] of Object.entries(SPECS)) {
      it(`samples what float64 samples, from ragged prompts: ${title}`, async () => {
        const engine = await engineWith(make, spec);
        const all = extent === 'long' || spec === SMALL;
        for (const [name, ways] of Object.entries(WAYS)) {
          if (!all && name !== 'top-k and top-p' && name !== 'temperature 1') continue;
          const script = { prompts: promptsOf(spec, 4), ways };
          const tolerance = tolerances.score / Math.min(1, ways.temperature || 1);
          const told = await play(engine, script);
          expectAsReference(spec, weights(spec), script, told, tolerance, name);
        }
        engine.dispose();
      });
    }

    it('agrees with scoring to 1e-5', async () => {
      for (const spec of Object.values(SPECS)) {
        const engine = await engineWith(make, spec);
        for (const temperature of [1, 0.5]) {
          const prompts = promptsOf(spec, 3);
          const told = await play(engine, { prompts, ways: { ...PLAIN, temperature } });
          const scores = await engine.score('theta', sequences(prompts, told), { temperature });
          told.logprobs.forEach((row, step) => {
            const position = spec.maxLength - told.logprobs.length + step;
            row.forEach((logprob, r) => {
              if (told.generated[step]![r] === 0) return;
              const scored = scores.logprobs[r * spec.maxLength + position]!;
              expect(Math.abs(scored - logprob)).toBeLessThanOrEqual(1e-5);
            });
          });
        }
        engine.dispose();
      }
    });

    it('gives a row the same tokens alone as among others', async () => {
      const engine = await engineWith(make, SMALL);
      const prompts = { ...promptsOf(SMALL, 4), lengths: new Int32Array(4).fill(2) };
      const together = await play(engine, { prompts, ways: PLAIN });
      const alone = await play(engine, { prompts: { ...prompts, rows: 1 }, ways: PLAIN });
      expect(alone.tokens.flat()).toEqual(together.tokens.map((row) => row[0]));
      engine.dispose();
    });

    it('takes prompts that fill the sequence for some rows, and for none', async () => {
      const engine = await engineWith(make, SMALL);
      for (const lengths of [
        [6, 5, 1],
        [5, 5, 5],
        [1, 1, 1],
      ]) {
        const script = {
          prompts: { ...promptsOf(SMALL, 3), lengths: Int32Array.from(lengths) },
          ways: PLAIN,
        };
        const told = await play(engine, script);
        expectAsReference(SMALL, weights(SMALL), script, told, tolerances.score, lengths.join());
      }
      engine.dispose();
    });

    it('refuses to go past its end, and to begin from nothing', async () => {
      const engine = await engineWith(make, SMALL);
      const prompts = promptsOf(SMALL, 1);
      const request = { slot: 'theta', prompts, ...PLAIN } as const;
      await expect(engine.generate({ ...request, maxLength: 7 })).rejects.toThrow(RangeError);
      const empty = { ...prompts, lengths: Int32Array.of(0) };
      await expect(begin(engine, empty, PLAIN)).rejects.toThrow(RangeError);
      const generation = await begin(engine, prompts, PLAIN);
      await run(generation, 6 - generation.position, { prompts });
      await expect(run(generation, 1, { prompts })).rejects.toThrow(RangeError);
      generation.dispose();
      await expect(run(generation, 1, { prompts })).rejects.toThrow('disposed');
      engine.dispose();
    });
  });
}
