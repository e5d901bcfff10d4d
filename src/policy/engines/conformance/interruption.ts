/** What the caller may do between two tokens: stop and resume, force, swap weights, use the engine for other work. */
import { describe, expect, it } from 'vitest';
import type { Engine, Generation, TokenBatch } from '../../engine.ts';
import type { PolicySpec } from '../../spec.ts';
import {
  batchOf,
  engineWith,
  type Extent,
  gradientRows,
  type Make,
  SMALL,
  SMALL_MLP,
  SPECS,
  type Tolerances,
  weights,
} from './cases.ts';
import { expectClose } from './compare.ts';
import {
  append,
  begin,
  expectAsReference,
  expectSame,
  PLAIN,
  play,
  promptsOf,
  run,
  sequences,
  shortestOf,
  type Swap,
  type Told,
  WAYS,
  type Ways,
} from './told.ts';

export function interruptionTests(make: Make, tolerances: Tolerances, extent: Extent): void {
  const specs = Object.entries(extent === 'long' ? SPECS : { transformer: SMALL, MLP: SMALL_MLP });

  describe('between any two tokens', () => {
    for (const [title, spec] of specs) {
      const positions = Array.from({ length: spec.maxLength - 1 }, (_, i) => i + 1);

      it(`a generation can stop and be resumed exactly: ${title}`, async () => {
        const engine = await engineWith(make, spec);
        for (const ways of extent === 'long' ? Object.values(WAYS) : [PLAIN, WAYS['top-k and top-p']!]) {
          const prompts = promptsOf(spec, 3);
          const tolerance = tolerances.score / Math.min(1, ways.temperature || 1);
          const whole = await play(engine, { prompts, ways });
          for (let stop = 0; stop < whole.tokens.length; stop++) {
            const first = await begin(engine, prompts, ways);
            const told = await run(first, stop, { prompts });
            first.dispose();
            append(told, await play(engine, { prompts: resumed(prompts, told), ways }));
            expectSame(told, whole, tolerance, `stopped after ${stop}`);
          }
          expectSame(await inPieces(engine, prompts, ways), whole, tolerance, 'stopped after each');
        }
        engine.dispose();
      });

      it(`tokens can be forced: ${title}`, async () => {
        const engine = await engineWith(make, spec);
        const prompts = promptsOf(spec, 4);
        const check = async (
          ways: Ways,
          forced: (row: number, position: number) => number,
          what: string,
        ): Promise<void> => {
          const script = { prompts, ways, forced };
          const told = await play(engine, script);
          expectAsReference(spec, weights(spec), script, told, tolerances.score, what);
        };
        for (const at of positions) {
          for (const token of [0, spec.vocabulary - 1]) {
            await check(PLAIN, (row, p) => (p === at && row % 2 === 0 ? token : -1), `${token} at ${at}`);
          }
        }
        const everywhere = (row: number, p: number): number => (3 * row + 5 * p) % spec.vocabulary;
        // Truncation excludes most of them: their log-probability is −∞.
        for (const ways of [PLAIN, WAYS['greedy']!, WAYS['top-k']!, WAYS['top-p']!]) {
          await check(ways, everywhere, 'all');
        }
        engine.dispose();
      });

      it(`weights can be swapped, with the cache kept or recomputed: ${title}`, async () => {
        const engine = await engineWith(make, spec);
        const prompts = promptsOf(spec, 3);
        const [old, next, last] = [1, 2, 3].map((seed) => weights(spec, seed)) as [
          Float32Array,
          Float32Array,
          Float32Array,
        ];
        const check = async (swaps: ReadonlyMap<number, Swap>, what: string): Promise<void> => {
          await engine.load('theta', old);
          const script = { prompts, ways: PLAIN, swaps };
          const told = await play(engine, script);
          expectAsReference(spec, old, script, told, tolerances.score, what);
        };
        for (const cache of ['keep', 'recompute'] as const) {
          for (const at of positions) {
            await check(new Map([[at, { parameters: next, cache }]]), `${cache} at ${at}`);
          }
          const everywhere = positions.map((p) => [p, { parameters: p % 2 ? next : last, cache }] as const);
          await check(new Map(everywhere), `${cache} at each`);
        }
        const mixed = positions.map((p): [number, Swap] => [
          p,
          { parameters: [old, next, last][p % 3]!, cache: p % 3 === 0 ? 'recompute' : 'keep' },
        ]);
        await check(new Map(mixed), 'both by turns');
        for (const precision of ['bfloat16', 'float16'] as const) {
          const swap = { parameters: next, precision, cache: 'keep' as const };
          await check(new Map([[3, swap]]), precision);
        }
        engine.dispose();
      });

      it(`the engine can do other work: ${title}`, async () => {
        const engine = await engineWith(make, spec);
        await engine.copy('theta', 'proximal');
        const prompts = promptsOf(spec, 3);
        const undisturbed = await play(engine, { prompts, ways: PLAIN });
        const [first, second] = [await begin(engine, prompts, PLAIN), await begin(engine, prompts, PLAIN)];
        const told: [Told, Told] = [nothing(), nothing()];
        for (let step = 0; step < undisturbed.tokens.length; step++) {
          append(told[0], await run(first, 1, { prompts }));
          await work(spec, engine, step);
          append(told[1], await run(second, 1, { prompts }));
        }
        for (const generation of [first, second]) generation.dispose();
        for (const generation of told) expectSame(generation, undisturbed, tolerances.score);
        engine.dispose();
      });
    }

    it('weights stay those of the beginning until a swap is asked for', async () => {
      const engine = await engineWith(make, SMALL);
      const prompts = { ...promptsOf(SMALL, 2), lengths: Int32Array.of(2, 2) };
      const old = await play(engine, { prompts, ways: PLAIN });
      for (const change of [
        () => engine.load('theta', weights(SMALL, 2)),
        () => engine.blend('theta', 0.5, 'reference', 0.5),
        () => engine.copy('reference', 'theta'),
        async () => engine.drop('theta'),
      ]) {
        await engine.load('theta', weights(SMALL));
        await engine.load('reference', weights(SMALL, 3));
        const generation = await begin(engine, prompts, PLAIN);
        await change();
        const told = await run(generation, old.tokens.length, { prompts });
        generation.dispose();
        expectSame(told, old, tolerances.score);
      }
      engine.dispose();
    });

    it('a kept cache tells something else than a recomputed one, and the same under the same weights', async () => {
      const engine = await engineWith(make, SMALL);
      const prompts = { ...promptsOf(SMALL, 2), lengths: Int32Array.of(4, 4) };
      const first = async (cache: 'keep' | 'recompute', seed: number): Promise<Float32Array> => {
        await engine.load('theta', weights(SMALL));
        const generation: Generation = await begin(engine, prompts, PLAIN);
        await engine.load('theta', weights(SMALL, seed));
        await generation.swapWeights(cache);
        const { logprobs } = await generation.advance([0, 0], Int32Array.of(1, 1));
        generation.dispose();
        return logprobs;
      };
      expectClose(await first('keep', 1), await first('recompute', 1), tolerances.score);
      const difference = (await first('keep', 2))[0]! - (await first('recompute', 2))[0]!;
      expect(Math.abs(difference)).toBeGreaterThan(1e-3);
      engine.dispose();
    });
  });
}

