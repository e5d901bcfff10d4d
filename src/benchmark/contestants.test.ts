/** Every contestant that runs in Node computes the same step and the same tokens. */
import { describe, expect, it } from 'vitest';
import { agreementOf, agrees } from './agreement.ts';
import type { BenchmarkCase } from './cases.ts';
import type { ContestantName } from './contestant.ts';
// Loaded here, as loading the libraries takes longer than all tests together.
import './contestants/engine.ts';
import './contestants/jaxjs.ts';
import './contestants/tfjs.ts';
import { LocalHost } from './host.ts';
import { parametersOf, promptsOf } from './inputs.ts';
import { productsOf } from './products.ts';

const spec = {
  architecture: 'transformer',
  vocabulary: 7,
  maxLength: 9,
  width: 16,
  layers: 2,
  heads: 2,
  mlpRatio: 2,
  valueHead: false,
} as const;
const step: BenchmarkCase = { kind: 'step', name: 'step', spec, rows: 5, positions: 8 };
const generation: BenchmarkCase = {
  kind: 'generation',
  name: 'generate',
  spec,
  rows: 6,
  prompts: 2,
  promptLength: 4,
  responseLength: 5,
};

const host = new LocalHost();

async function evidenceOf(contestant: ContestantName, benchmarkCase: BenchmarkCase) {
  const { id, evidence } = await host.prepare(contestant, benchmarkCase);
  expect((await host.measure(id)).every((ms) => ms > 0)).toBe(true);
  await host.release(id);
  return evidence!;
}

describe('a step', () => {
  it.each(['tfjs-wasm', 'tfjs', 'tfjs-cpu', 'jaxjs'] as const)(
    'of %s is that of the fused engine',
    async (name) => {
      const agreement = agreementOf(await evidenceOf('wasm', step), await evidenceOf(name, step));
      expect(Object.keys(agreement)).toEqual(['logprobs', 'gradient']);
      expect(agreement.logprobs).toBeLessThan(1e-4);
      expect(agreement.gradient).toBeLessThan(1e-3);
      expect(agrees(agreement)).toBe(true);
    },
  );
});

describe('a generation', () => {
  it.each(['tfjs-wasm', 'tfjs'] as const)('of %s is that of the fused engine', async (name) => {
    expect(agreementOf(await evidenceOf('wasm', generation), await evidenceOf(name, generation))).toEqual({
      tokens: 1,
    });
  });

  it('is refused by jax-js, which has no cache', async () => {
    await expect(host.prepare('jaxjs', generation)).rejects.toThrow('no cache');
  });
});

it.each(['products-wasm', 'products-tfjs', 'products-jaxjs'] as const)(
  '%s times every product of a case',
  async (name) => {
    const { id } = await host.prepare(name, step);
    const times = await host.measure(id);
    expect(times).toHaveLength(productsOf(step).length);
    expect(times.every((ms) => ms > 0)).toBe(true);
    await host.release(id);
  },
);

describe('inputs', () => {
  it('are the same wherever they are made', () => {
    expect(parametersOf(spec)).toEqual(parametersOf(spec));
  });

  it('repeat each prompt for its group', () => {
    const { tokens } = promptsOf(generation as Extract<BenchmarkCase, { kind: 'generation' }>);
    const row = (r: number) => [...tokens.subarray(4 * r, 4 * r + 4)];
    expect(row(0)).toEqual(row(2));
    expect(row(3)).toEqual(row(5));
    expect(row(0)).not.toEqual(row(3));
  });
});

describe('agreement', () => {
  it('is refused to numbers that are not there', () => {
    const evidence = { logprobs: Float32Array.of(1, 2) };
    expect(agrees(agreementOf(evidence, { logprobs: Float32Array.of(1, NaN) }))).toBe(false);
    expect(agrees(agreementOf(evidence, { logprobs: Float32Array.of(1) }))).toBe(false);
    expect(agrees(agreementOf({ tokens: Int32Array.of(1) }, { tokens: Int32Array.of(2) }))).toBe(false);
  });
});
