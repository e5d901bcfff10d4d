/** Engines, batches and settings for the tests of this folder. */
import { below, STREAM, uniform } from '../../../numerics/random.ts';
import type { AdamSettings, Generation, TokenBatch } from '../../engine.ts';
import { layoutOf } from '../../layout.ts';
import type { PolicySpec } from '../../spec.ts';
import { WasmEngine } from './engine.ts';
import { instantiate } from './module.ts';

export const SPEC: PolicySpec = {
  architecture: 'transformer',
  vocabulary: 13,
  maxLength: 11,
  width: 32,
  layers: 2,
  heads: 2,
  mlpRatio: 4,
  valueHead: true,
};

export const ADAM: AdamSettings = {
  learningRate: 1e-2,
  beta1: 0.9,
  beta2: 0.999,
  epsilon: 1e-8,
  gradientClip: 1,
};

/** Weights far from the initial ones, so that every part of the policy matters: gains near 1, all else spread by fan-in. */
export function weights(spec: PolicySpec): Float32Array {
  const { total, tensors } = layoutOf(spec);
  const parameters = noise(total, 1);
  for (const { offset, size, mean, deviation } of tensors) {
    for (let i = offset; i < offset + size; i++) {
      parameters[i] = mean + Math.max(2 * deviation, 0.05) * parameters[i]!;
    }
  }
  return parameters;
}

/** An engine with weights in θ. */
export async function engineOf(spec: PolicySpec, workspaceBytes?: number): Promise<WasmEngine> {
  const descriptor = { engine: 'wasm', backend: 'wasm', adapter: 'test', software: true } as const;
  const engine = new WasmEngine(spec, descriptor, await instantiate(), workspaceBytes);
  await engine.load('theta', weights(spec));
  return engine;
}

/** Random tokens; lengths run down from `length` to 2 and begin anew. */
export function batchOf(spec: PolicySpec, rows: number, length: number, seed = 1): TokenBatch {
  return {
    rows,
    length,
    tokens: Int32Array.from({ length: rows * length }, (_, i) =>
      below(spec.vocabulary, seed, STREAM.test, 2, i),
    ),
    lengths: Int32Array.from({ length: rows }, (_, r) => length - (r % (length - 1))),
  };
}

/** Cheap noise in [−1, 1), one number for each of `count` places: an integer hash of place and seed. */
export function noise(count: number, seed: number): Float32Array {
  return Float32Array.from({ length: count }, (_, i) => {
    let x = Math.imul(i + 1, 0x9e3779b1) ^ Math.imul(seed + 1, 0x85ebca77);
    x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
    x = Math.imul(x ^ (x >>> 12), 0x297a2d39);
    return (x ^ (x >>> 15)) / 0x80000000;
  });
}

/** Runs a generation from one-token prompts to its end. Returns whole sequences and their log-probabilities. */
export async function finish(
  generation: Generation,
  rows: number,
  length: number,
  uniforms: (row: number, position: number) => number,
): Promise<{ tokens: Int32Array; logprobs: Float32Array }> {
  const tokens = new Int32Array(rows * length);
  const logprobs = new Float32Array(rows * length);
  while (generation.position < length) {
    const position = generation.position;
    const step = await generation.advance(
      Float64Array.from({ length: rows }, (_, r) => uniforms(r, position)),
    );
    for (let r = 0; r < rows; r++) {
      tokens[r * length + position] = step.tokens[r]!;
      logprobs[r * length + position] = step.logprobs[r]!;
    }
  }
  generation.dispose();
  return { tokens, logprobs };
}

/** FNV-1a over the bytes of all that 20 steps of training and a generation compute. */
export async function trajectory(spec: PolicySpec): Promise<string> {
  const engine = await engineOf(spec);
  await engine.load(
    'theta',
    noise(engine.parameters, 7).map((value) => 0.4 * value),
  );
  let hash = 0x811c9dc5;
  const take = (values: Float32Array | Int32Array): void => {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  };
  for (let step = 0; step < 20; step++) {
    const batch = batchOf(spec, 9, 11, step);
    const cells = batch.rows * batch.length;
    const everything = { temperature: 0.9, entropy: true, distributions: true, values: true };
    const scores = await engine.score('theta', batch, everything);
    for (const part of [scores.logprobs, scores.entropy!, scores.distributions!, scores.values!]) take(part);
    await engine.accumulate(batch, {
      temperature: 0.9,
      logprobs: noise(cells, step),
      logits: noise(cells * spec.vocabulary, step + 100),
      values: noise(cells, step + 200),
    });
    await engine.step(ADAM);
  }
  const prompts = batchOf(spec, 6, 2);
  const request = { slot: 'theta', prompts, maxLength: 11, temperature: 1.1, topK: 0, topP: 1 } as const;
  const { tokens, logprobs } = await finish(await engine.generate(request), 6, 11, (r, p) =>
    uniform(1, STREAM.test, 4, r, p),
  );
  take(tokens);
  take(logprobs);
  const { first, second } = await engine.readOptimiser();
  for (const part of [await engine.read('theta'), first, second]) take(part);
  engine.dispose();
  return hash.toString(16);
}