function nothing(): Told {
  return { tokens: [], logprobs: [], generated: [] };
}

/** Prompts from which a new generation resumes. */
function resumed(prompts: TokenBatch, told: Told): TokenBatch {
  const position = shortestOf(prompts) + told.tokens.length;
  return {
    ...sequences(prompts, told),
    lengths: prompts.lengths.map((length) => Math.max(length, position)),
  };
}

/** The whole sequences, by a new generation for every token. */
async function inPieces(engine: Engine, prompts: TokenBatch, ways: Ways): Promise<Told> {
  const told = nothing();
  for (let p = shortestOf(prompts); p < engine.spec.maxLength; p++) {
    const now = resumed(prompts, told);
    const generation = await begin(engine, now, ways);
    append(told, await run(generation, 1, { prompts: now }));
    generation.dispose();
  }
  return told;
}

/** Scoring, a training step and slots, larger and smaller from step to step. */
async function work(spec: PolicySpec, engine: Engine, step: number): Promise<void> {
  const batch = batchOf(spec, 1 + ((5 * step) % 7), step);
  await engine.score('proximal', batch, { temperature: 1, entropy: true });
  await engine.accumulate(batch, gradientRows(spec, batch, 1, step));
  await engine.step({ learningRate: 1e-2, beta1: 0.9, beta2: 0.99, epsilon: 1e-8, gradientClip: 1 });
  await engine.blend('proximal', 0.5, 'theta', 0.5);
}
