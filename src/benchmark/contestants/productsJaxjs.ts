/** The case's matrix products by the kernels that jax-js generates for them. */
import { blockUntilReady, jit, numpy as np } from '@jax-js/jax';
import type { Prepare } from '../contestant.ts';
import { noise } from '../inputs.ts';
import { type Product, productsOf } from '../products.ts';
import { start } from './jaxjs.ts';
import { timedParts } from './parts.ts';

export const prepareProductsJaxjs: Prepare = async (benchmarkCase) => {
  const threads = await start();
  const multiply = jit((a: np.Array, b: np.Array): np.Array => np.matmul(a, b));
  const multiplyTransposed = jit((a: np.Array, b: np.Array): np.Array => np.matmul(np.matrixTranspose(a), b));
  const operands = productsOf(benchmarkCase).map(({ kind, m, k, n }: Product) => ({
    function: kind === 'plain' ? multiply : multiplyTransposed,
    a: matrix(m, k),
    b: kind === 'plain' ? matrix(k, n) : matrix(m, n),
  }));
  const parts = operands.map((each) => async () => {
    const product = each.function(each.a.ref, each.b.ref);
    await blockUntilReady(product);
    product.dispose();
  });
  return {
    description: { threads, notes: 'jit, relaxed instructions where there are any' },
    run: () => timedParts(parts),
    dispose() {
      for (const { a, b } of operands) {
        a.dispose();
        b.dispose();
      }
      multiply.dispose();
      multiplyTransposed.dispose();
    },
  };
};

function matrix(rows: number, columns: number): np.Array {
  return np.array(new Float32Array(noise(rows * columns, 6))).reshape([rows, columns]);
}
