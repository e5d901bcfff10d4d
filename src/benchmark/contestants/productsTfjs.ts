/** The case's matrix products by the wasm backend of TensorFlow.js, on operands that lie as it likes them best. */
import * as tf from '@tensorflow/tfjs';
import type { Prepare } from '../contestant.ts';
import { noise } from '../inputs.ts';
import { type Product, productsOf } from '../products.ts';
import { timedParts } from './parts.ts';
import { start } from './tfjs.ts';

export const prepareProductsTfjs: Prepare = async (benchmarkCase, { tfjsFiles }) => {
  const threads = await start('wasm', tfjsFiles);
  const operands = productsOf(benchmarkCase).map(operandsOf);
  const parts = operands.map(
    ([a, b]) =>
      () =>
        tf.matMul(a, b).dispose(),
  );
  return {
    description: { threads, notes: 'XNNPACK' },
    run: () => timedParts(parts),
    dispose: () => tf.dispose(operands),
  };
};

/** Aᵀ is laid out beforehand: a product with a transposed operand falls off the backend's fast path. */
function operandsOf({ kind, m, k, n }: Product): [tf.Tensor2D, tf.Tensor2D] {
  const [rows, inner] = kind === 'plain' ? [m, k] : [k, m];
  return [matrix(rows, inner), matrix(inner, n)];
}

function matrix(rows: number, columns: number): tf.Tensor2D {
  return tf.tensor2d(new Float32Array(noise(rows * columns, 6)), [rows, columns]);
}
