/**
 * Token batches as constant matrices. Embedding by a product with these works, gradient included, on every
 * backend (the gradient of `gather` does not on wasm).
 *
 * Inside the engine rows are position-major: row p·B + r is position p of sequence r, for B sequences. A key
 * or value [T·B, D] is then [T, B·heads, d] without moving a number, and the next position goes to the end.
 */
import * as tf from '@tensorflow/tfjs-core';

/** Tokens of B sequences at T consecutive positions, position-major. */
export interface Inputs {
  readonly rows: number;
  /** First position. */
  readonly from: number;
  readonly positions: number;
  /** positions × rows */
  readonly tokens: Int32Array;
}

/**
 * One 1 for the token and one for the position: [T·B, V + T], to be multiplied with the embedding and T rows
 * of positions, one below the other.
 */
export function tokenAndPosition({ rows, positions, tokens }: Inputs, vocabulary: number): tf.Tensor2D {
  const columns = vocabulary + positions;
  const values = new Float32Array(rows * positions * columns);
  for (let i = 0; i < tokens.length; i++) {
    values[i * columns + tokens[i]!] = 1;
    values[i * columns + vocabulary + Math.floor(i / rows)] = 1;
  }
  return tf.tensor2d(values, [rows * positions, columns]);
}

/**
 * A 1 for every token at one of the given positions up to the row's own: [T·B, T·V], to be multiplied with
 * what each token at each position contributes.
 */
export function tokensSoFar({ rows, positions, tokens }: Inputs, vocabulary: number): tf.Tensor2D {
  const columns = positions * vocabulary;
  const values = new Float32Array(rows * positions * columns);
  for (let p = 0; p < positions; p++) {
    for (let r = 0; r < rows; r++) {
      const start = (p * rows + r) * columns;
      for (let j = 0; j <= p; j++) values[start + j * vocabulary + tokens[j * rows + r]!] = 1;
    }
  }
  return tf.tensor2d(values, [rows * positions, columns]);
}
