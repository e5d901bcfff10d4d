/** Engines and settings for the tests of this folder; batches and weights are the conformance suite's. */
import { STREAM, uniform } from '../../../numerics/random.ts';
import type { AdamSettings, Generation } from '../../engine.ts';
import type { PolicySpec } from '../../spec.ts';
import { batchOf, noise, weights } from '../conformance/cases.ts';
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

/** An engine with weights in θ. */
export async function engineOf(spec: PolicySpec, workspaceBytes?: number): Promise<WasmEngine> {
  const descriptor = { engine: 'wasm', backend: 'wasm', adapter: 'test', software: true } as const;
  const engine = new WasmEngine(spec, descriptor, await instantiate(), workspaceBytes);
  await engine.load('theta', weights(spec));
  return engine;
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
    const batch = batchOf(spec, 9, step, 11);
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
  const prompts = batchOf(spec, 6, 1, 2);
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
