/** The case's matrix products by the lab's own kernel, on matrices that lie as the engine's do. */
import { Arena } from '../../policy/engines/wasm/arena.ts';
import { instantiate, type Kernels, strideOf, up4, up8 } from '../../policy/engines/wasm/module.ts';
import type { Prepare } from '../contestant.ts';
import { noise } from '../inputs.ts';
import { type Product, productsOf } from '../products.ts';
import { timedParts } from './parts.ts';

export const prepareProductsWasm: Prepare = async (benchmarkCase) => {
  const kernels = await instantiate();
  const arena = new Arena(kernels.memory, kernels.heapBase.value as number);
  const parts = productsOf(benchmarkCase).map((product) => productOf(kernels, arena, product));
  return {
    description: { threads: 1, notes: 'SIMD, no relaxed instructions' },
    run: () => timedParts(parts),
    dispose: () => undefined,
  };
};

function productOf(kernels: Kernels, arena: Arena, { kind, m, k, n }: Product): () => void {
  const rows = up4(m) + 8;
  const [inner, columns] = [up8(k), up8(n)];
  const matrix = (bytes: number): number => {
    const at = arena.allocateZeros(bytes);
    arena.f32.set(noise(bytes / 4, 6), at / 4);
    return at;
  };
  const a = matrix(rows * strideOf(inner));
  if (kind === 'plain') {
    const b = matrix(inner * columns * 4);
    const c = matrix(rows * strideOf(columns));
    return () =>
      kernels.product(up4(m), columns, inner, a, strideOf(inner), b, c, strideOf(columns), 0, 0, false);
  }
  const b = matrix(rows * strideOf(columns));
  const c = arena.allocateZeros(inner * columns * 4);
  const scratch = arena.allocateZeros(kernels.productScratch(inner));
  return () =>
    kernels.productTransposed(m, inner, columns, a, strideOf(inner), b, strideOf(columns), c, scratch);
}
