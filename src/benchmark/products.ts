/**
 * The matrix products that a case cannot do without, and what they cost: the limit that an engine is held against.
 * Counted are the products with weights (qkv, output, up, down, unembedding), forward, and for a training step the two
 * of the backward pass. Products inside attention are left out, which makes the limit stricter.
 */
import type { PolicySpec } from '../policy/spec.ts';
import type { BenchmarkCase } from './cases.ts';

/**
 * `plain`: C = A·B for A m × k and B k × n. `transposed`: C = Aᵀ·B for A m × k and B m × n. Done `count` times.
 */
export interface Product {
  readonly kind: 'plain' | 'transposed';
  readonly m: number;
  readonly k: number;
  readonly n: number;
  readonly count: number;
}

/** Floating-point operations of all of them, an addition and a multiplication a term. */
export function flopsOf(products: readonly Product[]): number {
  return products.reduce((sum, { m, k, n, count }) => sum + 2 * m * k * n * count, 0);
}

/** The products of one run of a case; equal ones are one entry. */
export function productsOf(benchmarkCase: BenchmarkCase): readonly Product[] {
  const { spec } = benchmarkCase;
  if (benchmarkCase.kind === 'step') {
    const m = benchmarkCase.rows * benchmarkCase.positions;
    return merged(
      layersOf(spec, true).flatMap(({ inputs, outputs, count }) => [
        { kind: 'plain', m, k: inputs, n: outputs, count },
        { kind: 'plain', m, k: outputs, n: inputs, count },
        { kind: 'transposed', m, k: inputs, n: outputs, count },
      ]),
    );
  }
  // Prompts are read once each, without logits until their last token; then a token of every row at a time.
  const { rows, prompts, promptLength, responseLength } = benchmarkCase;
  const forward = (m: number, times: number, logits: boolean): Product[] =>
    layersOf(spec, logits).map(({ inputs, outputs, count }) => ({
      kind: 'plain',
      m,
      k: inputs,
      n: outputs,
      count: count * times,
    }));
  return merged([
    ...forward(prompts * (promptLength - 1), 1, false),
    ...forward(prompts, 1, true),
    ...forward(rows, responseLength - 1, true),
  ]);
}

interface Layer {
  readonly inputs: number;
  readonly outputs: number;
  readonly count: number;
}

function layersOf({ width, layers, mlpRatio, vocabulary }: PolicySpec, logits: boolean): Layer[] {
  const blocks = [
    { inputs: width, outputs: 3 * width, count: layers },
    { inputs: width, outputs: width, count: layers },
    { inputs: width, outputs: mlpRatio * width, count: layers },
    { inputs: mlpRatio * width, outputs: width, count: layers },
  ];
  return logits ? [...blocks, { inputs: width, outputs: vocabulary, count: 1 }] : blocks;
}

function merged(products: readonly Product[]): Product[] {
  const known = new Map<string, Product>();
  for (const product of products) {
    if (product.m * product.k * product.n * product.count === 0) continue;
    const key = [product.kind, product.m, product.k, product.n].join(' ');
    known.set(key, { ...product, count: product.count + (known.get(key)?.count ?? 0) });
  }
  return [...known.values()];
}
