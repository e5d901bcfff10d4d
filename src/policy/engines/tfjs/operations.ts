/**
 * Differentiable operations with their own gradients, where tfjs's derived ones are slow: on the wasm backend
 * a product with a transposed operand takes ten times as long as a transposition and a plain product, and a
 * normalisation from primitives costs twice the kernels.
 */
import * as tf from '@tensorflow/tfjs-core';
import { NORM_EPSILON } from '../../layout.ts';

/** aᵀ·b for matrices, by the faster way of the present backend. */
function productOfTransposedLeft(a: tf.Tensor2D, b: tf.Tensor2D): tf.Tensor2D {
  return tf.getBackend() === 'wasm' ? tf.matMul(tf.transpose(a), b) : tf.matMul(a, b, true, false);
}

/** a·bᵀ for matrices, by the faster way of the present backend. */
function productOfTransposedRight(a: tf.Tensor2D, b: tf.Tensor2D): tf.Tensor2D {
  return tf.getBackend() === 'wasm' ? tf.matMul(a, tf.transpose(b)) : tf.matMul(a, b, false, true);
}

const linearOperation = tf.customGrad((x, w, save) => {
  (save as tf.GradSaveFunc)([x as tf.Tensor, w as tf.Tensor]);
  return {
    value: tf.matMul(x as tf.Tensor2D, w as tf.Tensor2D),
    gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => [
      productOfTransposedRight(dy as tf.Tensor2D, saved[1] as tf.Tensor2D),
      productOfTransposedLeft(saved[0] as tf.Tensor2D, dy as tf.Tensor2D),
    ],
  };
});

/** x·W for matrices [rows, inputs] and [inputs, outputs]. */
export function linear(x: tf.Tensor2D, w: tf.Tensor2D): tf.Tensor2D {
  return linearOperation(x, w) as tf.Tensor2D;
}

/** x·W where x is constant: only W gets a gradient. */
export function select(x: tf.Tensor2D, w: tf.Tensor2D): tf.Tensor2D {
  const operation = tf.customGrad((table, save) => {
    (save as tf.GradSaveFunc)([x]);
    return {
      value: tf.matMul(x, table as tf.Tensor2D),
      gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) =>
        productOfTransposedLeft(saved[0] as tf.Tensor2D, dy as tf.Tensor2D),
    };
  });
  return operation(w) as tf.Tensor2D;
}

const normaliseOperation = tf.customGrad((x, save) => {
  const meanSquare = tf.mean(tf.square(x as tf.Tensor), 1, true);
  const scale = tf.rsqrt(tf.add(meanSquare, NORM_EPSILON));
  const value = tf.mul(x as tf.Tensor, scale);
  (save as tf.GradSaveFunc)([value, scale]);
  return {
    value,
    gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => {
      const [normalised, factor] = saved as [tf.Tensor, tf.Tensor];
      const along = tf.mean(tf.mul(dy, normalised), 1, true);
      return tf.mul(tf.sub(dy, tf.mul(normalised, along)), factor);
    },
  };
});

/**
 * RMSNorm without its gain, for rows [rows, size]: n = x·s with s = (mean(x²) + ε)^−½. Its gradient is
 * dx = s·(dn − n·mean(dn ⊙ n)), which also holds with ε > 0.
 */
export function normalise(x: tf.Tensor2D): tf.Tensor2D {
  return normaliseOperation(x) as tf.Tensor2D;
}

/** diag(gain)·W: the gain of a norm, moved into the small matrix that follows it. */
export function gained(gain: tf.Tensor1D, w: tf.Tensor2D): tf.Tensor2D {
  return tf.mul(w, tf.reshape(gain, [gain.shape[0], 1]));
}

/**
 * A scalar whose value means nothing and whose gradient by `outputs` is what `gradient` makes of them: the
 * seed of a backward pass.
 */
export function seedGradient(
  outputs: tf.Tensor2D,
  gradient: (outputs: tf.Tensor2D) => tf.Tensor2D,
): tf.Scalar {
  const operation = tf.customGrad((x, save) => {
    (save as tf.GradSaveFunc)([x as tf.Tensor]);
    return {
      value: tf.scalar(0),
      gradFunc: (_dy: tf.Tensor, saved: tf.Tensor[]) => gradient(saved[0] as tf.Tensor2D),
    };
  });
  return operation(outputs) as tf.Scalar;
}
