/**
 * Generation token by token. The cache holds all positions but the last; every `advance` feeds the last token
 * of all rows and samples the next one on the CPU, from one row of logits each.
 */
import * as tf from '@tensorflow/tfjs-core';
import type { Generation, GenerationRequest, GenerationStep } from '../../engine.ts';
import { type Draw, Sampler } from '../../sampling.ts';
import type { PolicySpec } from '../../spec.ts';
import type { Inputs } from './encoding.ts';
import { outputColumns, outputsOf } from './heads.ts';
import type { Cache, Network } from './network.ts';
import type { Parameters } from './parameters.ts';

export class TfjsGeneration implements Generation {
  private readonly spec: PolicySpec;
  private readonly network: Network;
  private readonly request: GenerationRequest;
  /** The slot's present parameters, retained for the caller. */
  private readonly currentParameters: () => Parameters;
  private readonly sampler: Sampler;
  /** Tokens so far, rows × maxLength. */
  private readonly tokens: Int32Array;
  private readonly promptLengths: Int32Array;
  private parameters: Parameters;
  private cache: Cache = [];
  private filled: number;
  private disposed = false;

  constructor(
    spec: PolicySpec,
    network: Network,
    request: GenerationRequest,
    currentParameters: () => Parameters,
  ) {
    const { prompts, maxLength } = request;
    this.spec = spec;
    this.network = network;
    this.request = request;
    this.currentParameters = currentParameters;
    this.sampler = new Sampler(spec.vocabulary);
    if (prompts.rows < 1) throw new RangeError('a generation needs at least one prompt');
    this.promptLengths = prompts.lengths.slice(0, prompts.rows);
    this.filled = this.promptLengths.reduce((a, b) => Math.min(a, b), maxLength);
    if (this.filled < 1) throw new RangeError('a prompt needs at least one token');
    this.tokens = new Int32Array(prompts.rows * maxLength);
    for (let r = 0; r < prompts.rows; r++) {
      const prompt = prompts.tokens.subarray(r * prompts.length, r * prompts.length + prompts.lengths[r]!);
      this.tokens.set(prompt.subarray(0, maxLength), r * maxLength);
    }
    this.parameters = currentParameters();
    this.prefill();
  }

  get position(): number {
    return this.filled;
  }

  async advance(uniforms: ArrayLike<number>, forced?: Int32Array): Promise<GenerationStep> {
    const { request, tokens } = this;
    const { maxLength } = request;
    const rows = request.prompts.rows;
    if (this.disposed) throw new Error('this generation has been disposed');
    if (this.filled >= maxLength) throw new RangeError(`all ${maxLength} positions are filled`);
    const position = this.filled;
    const logits = await this.feed(this.inputs(position - 1, position));
    const columns = outputColumns(this.spec);
    const step = {
      tokens: new Int32Array(rows),
      logprobs: new Float32Array(rows),
      generated: new Uint8Array(rows),
    };
    const draw: Draw = { token: 0, logprob: 0 };
    for (let r = 0; r < rows; r++) {
      if (position < this.promptLengths[r]!) {
        step.tokens[r] = tokens[r * maxLength + position]!;
        continue;
      }
      this.sampler.draw(logits, r * columns, request, uniforms[r]!, forced?.[r] ?? -1, draw);
      step.tokens[r] = draw.token;
      step.logprobs[r] = draw.logprob;
      step.generated[r] = 1;
      tokens[r * maxLength + position] = draw.token;
    }
    this.filled++;
    return step;
  }

  async swapWeights(cache: 'keep' | 'recompute'): Promise<void> {
    this.parameters.release();
    this.parameters = this.currentParameters();
    if (cache === 'recompute') this.prefill();
  }

  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    tf.dispose([...this.cache]);
    this.parameters.release();
  }

  /** Fills the cache anew, from all tokens but the last, in one pass. */
  private prefill(): void {
    tf.dispose([...this.cache]);
    this.cache = [];
    if (this.filled === 1) return;
    this.cache = tf.tidy(
      () =>
        this.network.forward(this.parameters.tensors, this.inputs(0, this.filled - 1)).cache as tf.Tensor[],
    );
  }

  /** Feeds inputs after the cache, which grows by them. Returns the outputs. */
  private async feed(inputs: Inputs): Promise<ArrayLike<number>> {
    const { tensors } = this.parameters;
    const [outputs, ...cache] = tf.tidy(() => {
      const pass = this.network.forward(tensors, inputs, this.cache);
      return [outputsOf(this.spec, tensors, pass), ...pass.cache];
    }) as [tf.Tensor2D, ...tf.Tensor[]];
    tf.dispose([...this.cache]);
    this.cache = cache;
    const logits = await outputs.data();
    outputs.dispose();
    return logits;
  }

  /** Tokens at positions `from` … `to` − 1, position-major. */
  private inputs(from: number, to: number): Inputs {
    const rows = this.request.prompts.rows;
    const { maxLength } = this.request;
    const tokens = new Int32Array((to - from) * rows);
    for (let p = from; p < to; p++) {
      for (let r = 0; r < rows; r++) tokens[(p - from) * rows + r] = this.tokens[r * maxLength + p]!;
    }
    return { rows, from, positions: to - from, tokens };
  }
}
