import { describe, expect, it } from 'vitest';
import { allCases, type GenerationCase, sheetCases, type StepCase } from './cases.ts';
import { flopsOf, productsOf } from './products.ts';

const spec = {
  architecture: 'transformer',
  vocabulary: 5,
  maxLength: 8,
  width: 4,
  layers: 3,
  heads: 2,
  mlpRatio: 2,
  valueHead: false,
} as const;

describe('the products of a step', () => {
  const step: StepCase = { kind: 'step', name: 'x', spec, rows: 2, positions: 7 };

  it('are one forward and two backward for every matrix of weights', () => {
    const m = 14;
    expect(productsOf(step)).toEqual([
      // qkv, and the gradient by its input
      { kind: 'plain', m, k: 4, n: 12, count: 3 },
      { kind: 'plain', m, k: 12, n: 4, count: 3 },
      { kind: 'transposed', m, k: 4, n: 12, count: 3 },
      // output, the same shape forward and backward
      { kind: 'plain', m, k: 4, n: 4, count: 6 },
      { kind: 'transposed', m, k: 4, n: 4, count: 3 },
      // up and down, whose plain products are each other's
      { kind: 'plain', m, k: 4, n: 8, count: 6 },
      { kind: 'plain', m, k: 8, n: 4, count: 6 },
      { kind: 'transposed', m, k: 4, n: 8, count: 3 },
      { kind: 'transposed', m, k: 8, n: 4, count: 3 },
      // unembedding
      { kind: 'plain', m, k: 4, n: 5, count: 1 },
      { kind: 'plain', m, k: 5, n: 4, count: 1 },
      { kind: 'transposed', m, k: 4, n: 5, count: 1 },
    ]);
  });

  it('cost six operations a token and weight', () => {
    const weights = 3 * (4 * 12 + 4 * 4 + 2 * 4 * 8) + 4 * 5;
    expect(flopsOf(productsOf(step))).toBe(6 * 14 * weights);
  });

  it('of the sheet’s case are its 0.46 GFLOP', () => {
    expect(flopsOf(productsOf(sheetCases()[0]!)) / 1e9).toBeCloseTo(0.46, 3);
  });

  it('double with the batch, and nearly with the layers', () => {
    const flops = (name: string) => flopsOf(productsOf(allCases().find((one) => one.name === name)!));
    expect(flops('step-batch-64')).toBe(2 * flops('step'));
    // All but the unembedding.
    expect(flops('step-layers-4') - flops('step')).toBe(flops('step') - 6 * 768 * 64 * 24);
  });
});

describe('the products of a generation', () => {
  const generation: GenerationCase = {
    kind: 'generation',
    name: 'x',
    spec,
    rows: 8,
    prompts: 2,
    promptLength: 4,
    responseLength: 3,
  };
  const block = 4 * 12 + 4 * 4 + 2 * 4 * 8;

  it('read every different prompt once and feed every response token but the last', () => {
    const inputs = 2 * 4 + 8 * 2;
    const predictions = 2 + 8 * 2;
    expect(flopsOf(productsOf(generation))).toBe(2 * (inputs * 3 * block + predictions * 4 * 5));
    expect(productsOf(generation).every(({ kind }) => kind === 'plain')).toBe(true);
  });

  it('leave out what is empty', () => {
    const shortest = productsOf({ ...generation, promptLength: 1, responseLength: 1 });
    expect(flopsOf(shortest)).toBe(2 * 2 * (3 * block + 4 * 5));
    expect(shortest.every(({ m, count }) => m > 0 && count > 0)).toBe(true);
  });
});

it('all cases have a name of their own and a shape that fits the policy', () => {
  const cases = allCases();
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  for (const each of cases) {
    const longest = each.kind === 'step' ? each.positions + 1 : each.promptLength + each.responseLength;
    expect(longest).toBeLessThanOrEqual(each.spec.maxLength);
    expect(each.spec.width % each.spec.heads).toBe(0);
    if (each.kind === 'generation') expect(each.rows % each.prompts).toBe(0);
  }
});
