/** The architecture of a spec, and the heads on top of it. */
import * as tf from '@tensorflow/tfjs-core';
import type { PolicySpec } from '../../spec.ts';
import { mlpNetwork } from './mlp.ts';
import type { Network, Pass, Tensors } from './network.ts';
import { gained, linear } from './operations.ts';
import { transformerNetwork } from './transformer.ts';

export function networkOf(spec: PolicySpec): Network {
  return spec.architecture === 'transformer' ? transformerNetwork(spec) : mlpNetwork(spec);
}

/** Columns of the outputs: the vocabulary, and the value where there is one. */
export function outputColumns(spec: PolicySpec): number {
  return spec.vocabulary + (spec.valueHead ? 1 : 0);
}

/** Logits, and the value as a last column: [T·B, outputColumns]. */
export function outputsOf(spec: PolicySpec, tensors: Tensors, pass: Pass): tf.Tensor2D {
  const unembedding = tensors['unembedding'] as tf.Tensor2D;
  const matrix = spec.valueHead
    ? tf.concat([unembedding, tensors['value.weight'] as tf.Tensor2D], 1)
    : unembedding;
  const outputs = linear(pass.state, pass.gain === undefined ? matrix : gained(pass.gain, matrix));
  if (!spec.valueHead) return outputs;
  return tf.add(outputs, tf.concat([tf.zeros([spec.vocabulary]), tensors['value.bias'] as tf.Tensor1D]));
}
