/**
 * Generation token by token. The cache holds all positions but the last; every `advance` feeds the last token of all
 * rows and samples the next one. Its log-probabilities have the bits that `score` finds for the same tokens and
 * parameters, where nothing is truncated and no weights were swapped under the cache.
 */
import type { Generation, GenerationRequest, GenerationStep } from '../../engine.ts';
import { type Draw, Sampler, scoringTemperature } from '../../sampling.ts';
import type { PolicySpec } from '../../spec.ts';
import type { Arena } from './arena.ts';
import { Lanes } from './lanes.ts';
import type { Kernels } from './module.ts';
import type { Cache, Network } from './network.ts';
import type { Slots, Vector } from './slots.ts';

/** Addresses of what `drawTokens` reads and writes for each row, and of the tables for each lane. */
interface Draws {
  readonly base: number;
  readonly uniforms: number;
  readonly forced: number;
  readonly lanes: number;
  readonly tokens: number;
  readonly logprobs: number;
  readonly tables: number;
}

export class WasmGeneration implements Generation {
  private readonly kernels: Kernels;
  private readonly spec: PolicySpec;
  private readonly network: Network;
  private readonly arena: Arena;
  private readonly slots: Slots;
  private readonly request: GenerationRequest;
  private readonly rows: number;
  /** Tokens so far, rows × maxLength. */
  private readonly tokens: Int32Array;
  private readonly promptLengths: Int32Array;
  private readonly lanes: Lanes;
  private readonly cache: Cache;
  private readonly draws: Draws;
  /** For truncated sampling only. */
  private readonly sampler: Sampler | undefined;
  private parameters: Vector;
  private filled: number;
  private disposed = false;

  constructor(
    kernels: Kernels,
    spec: PolicySpec,
    network: Network,
    arena: Arena,
    slots: Slots,
    request: GenerationRequest,
  ) {
    const { prompts, maxLength, topK, topP, temperature } = request;
    const { rows } = prompts;
    this.kernels = kernels;
    this.spec = spec;
    this.network = network;
    this.arena = arena;
    this.slots = slots;
    this.request = request;
    this.rows = rows;
    this.promptLengths = prompts.lengths.slice(0, rows);
    this.filled = this.promptLengths.reduce((a, b) => Math.min(a, b), maxLength);
    if (this.filled < 1) throw new RangeError('a prompt needs at least one token');
    this.tokens = new Int32Array(rows * maxLength);
    for (let r = 0; r < rows; r++) {
      const start = r * prompts.length;
      const prompt = prompts.tokens.subarray(start, start + Math.min(prompts.lengths[r]!, maxLength));
      this.tokens.set(prompt, r * maxLength);
    }
    const truncated = (topK > 0 && topK < spec.vocabulary) || (topP > 0 && topP < 1);
    this.sampler = truncated && temperature !== 0 ? new Sampler(spec.vocabulary) : undefined;
    this.lanes = new Lanes(rows, spec.vocabulary);
    this.parameters = slots.retain(slots.get(request.slot));
    this.cache = network.open(rows, maxLength);
    this.draws = arena.carve({
      uniforms: rows * 8,
      forced: rows * 4,
      lanes: rows * 4,
      tokens: rows * 4,
      logprobs: rows * 4,
      tables: rows * kernels.tableBytes(spec.vocabulary),
    });
    this.prefill();
  }

  get position(): number {
    return this.filled;
  }

  async advance(uniforms: ArrayLike<number>, forced?: Int32Array): Promise<GenerationStep> {
    const { rows, tokens, promptLengths } = this;
    const { maxLength } = this.request;
    this.refuseIfDisposed();
    if (this.filled >= maxLength) throw new RangeError(`all ${maxLength} positions are filled`);
    const position = this.filled;
    this.feed(position - 1, true);
    const wanted = new Int32Array(rows).fill(-1);
    const generated = new Uint8Array(rows);
    for (let r = 0; r < rows; r++) {
      const inPrompt = position < promptLengths[r]!;
      wanted[r] = inPrompt ? tokens[r * maxLength + position]! : (forced?.[r] ?? -1);
      generated[r] = inPrompt ? 0 : 1;
    }
    const step =
      this.sampler === undefined
        ? this.draw(uniforms, wanted)
        : this.drawTruncated(this.sampler, uniforms, wanted);
    for (let r = 0; r < rows; r++) {
      tokens[r * maxLength + position] = step.tokens[r]!;
      if (generated[r] === 0) step.logprobs[r] = 0;
    }
    this.filled++;
    return { ...step, generated };
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
    this.arena.release(this.draws.base);
    this.slots.release(this.parameters);
  }

  /** Fills the cache anew, from all tokens but the last. */
  private prefill(): void {
    for (let position = 0; position < this.filled - 1; position++) this.feed(position, false);
  }

  private feed(position: number, logitsWanted: boolean): void {
    const { network, cache, lanes } = this;
    if (position === 0) lanes.restart();
    const { i32 } = this.arena;
    const at = cache.tokens / 4;
    lanes.go(
      this.tokens,
      position,
      this.request.maxLength,
      (lane, heir) => {
        if (position > 0) network.split(cache, lane, heir);
      },
      (lane, token) => {
        i32[at + lane] = token;
      },
    );
    network.next(this.parameters, cache, lanes.count, position, logitsWanted);
  }

  private draw(
    uniforms: ArrayLike<number>,
    wanted: Int32Array,
  ): { tokens: Int32Array; logprobs: Float32Array } {
    const { kernels, network, cache, draws, rows, lanes } = this;
    const { vocabulary } = this.spec;
    const { temperature } = this.request;
    const { f32, f64, i32 } = this.arena;
    for (let r = 0; r < rows; r++) f64[draws.uniforms / 8 + r] = uniforms[r]!;
    i32.set(wanted, draws.forced / 4);
    i32.set(lanes.of, draws.lanes / 4);
    kernels.tabulate(
      lanes.count,
      cache.logits,
      network.logitStride,
      vocabulary,
      scoringTemperature(temperature),
      draws.tables,
    );
    kernels.drawTokens(
      rows,
      draws.lanes,
      draws.tables,
      vocabulary,
      temperature === 0,
      draws.uniforms,
      draws.forced,
      draws.tokens,
      draws.logprobs,
    );
    return {
      tokens: i32.slice(draws.tokens / 4, draws.tokens / 4 + rows),
      logprobs: f32.slice(draws.logprobs / 4, draws.logprobs / 4 + rows),
    };
  }

  private drawTruncated(
    sampler: Sampler,
    uniforms: ArrayLike<number>,
    wanted: Int32Array,
  ): { tokens: Int32Array; logprobs: Float32Array } {
    const { cache, rows, lanes } = this;
    const { f32 } = this.arena;
    const step = { tokens: new Int32Array(rows), logprobs: new Float32Array(rows) };
    const draw: Draw = { token: 0, logprob: 0 };
    for (let r = 0; r < rows; r++) {
      const logits = (cache.logits + lanes.of[r]! * this.network.logitStride) / 4;
      sampler.draw(f32, logits, this.request, uniforms[r]!, wanted[r]!, draw);
      step.tokens[r] = draw.token;
      step.logprobs[r] = draw.logprob;
    }
    return step;
  }

  private refuseIfDisposed(): void {
    if (this.disposed) throw new Error('this generation has been disposed');
  }
}
