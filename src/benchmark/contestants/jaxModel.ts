/**
 * The transformer of `policy/layout.ts` as one writes it in jax-js: pure functions of a tree of arrays. Every use of an
 * array but its last takes a reference (`.ref`), as the library's rule of ownership demands.
 */
import { jit, nn, numpy as np, tree, valueAndGrad } from '@jax-js/jax';
import { layoutOf, NORM_EPSILON } from '../../policy/layout.ts';
import type { PolicySpec } from '../../policy/spec.ts';

/** Arrays by the layout's names. */
export type Parameters = Record<string, np.Array>;

/** What a step reads beside the parameters: tokens [rows, positions], targets alike, g of the loss Σ g·log π. */
export type Batch = { tokens: np.Array; targets: np.Array; gradients: np.Array };

export function parametersFrom(spec: PolicySpec, flat: Float32Array): Parameters {
  return Object.fromEntries(
    layoutOf(spec).tensors.map(({ name, offset, size, shape }) => [
      name,
      np.array(flat.slice(offset, offset + size)).reshape([...shape]),
    ]),
  );
}

/** log π of each target, [rows, positions]. Consumes its arguments. */
function logprobs(spec: PolicySpec, p: Parameters, tokens: np.Array, targets: np.Array): np.Array {
  const logits = np.matmul(states(spec, p, tokens), take(p, 'unembedding'));
  return nn.logSoftmax(logits, -1).mul(nn.oneHot(targets, spec.vocabulary)).sum(-1);
}

/** The loss Σ g·log π with its log π beside it, and its gradient by all parameters. Consumes its arguments. */
function lossAndGradient(spec: PolicySpec) {
  return valueAndGrad(
    (p: Parameters, { tokens, targets, gradients }: Batch): [np.Array, np.Array] => {
      const found = logprobs(spec, p, tokens, targets);
      return [found.ref.mul(gradients).sum(), found];
    },
    { hasAux: true },
  );
}

/** log π of each target and the gradient, compiled. */
export function compiledEvidence(spec: PolicySpec) {
  const gradient = lossAndGradient(spec);
  return jit((p: Parameters, batch: Batch): [np.Array, Parameters] => {
    const [[loss, found], slopes] = gradient(p, batch);
    loss.dispose();
    return [found, slopes as Parameters];
  });
}

/** The whole step, compiled: plain gradient descent, as the library brings no optimiser. */
export function compiledStep(spec: PolicySpec, learningRate: number) {
  const gradient = lossAndGradient(spec);
  return jit((p: Parameters, batch: Batch): [Parameters, np.Array] => {
    const [[loss, found], slopes] = gradient(tree.ref(p), batch);
    found.dispose();
    const next = tree.map(
      (value: np.Array, slope: np.Array) => value.sub(slope.mul(learningRate)),
      p,
      slopes as Parameters,
    ) as Parameters;
    return [next, loss];
  });
}

/** States after each token, [rows, positions, width]. Consumes the tokens; leaves `unembedding` in `p`. */
function states(spec: PolicySpec, p: Parameters, tokens: np.Array): np.Array {
  const { vocabulary, width, heads, layers } = spec;
  const [rows, positions] = tokens.shape as [number, number];
  const places = take(p, 'positions').slice([0, positions]);
  let x = np.matmul(nn.oneHot(tokens, vocabulary), take(p, 'embedding')).add(places);
  for (let n = 0; n < layers; n++) {
    const qkv = np.matmul(norm(x.ref, take(p, `block${n}.norm1`)), take(p, `block${n}.qkv`));
    const [q, k, v] = np
      .split(qkv, 3, -1)
      .map((part) => part.reshape([rows, positions, heads, width / heads])) as [np.Array, np.Array, np.Array];
    const attended = attention(q, k, v).reshape([rows, positions, width]);
    x = x.add(np.matmul(attended, take(p, `block${n}.output`)));
    const hidden = nn.relu(np.matmul(norm(x.ref, take(p, `block${n}.norm2`)), take(p, `block${n}.up`)));
    x = x.add(np.matmul(hidden, take(p, `block${n}.down`)));
  }
  return norm(x, take(p, 'norm'));
}

/**
 * Causal attention of [rows, positions, heads, size]: `nn.dotProductAttention` written out, because its einsum needs a
 * JavaScript newer than Node 20's.
 */
function attention(q: np.Array, k: np.Array, v: np.Array): np.Array {
  const [, positions, , size] = q.shape as [number, number, number, number];
  const perHead = (x: np.Array): np.Array => x.transpose([0, 2, 1, 3]);
  const scores = np.matmul(perHead(q), k.transpose([0, 2, 3, 1])).div(Math.sqrt(size));
  const causal = np.tri(positions, positions, 0, { dtype: np.bool });
  const weights = nn.softmax(np.where(causal, scores, -Infinity), -1);
  return np.matmul(weights, perHead(v)).transpose([0, 2, 1, 3]);
}

function norm(x: np.Array, gain: np.Array): np.Array {
  const meanSquare = np.mean(np.square(x.ref), -1, { keepdims: true });
  return x.div(np.sqrt(meanSquare.add(NORM_EPSILON))).mul(gain);
}

function take(p: Parameters, name: string): np.Array {
  return p[name]!;
}
