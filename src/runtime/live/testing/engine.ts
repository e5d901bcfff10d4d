/**
 * An engine for tests of drivers: every token is equally likely whatever the parameters are, and every step adds
 * 1 to the first parameter. It costs next to nothing and obeys `policy/engine.ts` in all that drivers rely on.
 */
import { log } from '../../../numerics/elementary.ts';
import type {
  Engine,
  EngineDescriptor,
  Generation,
  GenerationRequest,
  GenerationStep,
  GradientRows,
  OptimiserState,
  ScoreRequest,
  Scores,
  Slot,
  StepReport,
  TokenBatch,
} from '../../../policy/engine.ts';
import { layoutOf } from '../../../policy/layout.ts';
import type { PolicySpec } from '../../../policy/spec.ts';
import { delay } from '../../memory/index.ts';
import type { OpenEngine } from '../threadEngine.ts';

/**
 * It plays a GPU that can be lost, and does without where that is asked for.
 * @param tokenMs milliseconds that a token takes · @param stepMs milliseconds that an optimiser step takes
 */
export function openTestEngine(tokenMs: number, stepMs: number): OpenEngine {
  return async (_, spec, withoutGpu) => {
    const engine = new TestEngine(spec, tokenMs, stepMs, withoutGpu === true ? 'test' : 'webgpu');
    const reason = 'A stand-in, for tests.';
    if (withoutGpu === true) return { engine, reason, onLost: () => undefined };
    let lose = (_message: string): void => undefined;
    return {
      engine,
      reason,
      onLost: (listener) => void (lose = listener),
      destroyDevice: () => lose('The GPU device was lost'),
    };
  };
}

class TestEngine implements Engine {
  readonly descriptor: EngineDescriptor;
  readonly spec: PolicySpec;
  readonly parameters: number;
  readonly #tokenMs: number;
  readonly #stepMs: number;
  readonly #slots = new Map<Slot, Float32Array>();
  /** Whether the gradient has a number in it that is none. */
  #spoilt = false;
  #steps = 0;

  constructor(spec: PolicySpec, tokenMs: number, stepMs: number, backend: string) {
    this.descriptor = { engine: 'tfjs', backend, adapter: 'none', software: true };
    this.spec = spec;
    this.parameters = layoutOf(spec).total;
    this.#tokenMs = tokenMs;
    this.#stepMs = stepMs;
  }

  async load(slot: Slot, parameters: Float32Array): Promise<void> {
    this.#slots.set(slot, Float32Array.from(parameters));
  }

  async read(slot: Slot): Promise<Float32Array> {
    return Float32Array.from(this.#slots.get(slot)!);
  }

  async copy(from: Slot, to: Slot): Promise<void> {
    this.#slots.set(to, await this.read(from));
  }

  async blend(to: Slot, keep: number, from: Slot, add: number): Promise<void> {
    const source = this.#slots.get(from)!;
    this.#slots.set(
      to,
      this.#slots.get(to)!.map((value, i) => keep * value + add * source[i]!),
    );
  }

  drop(slot: Slot): void {
    this.#slots.delete(slot);
  }

  async generate(request: GenerationRequest): Promise<Generation> {
    return new TestGeneration(request, this.spec.vocabulary, this.#tokenMs);
  }

  async score(
    _: Slot,
    { rows, length, lengths }: TokenBatch,
    { distributions }: ScoreRequest,
  ): Promise<Scores> {
    const { vocabulary } = this.spec;
    const logprobs = new Float32Array(rows * length);
    for (let r = 0; r < rows; r++) {
      logprobs.fill(-log(vocabulary), r * length + 1, r * length + lengths[r]!);
    }
    return {
      logprobs,
      entropy: logprobs.map((value) => -value),
      ...(distributions && {
        distributions: Float32Array.from({ length: logprobs.length * vocabulary }, (_value, n) => {
          return logprobs[Math.floor(n / vocabulary)]!;
        }),
      }),
    };
  }

  async accumulate(_: TokenBatch, { logprobs }: GradientRows): Promise<void> {
    this.#spoilt ||= logprobs.some(Number.isNaN);
  }

  async readGradient(): Promise<Float32Array> {
    return new Float32Array(this.parameters);
  }

  async step(): Promise<StepReport> {
    if (this.#stepMs > 0) await delay(this.#stepMs);
    if (this.#spoilt) {
      this.#spoilt = false;
      return { gradientNorm: NaN, applied: false };
    }
    this.#steps++;
    this.#slots.get('theta')![0]! += 1;
    return { gradientNorm: 1, applied: true };
  }

  async readOptimiser(): Promise<OptimiserState> {
    return { steps: this.#steps, first: await this.readGradient(), second: await this.readGradient() };
  }

  async loadOptimiser({ steps }: OptimiserState): Promise<void> {
    this.#steps = steps;
  }

  memory(): { tensors: number; bytes: number } {
    return { tensors: this.#slots.size, bytes: 0 };
  }

  dispose(): void {
    this.#slots.clear();
  }
}

class TestGeneration implements Generation {
  readonly #request: GenerationRequest;
  readonly #vocabulary: number;
  readonly #tokenMs: number;
  position: number;

  constructor(request: GenerationRequest, vocabulary: number, tokenMs: number) {
    this.#request = request;
    this.#vocabulary = vocabulary;
    this.#tokenMs = tokenMs;
    this.position = Math.min(...request.prompts.lengths);
  }

  async advance(uniforms: ArrayLike<number>): Promise<GenerationStep> {
    if (this.#tokenMs > 0) await delay(this.#tokenMs);
    const { rows, length, tokens, lengths } = this.#request.prompts;
    const at = this.position++;
    const own = (r: number): boolean => at >= lengths[r]!;
    return {
      tokens: Int32Array.from({ length: rows }, (_, r) =>
        own(r) ? Math.floor(uniforms[r]! * this.#vocabulary) : tokens[r * length + at]!,
      ),
      logprobs: Float32Array.from({ length: rows }, (_, r) => (own(r) ? -log(this.#vocabulary) : 0)),
      generated: Uint8Array.from({ length: rows }, (_, r) => Number(own(r))),
    };
  }

  async swapWeights(): Promise<void> {}

  dispose(): void {}
}
