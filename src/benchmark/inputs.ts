/** The same parameters, tokens, gradient rows and random numbers for every contestant, wherever it runs. */
import type { AdamSettings, TokenBatch } from '../policy/engine.ts';
import { layoutOf } from '../policy/layout.ts';
import type { PolicySpec } from '../policy/spec.ts';
import type { GenerationCase, StepCase } from './cases.ts';

/** Too small to matter within a benchmark, whose loss has no minimum. */
export const LEARNING_RATE = 1e-5;

export const ADAM: AdamSettings = {
  learningRate: LEARNING_RATE,
  beta1: 0.9,
  beta2: 0.999,
  epsilon: 1e-8,
  gradientClip: 0,
};

/** Numbers in [0, 1), one for each of `count` places: an integer hash, as cheap as large policies need. */
export function noise(count: number, seed: number): Float64Array {
  const numbers = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    let x = Math.imul(i + 1, 0x9e3779b1) ^ Math.imul(seed + 1, 0x85ebca77);
    x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
    x = Math.imul(x ^ (x >>> 12), 0x297a2d39);
    numbers[i] = ((x ^ (x >>> 15)) >>> 0) / 0x100000000;
  }
  return numbers;
}

/** A parameter vector spread as the initial one is, with an unembedding that prefers some tokens. */
export function parametersOf(spec: PolicySpec): Float32Array {
  const { total, tensors } = layoutOf(spec);
  const parameters = new Float32Array(noise(total, 1));
  for (const { name, offset, size, mean, deviation } of tensors) {
    // A uniform number of this half-width has the deviation.
    const half = deviation * Math.sqrt(3) * (name === 'unembedding' ? 10 : 1);
    for (let i = offset; i < offset + size; i++) parameters[i] = mean + half * (2 * parameters[i]! - 1);
  }
  return parameters;
}

/** Sequences of positions + 1 random tokens. */
export function batchOf({ spec, rows, positions }: StepCase): TokenBatch {
  const length = positions + 1;
  const tokens = Int32Array.from(noise(rows * length, 2), (x) => Math.floor(x * spec.vocabulary));
  return { rows, length, tokens, lengths: new Int32Array(rows).fill(length) };
}

/** g in the loss Σ g·log π, rows × positions: as a policy gradient has it, averaged over all tokens. */
export function gradientsOf({ rows, positions }: StepCase): Float32Array {
  const count = rows * positions;
  return Float32Array.from(noise(count, 3), (x) => (2 * x - 1) / count);
}

/** Prompts, rows × promptLength; row r has prompt ⌊r · prompts / rows⌋. */
export function promptsOf({ spec, rows, prompts, promptLength }: GenerationCase): TokenBatch {
  const distinct = Int32Array.from(noise(prompts * promptLength, 4), (x) => Math.floor(x * spec.vocabulary));
  const tokens = new Int32Array(rows * promptLength);
  for (let r = 0; r < rows; r++) {
    const from = Math.floor((r * prompts) / rows) * promptLength;
    tokens.set(distinct.subarray(from, from + promptLength), r * promptLength);
  }
  return { rows, length: promptLength, tokens, lengths: new Int32Array(rows).fill(promptLength) };
}

/** The uniform numbers that token `t` of all responses is drawn by. */
export function uniformsOf({ rows }: GenerationCase, t: number): Float64Array {
  return noise(rows, 5 + t);
}
