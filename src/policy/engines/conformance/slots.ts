/** Parameter slots, sampling precision, and what stays in memory. */
import { describe, expect, it } from 'vitest';
import { roundTo } from '../../../numerics/rounding.ts';
import {
  batchOf,
  engineWith,
  gradientRows,
  type Make,
  SMALL,
  SMALL_MLP,
  TINY,
  type Tolerances,
  uniforms,
  weights,
} from './cases.ts';
import { expectClose } from './compare.ts';
import { expectedScores } from './expected.ts';
import { expectAsReference, PLAIN, play, promptsOf } from './told.ts';

export function slotTests(make: Make, tolerances: Tolerances): void {
  describe('slots', () => {
    it('give back the bits they were given, whatever happens to the array', async () => {
      const given = weights(SMALL);
      const engine = await engineWith(make, SMALL, given);
      given.fill(0);
      expect(await engine.read('theta')).toEqual(weights(SMALL));
      (await engine.read('theta')).fill(1);
      expect(await engine.read('theta')).toEqual(weights(SMALL));
      engine.dispose();
    });

    it('take a view of shared memory', async () => {
      const shared = new Float32Array(new SharedArrayBuffer(4 * weights(SMALL).length));
      shared.set(weights(SMALL));
      const engine = await make(SMALL);
      await engine.load('teacher', shared as unknown as Float32Array<ArrayBuffer>);
      shared.fill(7);
      expect(await engine.read('teacher')).toEqual(weights(SMALL));
      engine.dispose();
    });

    it('round to a lower precision on loading', async () => {
      const engine = await make(SMALL);
      for (const precision of ['float32', 'bfloat16', 'float16'] as const) {
        await engine.load('snapshot-1', weights(SMALL), precision);
        const expected = weights(SMALL);
        roundTo(precision, expected);
        expect(await engine.read('snapshot-1')).toEqual(expected);
      }
      engine.dispose();
    });

    for (const spec of [SMALL, SMALL_MLP]) {
      it(`sample and score at a lower precision: ${spec.architecture}`, async () => {
        const engine = await make(spec);
        const batch = batchOf(spec, 3);
        const [exact] = expectedScores(spec, weights(spec), batch, [1]);
        for (const precision of ['bfloat16', 'float16'] as const) {
          const rounded = weights(spec);
          roundTo(precision, rounded);
          await engine.load('theta', weights(spec), precision);
          const script = { prompts: promptsOf(spec, 4), ways: PLAIN };
          expectAsReference(spec, rounded, script, await play(engine, script), tolerances.score, precision);
          const [expected] = expectedScores(spec, rounded, batch, [1]);
          const { logprobs } = await engine.score('theta', batch, { temperature: 1 });
          expectClose(logprobs, expected!.logprobs, tolerances.score, precision);
          // The sampler's mismatch, which lessons are about, is larger than any rounding error of the engine.
          const mismatch = logprobs.reduce((a, b, i) => Math.max(a, Math.abs(b - exact!.logprobs[i]!)), 0);
          expect(mismatch).toBeGreaterThan(10 * tolerances.score);
        }
        engine.dispose();
      });
    }

    it('are copied, blended and dropped', async () => {
      const engine = await engineWith(make, SMALL);
      await engine.load('reference', weights(SMALL, 2));
      await engine.copy('theta', 'proximal');
      await engine.load('theta', weights(SMALL, 3));
      expect(await engine.read('proximal')).toEqual(weights(SMALL));
      await engine.blend('proximal', 0.75, 'reference', 0.25);
      const reference = weights(SMALL, 2);
      const expected = weights(SMALL).map((value, i) => 0.75 * value + 0.25 * reference[i]!);
      expectClose(await engine.read('proximal'), expected, 1e-6);
      engine.drop('proximal');
      await expect(engine.read('proximal')).rejects.toThrow('proximal');
      expect(await engine.read('reference')).toEqual(weights(SMALL, 2));
      engine.dispose();
    });

    it('refuse a vector of the wrong length', async () => {
      const engine = await make(SMALL);
      await expect(engine.load('theta', new Float32Array(3))).rejects.toThrow(RangeError);
      engine.dispose();
    });
  });

  it('holds as many tensors after 150 cycles of everything as after 50', async () => {
    const engine = await engineWith(make, TINY);
    const batch = batchOf(TINY, 2);
    const cycle = async (seed: number): Promise<void> => {
      await engine.copy('theta', 'proximal');
      await engine.score('proximal', batch, { temperature: 1, entropy: true });
      await engine.accumulate(batch, gradientRows(TINY, batch, 1, seed));
      const clip = { learningRate: 1e-3, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, gradientClip: 1 };
      await engine.step(clip);
      await engine.blend('proximal', 0.5, 'theta', 0.5);
      const prompts = { ...batch, lengths: Int32Array.of(1, 2) };
      const request = { slot: 'theta', prompts, maxLength: 4, temperature: 1, topK: 0, topP: 1 } as const;
      const generation = await engine.generate(request);
      await generation.advance(uniforms(2, seed));
      await engine.load('theta', await engine.read('theta'));
      await generation.swapWeights(seed % 2 === 0 ? 'keep' : 'recompute');
      await generation.advance(uniforms(2, seed + 1));
      generation.dispose();
    };
    for (let seed = 0; seed < 50; seed++) await cycle(seed);
    const after50 = engine.memory().tensors;
    for (let seed = 50; seed < 150; seed++) await cycle(seed);
    expect(engine.memory().tensors).toBe(after50);
    engine.dispose();
  });
}
