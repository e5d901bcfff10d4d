/** Tokens and log-probabilities of generation, under random numbers given by the caller. */
import { describe, expect, it } from 'vitest';
import type { Engine, Generation, GenerationRequest, TokenBatch } from '../../engine.ts';
import { referenceForward } from '../../reference.ts';
import { type Draw, Sampler } from '../../sampling.ts';
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
  uniforms,
  weights,
} from './cases.ts';

type Ways = Pick<GenerationRequest, 'temperature' | 'topK' | 'topP'>;

const PLAIN: Ways = { temperature: 1, topK: 0, topP: 1 };

const WAYS: Readonly<Record<string, Ways>> = {
  'temperature 1': PLAIN,
  'temperature 0.6': { ...PLAIN, temperature: 0.6 },
  'top-k': { ...PLAIN, topK: 3 },
  'top-p': { ...PLAIN, topP: 0.7 },
  'top-k and top-p': { temperature: 1.5, topK: 4, topP: 0.8 },
  greedy: { ...PLAIN, temperature: 0 },
};

/** All that a generation said, position by position. */
interface Told {
  readonly tokens: number[][];
  readonly logprobs: number[][];
  readonly generated: number[][];
}

export function generationTests(make: Make, tolerances: Tolerances): void {
  const close = (a: Told, b: Told): void => {
    expect(a.tokens).toEqual(b.tokens);
    expect(a.generated).toEqual(b.generated);
    expectClose(a.logprobs.flat(), b.logprobs.flat(), tolerances.score);
  };

  describe('generation', () => {
    for (const [title, spec] of Object.entries(SPECS)) {
      it(`samples what float64 samples, from ragged prompts: ${title}`, async () => {
        const engine = await engineWith(make, spec);
        for (const ways of spec === SMALL ? Object.values(WAYS) : [WAYS['top-k and top-p']!, PLAIN]) {
          const prompts = promptsOf(spec, 4);
          const told = await runToEnd(spec, await begin(engine, prompts, ways));
          close(told, reference(spec, prompts, ways));
        }
        engine.dispose();
      });
    }

    it('agrees with scoring to 1e-5', async () => {
      for (const spec of Object.values(SPECS)) {
        const engine = await engineWith(make, spec);
        for (const temperature of [1, 0.5]) {
          const prompts = promptsOf(spec, 3);
          const told = await runToEnd(spec, await begin(engine, prompts, { ...PLAIN, temperature }));
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

    it('resumes exactly when it was interrupted at any token', async () => {
      const engine = await engineWith(make, SMALL);
      const prompts = promptsOf(SMALL, 3);
      const whole = await runToEnd(SMALL, await begin(engine, prompts, PLAIN));
      for (let stop = 1; stop < whole.tokens.length; stop++) {
        const first = await begin(engine, prompts, PLAIN);
        const start = await run(first, stop);
        first.dispose();
        const position = SMALL.maxLength - whole.tokens.length + stop;
        const rest = await runToEnd(
          SMALL,
          await begin(engine, { ...sequences(prompts, start), lengths: longer(prompts, position) }, PLAIN),
        );
        expect([...start.tokens, ...rest.tokens]).toEqual(whole.tokens);
        rest.logprobs.forEach((row, step) => {
          row.forEach((logprob, r) => {
            if (rest.generated[step]![r] === 1)
              expect(Math.abs(logprob - whole.logprobs[stop + step]![r]!)).toBeLessThanOrEqual(
                tolerances.score,
              );
          });
        });
      }
      engine.dispose();
    });

    it('gives a row the same tokens alone as among others', async () => {
      const engine = await engineWith(make, SMALL);
      const prompts = { ...promptsOf(SMALL, 4), lengths: new Int32Array(4).fill(2) };
      const together = await runToEnd(SMALL, await begin(engine, prompts, PLAIN));
      const alone = await runToEnd(SMALL, await begin(engine, { ...prompts, rows: 1 }, PLAIN));
      expect(alone.tokens.flat()).toEqual(together.tokens.map((row) => row[0]));
      engine.dispose();
    });

    it('appends forced tokens, with their log-probability', async () => {
      const engine = await engineWith(make, SMALL);
      const prompts = { ...promptsOf(SMALL, 2), lengths: Int32Array.of(1, 1) };
      const generation = await begin(engine, prompts, PLAIN);
      const step = await generation.advance(uniforms(2, 0), Int32Array.of(5, -1));
      expect(step.tokens[0]).toBe(5);
      expect([...step.generated]).toEqual([1, 1]);
      const batch: TokenBatch = {
        rows: 1,
        length: 2,
        tokens: Int32Array.of(prompts.tokens[0]!, 5),
        lengths: Int32Array.of(2),
      };
      const scores = await engine.score('theta', batch, { temperature: 1 });
      expect(Math.abs(scores.logprobs[1]! - step.logprobs[0]!)).toBeLessThanOrEqual(1e-5);
      await generation.advance(uniforms(2, 1), Int32Array.of(-1, 0));
      generation.dispose();
      engine.dispose();
    });

    it('goes on with its weights until it is told to swap, and then with the new ones', async () => {
      const engine = await engineWith(make, SMALL);
      const prompts = { ...promptsOf(SMALL, 2), lengths: Int32Array.of(2, 2) };
      const old = await runToEnd(SMALL, await begin(engine, prompts, PLAIN));
      await engine.load('theta', weights(SMALL, 2));
      const fresh = await runToEnd(SMALL, await begin(engine, prompts, PLAIN));
      await engine.load('theta', weights(SMALL));

      const unswapped = await begin(engine, prompts, PLAIN);
      await engine.load('theta', weights(SMALL, 2));
      close(await runToEnd(SMALL, unswapped), old);

      await engine.load('theta', weights(SMALL));
      const recomputed = await begin(engine, prompts, PLAIN);
      await engine.load('theta', weights(SMALL, 2));
      await recomputed.swapWeights('recompute');
      close(await runToEnd(SMALL, recomputed), fresh);
      engine.dispose();
    });

    it('keeps the old cache when asked to, which differs from recomputing it', async () => {
      const engine = await engineWith(make, SMALL);
      const prompts = { ...promptsOf(SMALL, 2), lengths: Int32Array.of(4, 4) };
      const first = async (cache: 'keep' | 'recompute', seed: number): Promise<Float32Array> => {
        await engine.load('theta', weights(SMALL));
        const generation = await begin(engine, prompts, PLAIN);
        await engine.load('theta', weights(SMALL, seed));
        await generation.swapWeights(cache);
        const { logprobs } = await generation.advance(uniforms(2, 0), Int32Array.of(1, 1));
        generation.dispose();
        return logprobs;
      };
      expectClose(await first('keep', 1), await first('recompute', 1), tolerances.score);
      const difference = (await first('keep', 2))[0]! - (await first('recompute', 2))[0]!;
      expect(Math.abs(difference)).toBeGreaterThan(1e-3);
      engine.dispose();
    });

    it('refuses to go past its end', async () => {
      const engine = await engineWith(make, SMALL);
      const request = { slot: 'theta', prompts: promptsOf(SMALL, 1), ...PLAIN } as const;
      await expect(engine.generate({ ...request, maxLength: 7 })).rejects.toThrow(RangeError);
      const generation = await engine.generate({ ...request, maxLength: 6 });
      await run(generation, 6 - generation.position);
      await expect(generation.advance(uniforms(1, 0))).rejects.toThrow(RangeError);
      generation.dispose();
      engine.dispose();
    });
  });
}

/** Random prompts of 1 to 3 tokens. */
function promptsOf(spec: PolicySpec, rows: number): TokenBatch {
  return {
    ...batchOf(spec, rows, 4),
    lengths: Int32Array.from({ length: rows }, (_, r) => 1 + ((r + 1) % 3)),
    ...whole(spec, rows),
  };
}

/** Tokens without nonsense on what would be padding, so that any prefix is a prompt. */
function whole(spec: PolicySpec, rows: number): { tokens: Int32Array } {
  return {
    tokens: Int32Array.from(
      { length: rows * spec.maxLength },
      (_, i) => (i * i + 3 * i + 1) % spec.vocabulary,
    ),
  };
}

function begin(engine: Engine, prompts: TokenBatch, ways: Ways): Promise<Generation> {
  return engine.generate({ slot: 'theta', prompts, maxLength: engine.spec.maxLength, ...ways });
}

async function run(generation: Generation, steps: number): Promise<Told> {
  const told: Told = { tokens: [], logprobs: [], generated: [] };
  for (let i = 0; i < steps; i++) {
    const { position } = generation;
    const step = await generation.advance(uniforms(8, position));
    told.tokens.push([...step.tokens]);
    told.logprobs.push([...step.logprobs]);
    told.generated.push([...step.generated]);
  }
  return told;
}

/** Runs a generation to the end of its sequences, and disposes it. */
async function runToEnd(spec: PolicySpec, generation: Generation): Promise<Told> {
  const told = await run(generation, spec.maxLength - generation.position);
  generation.dispose();
  return told;
}

/** Prompts with what was told appended. */
function sequences(prompts: TokenBatch, told: Told): TokenBatch {
  const shortest = Math.min(...prompts.lengths.slice(0, prompts.rows));
  const tokens = prompts.tokens.slice();
  told.tokens.forEach((row, step) =>
    row.forEach((token, r) => (tokens[r * prompts.length + shortest + step] = token)),
  );
  return { ...prompts, tokens, lengths: new Int32Array(prompts.rows).fill(shortest + told.tokens.length) };
}

function longer(prompts: TokenBatch, position: number): Int32Array {
  return prompts.lengths.map((length) => Math.max(length, position));
}

/** The same generation from the float64 reference, one sequence at a time, without a cache. */
function reference(spec: PolicySpec, prompts: TokenBatch, ways: Ways): Told {
  const told: Told = { tokens: [], logprobs: [], generated: [] };
  const sampler = new Sampler(spec.vocabulary);
  const draw: Draw = { token: 0, logprob: 0 };
  const rows = Array.from({ length: prompts.rows }, (_, r) => [...tokensOf(prompts, r)]);
  for (let p = Math.min(...prompts.lengths); p < spec.maxLength; p++) {
    const given = uniforms(8, p);
    const drawn = rows.map((tokens, r) => {
      if (p < prompts.lengths[r]!) return { token: tokens[p]!, logprob: 0, generated: 0 };
      const { logits } = referenceForward(spec, weights(spec), tokens);
      sampler.draw(logits[p - 1]!, 0, ways, given[r]!, -1, draw);
      tokens.push(draw.token);
      return { ...draw, generated: 1 };
    });
    told.tokens.push(drawn.map(({ token }) => token));
    told.logprobs.push(drawn.map(({ logprob }) => logprob));
    told.generated.push(drawn.map(({ generated }) => generated));
  }
  return told;
}
