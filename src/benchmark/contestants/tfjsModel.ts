/**
 * The transformer of `policy/layout.ts` as one writes it in TensorFlow.js: public operations, its own gradients, its
 * own Adam. Embedding is a product with one-hot rows, because `gather` has no gradient on the wasm backend.
 */
import * as tf from '@tensorflow/tfjs';
import { layoutOf, NORM_EPSILON } from '../../policy/layout.ts';
import type { PolicySpec } from '../../policy/spec.ts';

/** Added to the scores of positions to come. */
const MASKED = -1e9;

export class TfjsModel {
  /** In the order of the layout. */
  readonly variables: readonly tf.Variable[];
  readonly #spec: PolicySpec;
  readonly #byName: ReadonlyMap<string, tf.Variable>;

  constructor(spec: PolicySpec, parameters: Float32Array) {
    this.#spec = spec;
    const { tensors } = layoutOf(spec);
    this.variables = tensors.map(({ offset, size, shape }) =>
      tf.tidy(() => tf.variable(tf.tensor(parameters.slice(offset, offset + size), [...shape]))),
    );
    this.#byName = new Map(tensors.map(({ name }, i) => [name, this.variables[i]!]));
  }

  /** States after each of the first `positions` tokens of `rows` sequences: [rows, positions, width]. */
  states(tokens: Int32Array, rows: number, positions: number): tf.Tensor3D {
    const { vocabulary, width, layers } = this.#spec;
    const flat: [number, number] = [rows * positions, width];
    const oneHot = tf.oneHot(tf.tensor1d(tokens, 'int32'), vocabulary).toFloat() as tf.Tensor2D;
    const embedded = tf.matMul(oneHot, this.#matrix('embedding')).reshape([rows, positions, width]);
    const places = this.#matrix('positions').slice([0, 0], [positions, width]);
    let x = tf.add(embedded, places).reshape(flat) as tf.Tensor2D;
    const mask = tf.linalg
      .bandPart(tf.ones([positions, positions]), -1, 0)
      .sub(1)
      .mul(-MASKED);
    for (let n = 0; n < layers; n++) {
      const attended = this.#attention(n, this.#norm(x, `block${n}.norm1`), rows, positions, mask);
      x = tf.add(x, attended.matMul(this.#matrix(`block${n}.output`)));
      const up = this.#norm(x, `block${n}.norm2`).matMul(this.#matrix(`block${n}.up`));
      x = tf.add(x, up.relu().matMul(this.#matrix(`block${n}.down`)));
    }
    return this.#norm(x, 'norm').reshape([rows, positions, width]) as tf.Tensor3D;
  }

  /** Logits of states [count, width]. */
  logits(states: tf.Tensor2D): tf.Tensor2D {
    return tf.matMul(states, this.#matrix('unembedding'));
  }

  /** log π of each target after the tokens before it, [rows · positions]. */
  logprobs(tokens: Int32Array, targets: Int32Array, rows: number, positions: number): tf.Tensor1D {
    const { vocabulary, width } = this.#spec;
    const states = this.states(tokens, rows, positions).reshape([rows * positions, width]) as tf.Tensor2D;
    const chosen = tf.oneHot(tf.tensor1d(targets, 'int32'), vocabulary).toFloat();
    return tf.logSoftmax(this.logits(states)).mul(chosen).sum(-1);
  }

  dispose(): void {
    tf.dispose(this.variables as tf.Variable[]);
  }

  #attention(n: number, x: tf.Tensor2D, rows: number, positions: number, mask: tf.Tensor): tf.Tensor2D {
    const { width, heads } = this.#spec;
    const size = width / heads;
    const [q, k, v] = tf
      .split(x.matMul(this.#matrix(`block${n}.qkv`)), 3, 1)
      .map((part) => part.reshape([rows, positions, heads, size]).transpose([0, 2, 1, 3])) as [
      tf.Tensor4D,
      tf.Tensor4D,
      tf.Tensor4D,
    ];
    const scores = tf.matMul(q, k, false, true).div(Math.sqrt(size)).add(mask);
    return tf
      .matMul(tf.softmax(scores), v)
      .transpose([0, 2, 1, 3])
      .reshape([rows * positions, width]) as tf.Tensor2D;
  }

  #norm(x: tf.Tensor2D, gain: string): tf.Tensor2D {
    const scale = x.square().mean(-1, true).add(NORM_EPSILON).rsqrt();
    return x.mul(scale).mul(this.#byName.get(gain)!);
  }

  #matrix(name: string): tf.Tensor2D {
    return this.#byName.get(name) as unknown as tf.Tensor2D;
  }
}
