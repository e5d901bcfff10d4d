/** Polynomials and drawing against their slow references. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exp, log } from '../../../numerics/elementary.ts';
import { type Draw, Sampler, scoringTemperature } from '../../sampling.ts';
import { Arena } from './arena.ts';
import { instantiate } from './module.ts';

const kernels = await instantiate();
const arena = new Arena(kernels.memory, kernels.heapBase.value as number);

describe('exp and log', () => {
  const negative = fc.double({ min: -800, max: 0, noNaN: true });

  it('of doubles have the bits of src/numerics/', () => {
    const at = arena.allocate(16);
    fc.assert(
      fc.property(negative, negative, (x, y) => {
        expect(kernels.exp(x)).toBe(exp(x));
        arena.f64.set([x, y], at / 8);
        kernels.exponentialPairs(2, at);
        expect(arena.f64[at / 8]).toBe(exp(x));
        expect(arena.f64[at / 8 + 1]).toBe(exp(y));
      }),
      { numRuns: 3000 },
    );
    fc.assert(
      fc.property(fc.double({ min: 1e-300, max: 1e300, noNaN: true }), (x) => {
        expect(kernels.log(x)).toBe(log(x));
      }),
      { numRuns: 3000 },
    );
    expect(kernels.exp(-Infinity)).toBe(0);
    expect(kernels.exp(NaN)).toBeNaN();
    expect(kernels.log(NaN)).toBeNaN();
    expect(kernels.log(Infinity)).toBe(Infinity);
  });

  it('of floats is off by at most 1.2e-7 of its value', () => {
    const count = 400_000;
    const at = arena.allocate(count * 4);
    const inputs = Float32Array.from({ length: count }, (_, i) => -87.3 + (175.3 * i) / count);
    arena.f32.set(inputs, at / 4);
    kernels.exponentials(count, at);
    const results = arena.f32.slice(at / 4, at / 4 + count);
    let worst = 0;
    inputs.forEach((x, i) => (worst = Math.max(worst, Math.abs(results[i]! / exp(x) - 1))));
    expect(worst).toBeLessThan(1.2e-7);
    arena.f32.set([-88, -Infinity, 0, NaN], at / 4);
    kernels.exponentials(4, at);
    expect([...arena.f32.slice(at / 4, at / 4 + 4)]).toEqual([0, 0, 1, NaN]);
    arena.release(at);
  });
});

describe('drawing', () => {
  it('takes the tokens and log-probabilities of the sampler', () => {
    const cases = fc.record({
      logits: fc.array(fc.float({ min: -20, max: 20, noNaN: true }), { minLength: 2, maxLength: 40 }),
      temperature: fc.constantFrom(0, 0.3, 1, 2.5),
      uniform: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      forced: fc.constantFrom(-1, -1, -1, 0, 1),
    });
    const at = arena.allocate(4096);
    const tables = arena.allocate(kernels.tableBytes(40));
    fc.assert(
      fc.property(cases, ({ logits, temperature, uniform, forced }) => {
        const [lanes, uniforms, wanted, tokens, logprobs] = [0, 8, 16, 24, 32].map(
          (offset) => at + 1024 + offset,
        ) as [number, number, number, number, number];
        arena.f32.set(logits, at / 4);
        arena.i32[lanes / 4] = 0;
        arena.i32[wanted / 4] = forced;
        arena.f64[uniforms / 8] = uniform;
        const size = logits.length;
        kernels.tabulate(1, at, 0, size, scoringTemperature(temperature), tables);
        kernels.drawTokens(1, lanes, tables, size, temperature === 0, uniforms, wanted, tokens, logprobs);
        const draw: Draw = { token: 0, logprob: 0 };
        new Sampler(size).draw(logits, 0, { temperature, topK: 0, topP: 1 }, uniform, forced, draw);
        expect(arena.i32[tokens / 4]).toBe(draw.token);
        expect(arena.f32[logprobs / 4]).toBe(Math.fround(draw.logprob));
      }),
      { numRuns: 3000 },
    );
  });
});
