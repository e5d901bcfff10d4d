/**
 * The policies of `layout.ts` in plain float64 loops: slow, and meant to be compared by eye with that page.
 * Engines are tested against it. It computes states after each token of one sequence, and nothing else: no
 * gradients (tests take finite differences), no batches. It keeps no cache, but says what one that outlives a change
 * of weights leads to.
 */
import { exp } from '../numerics/elementary.ts';
import { layoutOf, mlpEmbedding, NORM_EPSILON, stateSize } from './layout.ts';
import type { PolicySpec } from './spec.ts';

export interface ReferenceOutput {
  /** Logits after each input token, tokens × vocabulary. */
  readonly logits: Float64Array[];
  /** Value after each input token; zeros without a value head. */
  readonly values: number[];
}

type Vector = Float64Array;

/** A tensor of the flat vector, read in float64. */
type Tensors = (name: string) => Vector;

/** Logits and values after each of `tokens`, at any precision of `parameters`. */
export function referenceForward(
  spec: PolicySpec,
  parameters: ArrayLike<number>,
  tokens: ArrayLike<number>,
): ReferenceOutput {
  return referenceSwapped(spec, () => parameters, tokens);
}

/**
 * The same where weights were swapped under a cache that was kept: position p is computed by `parametersAt(p)`, from
 * the keys, values and sums that earlier positions left, each by its own parameters.
 */
export function referenceSwapped(
  spec: PolicySpec,
  parametersAt: (position: number) => ArrayLike<number>,
  tokens: ArrayLike<number>,
): ReferenceOutput {
  const readers = new Map<ArrayLike<number>, Tensors>();
  const at = Array.from(tokens, (_, p) => {
    const parameters = parametersAt(p);
    const reader = readers.get(parameters) ?? readerOf(spec, parameters);
    readers.set(parameters, reader);
    return reader;
  });
  const states = spec.architecture === 'transformer' ? transformer(spec, at, tokens) : mlp(spec, at, tokens);
  const logits = states.map((state, p) => product(state, at[p]!('unembedding'), spec.vocabulary));
  const values = states.map((state, p) =>
    spec.valueHead ? product(state, at[p]!('value.weight'), 1)[0]! + at[p]!('value.bias')[0]! : 0,
  );
  return { logits, values };
}

function readerOf(spec: PolicySpec, parameters: ArrayLike<number>): Tensors {
  const flat = new Float64Array(parameters);
  const tensors = new Map(
    layoutOf(spec).tensors.map(({ name, offset, size }) => [name, flat.subarray(offset, offset + size)]),
  );
  return (name) => {
    const tensor = tensors.get(name);
    if (tensor === undefined) throw new Error(`no tensor "${name}"`);
    return tensor;
  };
}

/** @param at the tensors by which each position is computed */
function transformer(spec: PolicySpec, at: readonly Tensors[], tokens: ArrayLike<number>): Vector[] {
  const { width, heads } = spec;
  const size = width / heads;
  const stream = at.map((read, p) =>
    Float64Array.from(
      { length: width },
      (_, i) => read('embedding')[tokens[p]! * width + i]! + read('positions')[p * width + i]!,
    ),
  );
  for (let n = 0; n < spec.layers; n++) {
    const projected = stream.map((a, p) =>
      product(normalised(a, at[p]!(`block${n}.norm1`)), at[p]!(`block${n}.qkv`), 3 * width),
    );
    stream.forEach((a, p) => {
      const attended = new Float64Array(width);
      for (let h = 0; h < heads; h++) {
        const scores = new Float64Array(p + 1);
        for (let j = 0; j <= p; j++) {
          for (let i = h * size; i < (h + 1) * size; i++) {
            scores[j]! += (projected[p]![i]! * projected[j]![width + i]!) / Math.sqrt(size);
          }
        }
        const weights = softmax(scores);
        for (let j = 0; j <= p; j++) {
          for (let i = h * size; i < (h + 1) * size; i++) {
            attended[i]! += weights[j]! * projected[j]![2 * width + i]!;
          }
        }
      }
      addTo(a, product(attended, at[p]!(`block${n}.output`), width));
    });
    stream.forEach((a, p) => {
      const read = at[p]!;
      const up = product(normalised(a, read(`block${n}.norm2`)), read(`block${n}.up`), width * spec.mlpRatio);
      addTo(a, product(up.map(relu), read(`block${n}.down`), width));
    });
  }
  return stream.map((a, p) => normalised(a, at[p]!('norm')));
}

/** @param at the tensors by which each position is computed */
function mlp(spec: PolicySpec, at: readonly Tensors[], tokens: ArrayLike<number>): Vector[] {
  const size = mlpEmbedding(spec);
  const hidden = stateSize(spec);
  const sum = new Float64Array(hidden);
  return at.map((read, p) => {
    const embedding = read('embedding').subarray(tokens[p]! * size, (tokens[p]! + 1) * size);
    const block = read('window').subarray(p * size * hidden, (p + 1) * size * hidden);
    addTo(sum, product(embedding, block, hidden));
    let h = normalised(sum, read('norm0')).map(relu);
    for (let n = 1; n < spec.layers; n++) {
      h = normalised(product(h, read(`hidden${n}`), hidden), read(`norm${n}`)).map(relu);
    }
    return h;
  });
}

function product(x: Vector, matrix: Vector, columns: number): Vector {
  const out = new Float64Array(columns);
  for (let i = 0; i < x.length; i++) {
    for (let j = 0; j < columns; j++) out[j]! += x[i]! * matrix[i * columns + j]!;
  }
  return out;
}

function normalised(x: Vector, gain: Vector): Vector {
  const meanSquare = x.reduce((sum, value) => sum + value * value, 0) / x.length;
  return x.map((value, i) => (gain[i]! * value) / Math.sqrt(meanSquare + NORM_EPSILON));
}

function softmax(scores: Vector): Vector {
  const highest = scores.reduce((a, b) => Math.max(a, b));
  const weights = scores.map((score) => exp(score - highest));
  const sum = weights.reduce((a, b) => a + b);
  return weights.map((weight) => weight / sum);
}

function relu(x: number): number {
  return Math.max(x, 0);
}

function addTo(target: Vector, addend: Vector): void {
  for (let i = 0; i < target.length; i++) target[i]! += addend[i]!;
}
