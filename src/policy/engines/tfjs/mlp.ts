/**
 * The MLP of `layout.ts` in tfjs. What each token at each slot adds to the first product is computed once as
 * a table [T·V, F]; the running sum over tokens is then one product with a constant matrix.
 */
import * as tf from '@tensorflow/tfjs-core';
import { mlpEmbedding, stateSize } from '../../layout.ts';
import type { PolicySpec } from '../../spec.ts';
import { tokensSoFar } from './encoding.ts';
import type { Network } from './network.ts';
import { linear, normalise, select } from './operations.ts';

export function mlpNetwork(spec: PolicySpec): Network {
  const size = mlpEmbedding(spec);
  const hidden = stateSize(spec);
  return {
    forward(tensors, inputs, past) {
      const { rows, from, positions } = inputs;
      const embedding = tf.reshape(tensors['embedding']!, [1, spec.vocabulary, size]);
      const window = tf.slice(tensors['window']!, [from, 0, 0], [positions, size, hidden]);
      const contributions = tf.matMul(tf.tile(embedding, [positions, 1, 1]), window);
      const table: tf.Tensor2D = tf.reshape(contributions, [positions * spec.vocabulary, hidden]);
      let sum = select(tokensSoFar(inputs, spec.vocabulary), table);
      const before = past?.[0];
      if (before !== undefined) sum = tf.add(sum, tf.tile(before as tf.Tensor2D, [positions, 1]));
      const last = tf.slice(sum, [(positions - 1) * rows, 0], [rows, hidden]);
      let state = activated(sum, tensors['norm0'] as tf.Tensor1D);
      for (let n = 1; n < spec.layers; n++) {
        state = activated(
          linear(state, tensors[`hidden${n}`] as tf.Tensor2D),
          tensors[`norm${n}`] as tf.Tensor1D,
        );
      }
      return { state, cache: [last] };
    },
  };
}

function activated(x: tf.Tensor2D, gain: tf.Tensor1D): tf.Tensor2D {
  return tf.relu(tf.mul(normalise(x), gain));
}
