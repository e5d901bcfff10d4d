/**
 * The one interface between the lab and whatever computes policies (design §3.4).
 *
 * An engine owns named parameter slots, one gradient accumulator and one optimiser state. It draws no random
 * numbers: the caller gives them, so that every engine samples the same tokens from the same uniforms. All
 * calls are asynchronous because a GPU engine can only be read asynchronously; calls on one engine must not
 * overlap. Arrays that an engine returns belong to the caller; arrays given to it are copied before the call
 * returns its promise's value and may be views of shared memory.
 *
 * Not its business: objectives, advantages, schedules, versions.
 */
import type { PolicySpec } from './spec.ts';

/** θ, the averaged policy, a frozen reference, a version of the past, a teacher, or a numbered snapshot. */
export type Slot = 'theta' | 'proximal' | 'reference' | 'past' | 'teacher' | `snapshot-${number}`;

/** Precision to which parameters are rounded before sampling with them. */
export type Precision = 'float32' | 'bfloat16' | 'float16';

export interface EngineDescriptor {
  readonly engine: 'tfjs' | 'webgpu' | 'wasm';
  /** The tfjs backend, or the engine's own name for what it runs on. */
  readonly backend: string;
  /** Adapter or instruction set, for the header, e.g. "SwiftShader (software)" or "SIMD, 1 thread". */
  readonly adapter: string;
  readonly software: boolean;
  /** Names the code that computes, where its bits matter: what other code computed is not taken for its own. */
  readonly code?: string;
}

/**
 * A batch of token sequences, left-aligned and padded to `length`: row r holds tokens
 * `tokens[r*length .. r*length + lengths[r])`; what follows is ignored.
 */
export interface TokenBatch {
  readonly rows: number;
  readonly length: number;
  readonly tokens: Int32Array;
  readonly lengths: Int32Array;
}

export interface ScoreRequest {
  readonly temperature: number;
  readonly entropy?: boolean;
  /** Full log-softmax of every position, for terms on whole distributions. */
  readonly distributions?: boolean;
  readonly values?: boolean;
}

/**
 * Scores of a batch. Index `r*length + t` speaks of token t of row r *given the tokens before it*; entry t = 0
 * is 0, as nothing precedes it; padding is 0. All at the requested temperature.
 */
export interface Scores {
  /** log π(token t | tokens < t), rows × length. */
  readonly logprobs: Float32Array;
  /** Entropy in nats of the distribution token t was drawn from, rows × length. */
  readonly entropy?: Float32Array;
  /** log π(· | tokens < t), rows × length × vocabulary. */
  readonly distributions?: Float32Array;
  /** V(tokens < t), rows × length. */
  readonly values?: Float32Array;
}

/**
 * What to backpropagate: the gradient of the scalar loss by each log-probability and, where given, by each
 * tempered logit z = logits/T and each value. Indexed as in `Scores`.
 */
export interface GradientRows {
  readonly temperature: number;
  readonly logprobs: Float32Array;
  readonly logits?: Float32Array;
  readonly values?: Float32Array;
}

export interface AdamSettings {
  readonly learningRate: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  /** Global norm to which the gradient is shortened; 0 = never. */
  readonly gradientClip: number;
}

export interface StepReport {
  /** Global norm of the accumulated gradient before clipping. NaN or ∞ means that no step was taken. */
  readonly gradientNorm: number;
  readonly applied: boolean;
}

/** Adam's state: first and second moments, laid out as the parameters are, and the count of steps. */
export interface OptimiserState {
  readonly steps: number;
  readonly first: Float32Array;
  readonly second: Float32Array;
}

export interface GenerationRequest {
  readonly slot: Slot;
  /** Prompts, possibly of different lengths. */
  readonly prompts: TokenBatch;
  /** Longest total sequence; at most the spec's `maxLength`. */
  readonly maxLength: number;
  /** 0 = greedy: the likeliest token, log-probabilities at temperature 1. */
  readonly temperature: number;
  /** 0 = all. */
  readonly topK: number;
  /** 1 = all. */
  readonly topP: number;
}

export interface GenerationStep {
  /** Next token of every row (a prompt token where the prompt is longer than the position). */
  readonly tokens: Int32Array;
  /** log-probability under the distribution actually sampled from (temperature, truncation renormalised). */
  readonly logprobs: Float32Array;
  /** 1 where the token was sampled or forced by the caller, 0 where it still belongs to the prompt. */
  readonly generated: Uint8Array;
}

/**
 * Generation in progress: a key/value cache and the tokens so far, all rows at the same position. The first
 * `advance` yields the token at position min(prompt lengths). The caller decides when a row has ended, when
 * to stop, and may stop at any token: a new generation whose prompts are the tokens so far resumes exactly.
 */
export interface Generation {
  /** Position that the next `advance` fills. */
  readonly position: number;
  /**
   * Appends one token to every row.
   * @param uniforms one number in [0, 1) per row, by inverse CDF over tokens in index order
   * @param forced token per row to append instead of sampling, −1 = sample
   */
  advance(uniforms: ArrayLike<number>, forced?: Int32Array): Promise<GenerationStep>;
  /** Goes on with the slot's present parameters: with the old cache, or with one recomputed from them. */
  swapWeights(cache: 'keep' | 'recompute'): Promise<void>;
  dispose(): void;
}

export interface EngineMemory {
  /** Live tensors, for engines that have them; else 0. */
  readonly tensors: number;
  readonly bytes: number;
}

export interface Engine {
  readonly descriptor: EngineDescriptor;
  readonly spec: PolicySpec;
  /** Number of parameters, and the length of every flat vector below. */
  readonly parameters: number;

  /** Fills a slot from a flat vector laid out by `policy/layout.ts`, rounded to `precision`. */
  load(slot: Slot, parameters: Float32Array, precision?: Precision): Promise<void>;
  read(slot: Slot): Promise<Float32Array>;
  copy(from: Slot, to: Slot): Promise<void>;
  /** to ← keep·to + add·from, for averaged policies (objectives.md §17). */
  blend(to: Slot, keep: number, from: Slot, add: number): Promise<void>;
  drop(slot: Slot): void;

  generate(request: GenerationRequest): Promise<Generation>;
  score(slot: Slot, batch: TokenBatch, request: ScoreRequest): Promise<Scores>;

  /** Adds to the gradient accumulator the gradient by θ of the loss that `rows` describe. */
  accumulate(batch: TokenBatch, rows: GradientRows): Promise<void>;
  /** The accumulated gradient; does not clear it. */
  readGradient(): Promise<Float32Array>;
  /** One Adam step on θ with the accumulated gradient, which is cleared. */
  step(settings: AdamSettings): Promise<StepReport>;
  readOptimiser(): Promise<OptimiserState>;
  loadOptimiser(state: OptimiserState): Promise<void>;

  memory(): EngineMemory;
  dispose(): void;
}

/** Makes an engine for a policy; one module per engine default-exports nothing but such a function. */
export type EngineFactory = (spec: PolicySpec, backend: string) => Promise<Engine>;
