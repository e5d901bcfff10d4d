/** Policies, weights and batches of the conformance suite, all seeded, and how numbers are compared. */
import { expect } from 'vitest';
import { below, normal, STREAM, uniform } from '../../../numerics/random.ts';
import type { Engine, GradientRows, TokenBatch } from '../../engine.ts';
import { initialParameters } from '../../initialise.ts';
import { layoutOf } from '../../layout.ts';
import type { PolicySpec } from '../../spec.ts';

export interface Tolerances {
  /** Absolute error of log-probabilities, entropies and values against float64. */
  readonly score: number;
  /** Error of a gradient's elements, as a share of the largest of their tensor. */
  readonly gradient: number;
  /** Absolute error of parameters after 20 Adam steps of 1e-2, given the same gradients. */
  readonly adam: number;
}

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

/** The policies on which everything is compared. */
export const SPECS: Readonly<Record<string, PolicySpec>> = {
  'transformer of 2 layers and 2 heads': base,
  'transformer of 1 layer and 1 head, with a value head': { ...base, layers: 1, heads: 1, valueHead: true },
  'transformer of 3 layers, 3 heads and width 12': { ...base, layers: 3, heads: 3, width: 12, mlpRatio: 1 },
  'transformer of odd sizes': {
    ...base,
    vocabulary: 5,
    maxLength: 9,
    width: 20,
    heads: 4,
    mlpRatio: 3,
    layers: 1,
  },
  'MLP of 1 layer': { ...base, architecture: 'mlp', layers: 1 },
  'MLP of 3 layers with a value head': {
    ...base,
    architecture: 'mlp',
    layers: 3,
    mlpRatio: 1,
    valueHead: true,
  },
};

export const SMALL = base;

/** So small that every parameter can be moved in turn. */
export const TINY: PolicySpec = { ...base, vocabulary: 4, maxLength: 4, width: 4, mlpRatio: 1 };

/** Weights far from the initial ones, so that gains, values and logits all matter. */
export function weights(spec: PolicySpec, seed = 1): Float32Array {
  return initialParameters(spec, seed).map((value, i) => value + 0.2 * normal(seed, STREAM.test, 1, i));
}

/** Rows of random tokens whose lengths run through all from the spec's `maxLength` downwards to 2. */
export function batchOf(spec: PolicySpec, rows: number, seed = 1): TokenBatch {
  const length = spec.maxLength;
  const lengths = Int32Array.from({ length: rows }, (_, r) => length - (r % (length - 1)));
  const tokens = Int32Array.from({ length: rows * length }, (_, i) =>
    // Padding holds nonsense, which engines must ignore.
    i % length < lengths[Math.floor(i / length)]! ? below(spec.vocabulary, seed, STREAM.test, 2, i) : -9,
  );
  return { rows, length, tokens, lengths };
}

/** Gradient rows on everything that the spec has; NaN where nothing may be read. */
export function gradientRows(
  spec: PolicySpec,
  batch: TokenBatch,
  temperature: number,
  seed = 1,
): GradientRows {
  const { vocabulary } = spec;
  const noise = (which: number, perToken: number): Float32Array =>
    Float32Array.from({ length: batch.rows * batch.length * perToken }, (_, i) => {
      const index = Math.floor(i / perToken);
      const t = index % batch.length;
      const real = t > 0 && t < batch.lengths[Math.floor(index / batch.length)]!;
      return real ? normal(seed, STREAM.test, which, i) : NaN;
    });
  return {
    temperature,
    logprobs: noise(3, 1),
    logits: noise(4, vocabulary).map((value) => value / vocabulary),
    ...(spec.valueHead && { values: noise(5, 1) }),
  };
}

export function tokensOf(batch: TokenBatch, row: number): Int32Array {
  return batch.tokens.slice(row * batch.length, row * batch.length + batch.lengths[row]!);
}

export function uniforms(rows: number, position: number, seed = 1): Float64Array {
  return Float64Array.from({ length: rows }, (_, r) => uniform(seed, STREAM.test, 6, r, position));
}

export async function engineWith(make: Make, spec: PolicySpec, parameters = weights(spec)): Promise<Engine> {
  const engine = await make(spec);
  await engine.load('theta', parameters);
  return engine;
}

/** Expects two arrays to agree to an absolute error, and says where they differ most. */
export function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  let worst = 0;
  let where = -1;
  for (let i = 0; i < actual.length; i++) {
    const error = Math.abs(actual[i]! - expected[i]!);
    if (!(error <= worst)) {
      worst = error;
      where = i;
    }
  }
  const message = where < 0 ? '' : `at ${where}: ${actual[where]} instead of ${expected[where]}`;
  expect(worst, message).toBeLessThanOrEqual(tolerance);
}

/** Expects two gradients to agree, tensor by tensor, relative to the tensor's largest element. */
export function expectGradient(
  spec: PolicySpec,
  actual: Float32Array,
  expected: ArrayLike<number>,
  tolerance: number,
): void {
  const whole = Float64Array.from(expected);
  const largest = whole.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
  for (const { name, offset, size } of layoutOf(spec).tensors) {
    const part = whole.subarray(offset, offset + size);
    const scale = Math.max(
      part.reduce((a, b) => Math.max(a, Math.abs(b)), 0),
      1e-3 * largest,
    );
    let worst = 0;
    for (let i = 0; i < size; i++) worst = Math.max(worst, Math.abs(actual[offset + i]! - part[i]!) / scale);
    expect(worst, name).toBeLessThanOrEqual(tolerance);
  }
}
