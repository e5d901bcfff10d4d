/** Policies, weights, batches and gradient rows of the conformance suite: all seeded, none random. */
import { below, normal, STREAM, uniform } from '../../../numerics/random.ts';
import type { Engine, GradientRows, TokenBatch } from '../../engine.ts';
import { layoutOf, type TensorLayout } from '../../layout.ts';
import type { PolicySpec } from '../../spec.ts';

export interface Tolerances {
  /** Absolute error of log-probabilities, entropies and values against float64. */
  readonly score: number;
  /** Error of a gradient's elements, as a share of the largest of their tensor. */
  readonly gradient: number;
  /**
   * Absolute error of parameters after 20 Adam steps of 1e-2, given the same gradients; of moments, as a share of the
   * largest where that is over 1.
   */
  readonly adam: number;
}

/**
 * `short` covers every subject; `long` every shape, batch size and position as well; `core` leaves the table of shapes
 * out, for a slow backend of an engine that another backend takes through it.
 */
export type Extent = 'core' | 'short' | 'long';

export type Make = (spec: PolicySpec) => Promise<Engine>;

const base: PolicySpec = {
  architecture: 'transformer',
  vocabulary: 7,
  maxLength: 6,
  width: 8,
  layers: 2,
  heads: 2,
  mlpRatio: 2,
  valueHead: false,
};

export const SMALL = base;

/** The MLP on which every subject is tested that is tested on `SMALL`. */
export const SMALL_MLP: PolicySpec = {
  ...base,
  architecture: 'mlp',
  layers: 3,
  mlpRatio: 1,
  valueHead: true,
};

/** So small that every parameter can be moved in turn. */
export const TINY: PolicySpec = { ...base, vocabulary: 4, maxLength: 4, width: 4, mlpRatio: 1 };

/** The policies on which everything is compared. */
export const SPECS: Readonly<Record<string, PolicySpec>> = {
  'transformer of 2 layers and 2 heads': SMALL,
  'transformer of 1 layer and 1 head, with a value head': { ...base, layers: 1, heads: 1, valueHead: true },
  'transformer of 3 layers, 3 heads and width 12': { ...base, layers: 3, heads: 3, width: 12, mlpRatio: 1 },
  'transformer of odd sizes': {
    ...base,
    vocabulary: 5,
    maxLength: 9,
    width: 21,
    heads: 7,
    mlpRatio: 3,
    layers: 1,
  },
  'MLP of 1 layer': { ...base, architecture: 'mlp', layers: 1 },
  'MLP of 3 layers with a value head': SMALL_MLP,
};

/** Cheap noise in [−1, 1), one number for each of `count` places: an integer hash of place and seed. */
export function noise(count: number, seed: number): Float32Array {
  const values = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    let x = Math.imul(i + 1, 0x9e3779b1) ^ Math.imul(seed + 1, 0x85ebca77);
    x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
    x = Math.imul(x ^ (x >>> 12), 0x297a2d39);
    values[i] = (x ^ (x >>> 15)) / 0x80000000;
  }
  return values;
}

/** Weights far from the initial ones, so that gains, values and every logit matter at any size. */
export function weights(spec: PolicySpec, seed = 1): Float32Array {
  const { total, tensors } = layoutOf(spec);
  const parameters = noise(total, seed);
  for (const tensor of tensors) {
    const spread = spreadOf(tensor);
    for (let i = tensor.offset; i < tensor.offset + tensor.size; i++) {
      parameters[i] = tensor.mean + spread * parameters[i]!;
    }
  }
  return parameters;
}

/** Half the range of a tensor's elements. The unembedding begins so small that all logits would be alike. */
function spreadOf({ name, shape, deviation }: TensorLayout): number {
  if (name === 'unembedding') return 2 / Math.sqrt(shape[0]!);
  return deviation === 0 ? 0.2 : 2 * deviation;
}

/** Rows of random tokens whose lengths run down from `length` to 2 and begin anew. */
export function batchOf(spec: PolicySpec, rows: number, seed = 1, length = spec.maxLength): TokenBatch {
  const lengths = Int32Array.from({ length: rows }, (_, r) => length - (r % (length - 1)));
  return filled(spec, length, lengths, seed);
}

/** Random tokens in rows of these lengths. */
export function filled(spec: PolicySpec, length: number, lengths: Int32Array, seed = 1): TokenBatch {
  const tokens = Int32Array.from({ length: lengths.length * length }, (_, i) =>
    // Padding holds nonsense, which engines must ignore.
    i % length < lengths[Math.floor(i / length)]! ? below(spec.vocabulary, seed, STREAM.test, 2, i) : -9,
  );
  return { rows: lengths.length, length, tokens, lengths };
}

/** The first rows of a batch. */
export function firstRows(batch: TokenBatch, rows: number): TokenBatch {
  return {
    ...batch,
    rows,
    tokens: batch.tokens.subarray(0, rows * batch.length),
    lengths: batch.lengths.subarray(0, rows),
  };
}

/** Gradient rows on everything that the spec has; NaN where nothing may be read. */
export function gradientRows(
  spec: PolicySpec,
  batch: TokenBatch,
  temperature: number,
  seed = 1,
): GradientRows {
  const { vocabulary } = spec;
  const draw = (which: number, perToken: number): Float32Array =>
    Float32Array.from({ length: batch.rows * batch.length * perToken }, (_, i) => {
      const index = Math.floor(i / perToken);
      const t = index % batch.length;
      const real = t > 0 && t < batch.lengths[Math.floor(index / batch.length)]!;
      return real ? normal(seed, STREAM.test, which, i) : NaN;
    });
  return {
    temperature,
    logprobs: draw(3, 1),
    logits: draw(4, vocabulary).map((value) => value / vocabulary),
    ...(spec.valueHead && { values: draw(5, 1) }),
  };
}

export function tokensOf(batch: TokenBatch, row: number): Int32Array {
  return batch.tokens.slice(row * batch.length, row * batch.length + batch.lengths[row]!);
}

/** The number in [0, 1) by which a row's token is drawn, whatever other rows there are. */
export function uniformOf(row: number, position: number): number {
  return uniform(1, STREAM.test, 6, row, position);
}

export function uniforms(rows: number, position: number): Float64Array {
  return Float64Array.from({ length: rows }, (_, r) => uniformOf(r, position));
}

export async function engineWith(make: Make, spec: PolicySpec, parameters = weights(spec)): Promise<Engine> {
  const engine = await make(spec);
  await engine.load('theta', parameters);
  return engine;
}

/** The gradient of one batch; leaves the accumulator empty and the optimiser one step further. */
export async function gradientOf(
  engine: Engine,
  batch: TokenBatch,
  rows: GradientRows,
): Promise<Float32Array> {
  await engine.accumulate(batch, rows);
  const gradient = await engine.readGradient();
  await engine.step({ learningRate: 0, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, gradientClip: 0 });
  return gradient;
}
