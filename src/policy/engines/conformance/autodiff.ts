/**
 * The loss of `GradientRows`, written directly in tfjs operations and differentiated by tfjs. It shares no
 * code with the tfjs engine: rank-4 attention, gathered tokens, derived gradients throughout.
 */
import '@tensorflow/tfjs-backend-cpu';
import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-core/dist/register_all_gradients';
import type { GradientRows, TokenBatch } from '../../engine.ts';
import { layoutOf, mlpEmbedding, NORM_EPSILON, stateSize } from '../../layout.ts';
import type { PolicySpec } from '../../spec.ts';

type Read = (name: string) => tf.Tensor;

/** ∂/∂θ of Σ g·logπ + Σ G·z + Σ γ·v, as a flat vector, on the cpu backend. */
export async function autodiffGradient(
  spec: PolicySpec,
  parameters: Float32Array,
  batch: TokenBatch,
  rows: GradientRows,
): Promise<Float32Array> {
  const before = tf.engine().backendName;
  await tf.setBackend('cpu');
  const { tensors } = layoutOf(spec);
  const gradient = tf.tidy(() => {
    const loss = (...leaves: tf.Tensor[]): tf.Scalar => {
      const named = new Map(tensors.map(({ name }, i) => [name, leaves[i]!]));
      return lossOf(spec, (name) => named.get(name)!, batch, rows);
    };
    const leaves = tensors.map(({ offset, size, shape }) =>
      tf.tensor(parameters.slice(offset, offset + size), [...shape]),
    );
    return tf.concat(
      tf
        .grads(loss)(leaves)
        .map((part) => tf.reshape(part, [part.size])),
    );
  });
  const values = Float32Array.from(await gradient.data());
  gradient.dispose();
  if (before !== undefined && before !== 'cpu') await tf.setBackend(before);
  return values;
}

function lossOf(spec: PolicySpec, read: Read, batch: TokenBatch, rows: GradientRows): tf.Scalar {
  const predicted = batch.length - 1;
  const tokens = tf.tensor2d(
    batch.tokens.map((token) => Math.max(token, 0)),
    [batch.rows, batch.length],
    'int32',
  );
  const inputs = tf.slice(tokens, [0, 0], [batch.rows, predicted]) as tf.Tensor2D;
  const targets = tf.slice(tokens, [0, 1], [batch.rows, predicted]);
  const state =
    spec.architecture === 'transformer' ? transformer(spec, read, inputs) : mlp(spec, read, inputs);
  const z = tf.div(times(state, read('unembedding')), rows.temperature);
  const chosen = tf.sum(tf.mul(tf.logSoftmax(z), tf.oneHot(targets, spec.vocabulary)), 2, true);
  const terms = [
    tf.sum(tf.mul(chosen, constant(batch, rows.logprobs, 1))),
    tf.sum(tf.mul(z, constant(batch, rows.logits, spec.vocabulary))),
  ];
  if (spec.valueHead) {
    const value = tf.add(times(state, read('value.weight')), read('value.bias'));
    terms.push(tf.sum(tf.mul(value, constant(batch, rows.values, 1))));
  }
  return tf.addN(terms) as tf.Scalar;
}

/** A gradient row as a tensor of all predicted tokens; zeros instead of NaN on padding. */
function constant(batch: TokenBatch, values: Float32Array | undefined, width: number): tf.Tensor {
  const clean = (values ?? new Float32Array(batch.rows * batch.length * width)).map((value) =>
    Number.isNaN(value) ? 0 : value,
  );
  const all = tf.tensor3d(clean, [batch.rows, batch.length, width]);
  return tf.slice(all, [0, 1, 0], [batch.rows, batch.length - 1, width]);
}

/** x·W over the last dimension. */
function times(x: tf.Tensor, w: tf.Tensor): tf.Tensor {
  const rows = x.size / x.shape.at(-1)!;
  const flat = tf.matMul(tf.reshape(x, [rows, x.shape.at(-1)!]), w as tf.Tensor2D);
  return tf.reshape(flat, [...x.shape.slice(0, -1), w.shape[1]!]);
}

function norm(x: tf.Tensor, gain: tf.Tensor): tf.Tensor {
  const root = tf.sqrt(tf.add(tf.mean(tf.mul(x, x), -1, true), NORM_EPSILON));
  return tf.mul(tf.div(x, root), gain);
}

function embed(table: tf.Tensor, tokens: tf.Tensor): tf.Tensor {
  return tf.gather(table, tf.cast(tokens, 'int32'));
}

function transformer(spec: PolicySpec, read: Read, tokens: tf.Tensor2D): tf.Tensor {
  const { width, heads } = spec;
  const [rows, length] = tokens.shape;
  const size = width / heads;
  const future = tf.tensor2d(
    Array.from({ length }, (_, p) => Array.from({ length }, (_, j) => (j > p ? -1e30 : 0))),
    [length, length],
  );
  let x = tf.add(embed(read('embedding'), tokens), tf.slice(read('positions'), [0, 0], [length, width]));
  for (let n = 0; n < spec.layers; n++) {
    const qkv = times(norm(x, read(`block${n}.norm1`)), read(`block${n}.qkv`));
    const [q, k, v] = [0, 1, 2].map((part) =>
      tf.transpose(
        tf.reshape(tf.slice(qkv, [0, 0, part * width], [rows, length, width]), [rows, length, heads, size]),
        [0, 2, 1, 3],
      ),
    ) as [tf.Tensor, tf.Tensor, tf.Tensor];
    const scores = tf.add(tf.div(tf.matMul(q, k, false, true), Math.sqrt(size)), future);
    const mixed = tf.reshape(tf.transpose(tf.matMul(tf.softmax(scores), v), [0, 2, 1, 3]), [
      rows,
      length,
      width,
    ]);
    x = tf.add(x, times(mixed, read(`block${n}.output`)));
    const up = tf.relu(times(norm(x, read(`block${n}.norm2`)), read(`block${n}.up`)));
    x = tf.add(x, times(up, read(`block${n}.down`)));
  }
  return norm(x, read('norm'));
}

function mlp(spec: PolicySpec, read: Read, tokens: tf.Tensor2D): tf.Tensor {
  const [rows, length] = tokens.shape;
  const size = mlpEmbedding(spec);
  const hidden = stateSize(spec);
  const embedded = embed(read('embedding'), tokens);
  const window = tf.reshape(read('window'), [spec.maxLength * size, hidden]);
  // The input of the definition, literally: all embeddings side by side, zeros for tokens to come.
  const sofar = Array.from({ length }, (_, p) =>
    tf.pad(tf.reshape(tf.slice(embedded, [0, 0, 0], [rows, p + 1, size]), [rows, (p + 1) * size]), [
      [0, 0],
      [0, (spec.maxLength - p - 1) * size],
    ]),
  );
  let h: tf.Tensor = tf.relu(norm(times(tf.stack(sofar, 1), window), read('norm0')));
  for (let n = 1; n < spec.layers; n++) h = tf.relu(norm(times(h, read(`hidden${n}`)), read(`norm${n}`)));
  return h;
}
