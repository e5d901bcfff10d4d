/** The transformer of `layout.ts` in tfjs: a pass over T positions, with or without a key/value cache. */
import * as tf from '@tensorflow/tfjs-core';
import type { PolicySpec } from '../../spec.ts';
import { tokenAndPosition } from './encoding.ts';
import { gained, linear, normalise, select } from './operations.ts';
import type { Cache, Network, Tensors } from './network.ts';

/** Added to the scores of positions to come; −∞ would make NaN of a fully masked row. */
const MASKED = -1e9;

export function transformerNetwork(spec: PolicySpec): Network {
  return {
    forward(tensors, inputs, past) {
      const { rows, from, positions } = inputs;
      const table = tf.concat([
        tensor2(tensors, 'embedding'),
        tf.slice(tensor2(tensors, 'positions'), [from, 0], [positions, spec.width]),
      ]);
      let stream: tf.Tensor2D = select(tokenAndPosition(inputs, spec.vocabulary), table);
      const mask = positions > 1 ? causalMask(from, positions) : undefined;
      const cache: tf.Tensor3D[] = [];
      for (let n = 0; n < spec.layers; n++) {
        const { attended, keys, values } = attention(spec, tensors, n, stream, rows, mask, past);
        cache.push(keys, values);
        stream = tf.add(stream, linear(attended, tensor2(tensors, `block${n}.output`)));
        const up = gained(tensor1(tensors, `block${n}.norm2`), tensor2(tensors, `block${n}.up`));
        const hidden = tf.relu(linear(normalise(stream), up));
        stream = tf.add(stream, linear(hidden, tensor2(tensors, `block${n}.down`)));
      }
      return { state: normalise(stream), gain: tensor1(tensors, 'norm'), cache };
    },
  };
}

/**
 * Attention of block n before its output matrix. Keys and values, those of `past` included, are
 * [B·heads, positions, D/heads].
 */
function attention(
  spec: PolicySpec,
  tensors: Tensors,
  n: number,
  stream: tf.Tensor2D,
  rows: number,
  mask: tf.Tensor2D | undefined,
  past: Cache | undefined,
): { attended: tf.Tensor2D; keys: tf.Tensor3D; values: tf.Tensor3D } {
  const { width, heads } = spec;
  const size = width / heads;
  const positions = stream.shape[0] / rows;
  const normalised = normalise(stream);
  const qkv = gained(tensor1(tensors, `block${n}.norm1`), tensor2(tensors, `block${n}.qkv`));
  // Three small matrices instead of one product cut in three: cutting weights is cheaper than activations.
  const [q, k, v] = tf.split(qkv, 3, 1) as [tf.Tensor2D, tf.Tensor2D, tf.Tensor2D];
  const batch = rows * heads;
  // With one position there is nothing to transpose.
  const perHead = (x: tf.Tensor2D): tf.Tensor3D =>
    positions === 1
      ? tf.reshape(x, [batch, 1, size])
      : tf.transpose(tf.reshape(x, [positions, batch, size]), [1, 0, 2]);
  const queries = perHead(linear(normalised, tf.mul(q, 1 / Math.sqrt(size))));
  let keys = perHead(linear(normalised, k));
  let values = perHead(linear(normalised, v));
  if (past !== undefined && past.length > 0) {
    keys = tf.concat([past[2 * n] as tf.Tensor3D, keys], 1);
    values = tf.concat([past[2 * n + 1] as tf.Tensor3D, values], 1);
  }
  const scores = tf.matMul(queries, keys, false, true);
  const weights = tf.softmax(mask === undefined ? scores : tf.add(scores, mask));
  const mixed = tf.matMul(weights, values);
  const positionMajor = positions === 1 ? mixed : tf.transpose(mixed, [1, 0, 2]);
  return { attended: tf.reshape(positionMajor, [positions * rows, width]), keys, values };
}

/** [positions, from + positions]: 0 where the column's position is not after the row's. */
function causalMask(from: number, positions: number): tf.Tensor2D {
  const columns = from + positions;
  const values = new Float32Array(positions * columns);
  for (let p = 0; p < positions; p++) {
    values.fill(MASKED, p * columns + from + p + 1, (p + 1) * columns);
  }
  return tf.tensor2d(values, [positions, columns]);
}

function tensor1(tensors: Tensors, name: string): tf.Tensor1D {
  return tensors[name] as tf.Tensor1D;
}

function tensor2(tensors: Tensors, name: string): tf.Tensor2D {
  return tensors[name] as tf.Tensor2D;
}
