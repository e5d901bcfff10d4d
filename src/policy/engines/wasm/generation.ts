/**
 * Generation token by token. The cache holds all positions but the last; every `advance` feeds the last token of all
 * rows and samples the next one. Its log-probabilities have the bits that `score` finds for the same tokens and
 * parameters, where nothing is truncated and no weights were swapped under the cache.
 */
import type { Generation, GenerationRequest, GenerationStep } from '../../engine.ts';
import { type Draw, Sampler } from '../../sampling.ts';
import type { PolicySpec } from '../../spec.ts';
import type { Arena } from './arena.ts';
import type { Cache, Network } from './network.ts';
import type { Slots, Vector } from './slots.ts';

export class WasmGeneration implements Generation {
  private readonly network: Network;
  private readonly arena: Arena;
  private readonly slots: Slots;
  private readonly request: GenerationRequest;
  private readonly sampler: Sampler;
  /** Tokens so far, rows × maxLength. */
  private readonly tokens: Int32Array;
  private readonly promptLengths: Int32Array;
  private readonly cache: Cache;
  private parameters: Vector;
  private filled: number;
  private disposed = false;

  constructor(spec: PolicySpec, network: Network, arena: Arena, slots: Slots, request: GenerationRequest) {
    const { prompts, maxLength } = request;
    this.network = network;
    this.arena = arena;
    this.slots = slots;
    this.request = request;
    this.sampler = new Sampler(spec.vocabulary);
    this.promptLengths = prompts.lengths.slice(0, prompts.rows);
    this.filled = this.promptLengths.reduce((a, b) => Math.min(a, b), maxLength);
    if (this.filled < 1) throw new RangeError('a prompt needs at least one token');
    this.tokens = new Int32Array(prompts.rows * maxLength);
    for (let r = 0; r < prompts.rows; r++) {
      const start = r * prompts.length;
      const prompt = prompts.tokens.subarray(start, start + Math.min(prompts.lengths[r]!, maxLength));
      this.tokens.set(prompt, r * maxLength);
    }
    this.parameters = slots.retain(slots.get(request.slot));
    this.cache = network.open(prompts.rows, maxLength);
    this.prefill();
  }

  get position(): number {
    return this.filled;
  }

  async advance(uniforms: ArrayLike<number>, forced?: Int32Array): Promise<GenerationStep> {
    const { request, tokens, cache } = this;
    const { maxLength } = request;
    const { rows } = cache;
    this.refuseIfDisposed();
    if (this.filled >= maxLength) throw new RangeError(`all ${maxLength} positions are filled`);
    const position = this.filled;
    this.feed(position - 1, true);
    const step = {
      tokens: new Int32Array(rows),
      logprobs: new Float32Array(rows),
      generated: new Uint8Array(rows),
    };
    const { f32 } = this.arena;
    const draw: Draw = { token: 0, logprob: 0 };
    for (let r = 0; r < rows; r++) {
      if (position < this.promptLengths[r]!) {
        step.tokens[r] = tokens[r * maxLength + position]!;
        continue;
      }
      const logits = (cache.logits + r * this.network.logitStride) / 4;
      this.sampler.draw(f32, logits, request, uniforms[r]!, forced?.[r] ?? -1, draw);
      step.tokens[r] = draw.token;
      step.logprobs[r] = draw.logprob;
      step.generated[r] = 1;
      tokens[r * maxLength + position] = draw.token;
    }
    this.filled++;
    return step;
  }

  async swapWeights(cache: 'keep' | 'recompute'): Promise<void> {
    this.refuseIfDisposed();
    const next = this.slots.retain(this.slots.get(this.request.slot));
    this.slots.release(this.parameters);
    this.parameters = next;
    if (cache === 'recompute') this.prefill();
  }

  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    this.arena.release(this.cache.base);
    this.slots.release(this.parameters);
  }

  /** Fills the cache anew, from all tokens but the last. */
  private prefill(): void {
    for (let position = 0; position < this.filled - 1; position++) this.feed(position, false);
  }

  private feed(position: number, logitsWanted: boolean): void {
    const { i32 } = this.arena;
    const { maxLength } = this.request;
    const { rows, tokens } = this.cache;
    for (let r = 0; r < rows; r++) i32[tokens / 4 + r] = this.tokens[r * maxLength + position]!;
    this.network.next(this.parameters, this.cache, position, logitsWanted);
  }

  private refuseIfDisposed(): void {
    if (this.disposed) throw new Error('this generation has been disposed');
  }
}
