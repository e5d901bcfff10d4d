/**
 * The policies, exactly, and where each of their tensors lies in the flat parameter vector. Every engine
 * implements this page; `reference.ts` is its slow float64 reading. It computes nothing.
 *
 * Notation: V vocabulary, L maxLength, D width, H heads, d = D/H, F = D·mlpRatio, N layers. Matrices are
 * row-major and applied as x·W: the input dimension is the row. There are no biases but that of the value
 * head. Tokens x_0 … x_p are the input; the state at position p predicts token p+1.
 *
 *   RMSNorm(x; g) = g ⊙ x / √(mean(x²) + 1e-5)          ReLU(x) = max(x, 0), with derivative 0 at x = 0
 *
 * Transformer, at position p:
 *
 *   a = embedding[x_p] + positions[p]
 *   for block n = 0 … N−1:
 *     (q | k | v) = RMSNorm(a; norm1)·qkv                columns 0…D−1 are q, D…2D−1 k, 2D…3D−1 v;
 *                                                        head h owns columns h·d … (h+1)·d−1 of each
 *     per head:   w_j = softmax over j ≤ p of q_p·k_j/√d,   o = Σ_j w_j v_j
 *     a ← a + (o of all heads side by side)·output
 *     a ← a + ReLU(RMSNorm(a; norm2)·up)·down
 *   h = RMSNorm(a; norm)
 *
 * MLP, at position p, E = max(4, ⌊D/4⌋). The input is the embeddings of all tokens so far side by side, zeros
 * for those to come, so that the first product is a running sum over slots j (which is also its cache):
 *
 *   s = Σ_{j ≤ p} embedding[x_j]·window[j]              window is L blocks of [E, F], one a slot
 *   h = ReLU(RMSNorm(s; norm0))
 *   for n = 1 … N−1:  h ← ReLU(RMSNorm(h·hidden_n; norm_n))
 *
 * Both:  logits = h·unembedding,  value = h·value.weight + value.bias  (where the spec has a value head).
 *
 *   flat vector, transformer                             flat vector, MLP
 *   ┌ embedding        [V, D]                            ┌ embedding        [V, E]
 *   │ positions        [L, D]                            │ window           [L, E, F]
 *   │ block0.norm1     [D]      ┐                        │ norm0            [F]
 *   │ block0.qkv       [D, 3D]  │                        │ hidden1          [F, F]   ┐ for n = 1 … N−1
 *   │ block0.output    [D, D]   │ for each block         │ norm1            [F]      ┘
 *   │ block0.norm2     [D]      │                        │ unembedding      [F, V]
 *   │ block0.up        [D, F]   │                        │ value.weight     [F, 1]   ┐ with a value head
 *   │ block0.down      [F, D]   ┘                        └ value.bias       [1]      ┘
 *   │ norm             [D]
 *   │ unembedding      [D, V]
 *   │ value.weight     [D, 1]   ┐ with a value head
 *   └ value.bias       [1]      ┘
 *
 * Tensors follow one another without gaps, in this order. Row L−1 of `positions` and slot L−1 of `window`
 * belong to a token after which nothing is predicted; engines may compute them or not.
 */
import type { PolicySpec } from './spec.ts';

/** Added to the mean square in every RMSNorm. */
export const NORM_EPSILON = 1e-5;

export interface TensorLayout {
  readonly name: string;
  readonly shape: readonly number[];
  /** Index of the first element in the flat vector. */
  readonly offset: number;
  readonly size: number;
  /** Initial elements are normal with this mean and standard deviation; deviation 0 = constant. */
  readonly mean: number;
  readonly deviation: number;
}

export interface Layout {
  /** Length of the flat vector. */
  readonly total: number;
  readonly tensors: readonly TensorLayout[];
}

type Entry = Pick<TensorLayout, 'name' | 'shape' | 'mean' | 'deviation'>;

/** Spread of embeddings: small, so that a few hundred Adam steps can overwrite it. */
const EMBEDDING_DEVIATION = 0.1;
/** Spread of the unembedding, in units of 1/√fan-in: the first policy is nearly uniform. */
const UNEMBEDDING_SCALE = 0.1;

/** Embedding size of the MLP. */
export function mlpEmbedding(spec: PolicySpec): number {
  return Math.max(4, Math.floor(spec.width / 4));
}

/** Size of the state that the unembedding reads. */
export function stateSize(spec: PolicySpec): number {
  return spec.architecture === 'transformer' ? spec.width : spec.width * spec.mlpRatio;
}

/** The layout of a policy's flat vector. Throws a RangeError where the heads do not divide the width. */
export function layoutOf(spec: PolicySpec): Layout {
  const entries = [...(spec.architecture === 'transformer' ? transformer(spec) : mlp(spec)), ...heads(spec)];
  const tensors: TensorLayout[] = [];
  let total = 0;
  for (const entry of entries) {
    const size = entry.shape.reduce((product, n) => product * n, 1);
    tensors.push({ ...entry, offset: total, size });
    total += size;
  }
  return { total, tensors };
}

function transformer(spec: PolicySpec): Entry[] {
  const { vocabulary, maxLength, width, layers, mlpRatio } = spec;
  if (width % spec.heads !== 0) {
    throw new RangeError(`policy.heads (${spec.heads}) must divide policy.width (${width})`);
  }
  // Each block adds to the residual stream twice; the sum should stay of the size of one addition.
  const residual = 1 / Math.sqrt(2 * layers);
  const entries = [
    gaussian('embedding', [vocabulary, width], EMBEDDING_DEVIATION),
    gaussian('positions', [maxLength, width], EMBEDDING_DEVIATION),
  ];
  for (let n = 0; n < layers; n++) {
    entries.push(
      gain(`block${n}.norm1`, width),
      matrix(`block${n}.qkv`, width, 3 * width),
      matrix(`block${n}.output`, width, width, residual),
      gain(`block${n}.norm2`, width),
      matrix(`block${n}.up`, width, width * mlpRatio),
      matrix(`block${n}.down`, width * mlpRatio, width, residual),
    );
  }
  entries.push(gain('norm', width));
  return entries;
}

function mlp(spec: PolicySpec): Entry[] {
  const embedding = mlpEmbedding(spec);
  const hidden = stateSize(spec);
  const entries = [
    gaussian('embedding', [spec.vocabulary, embedding], 1),
    gaussian('window', [spec.maxLength, embedding, hidden], 1 / Math.sqrt(spec.maxLength * embedding)),
    gain('norm0', hidden),
  ];
  for (let n = 1; n < spec.layers; n++) {
    entries.push(matrix(`hidden${n}`, hidden, hidden), gain(`norm${n}`, hidden));
  }
  return entries;
}

function heads(spec: PolicySpec): Entry[] {
  const state = stateSize(spec);
  const entries = [matrix('unembedding', state, spec.vocabulary, UNEMBEDDING_SCALE)];
  if (spec.valueHead) {
    entries.push(constant('value.weight', [state, 1], 0), constant('value.bias', [1], 0));
  }
  return entries;
}

function gaussian(name: string, shape: readonly number[], deviation: number): Entry {
  return { name, shape, mean: 0, deviation };
}

function constant(name: string, shape: readonly number[], mean: number): Entry {
  return { name, shape, mean, deviation: 0 };
}

function gain(name: string, size: number): Entry {
  return constant(name, [size], 1);
}

/** A matrix whose product keeps the spread of its input, times `scale`. */
function matrix(name: string, rows: number, columns: number, scale = 1): Entry {
  return gaussian(name, [rows, columns], scale / Math.sqrt(rows));
}
