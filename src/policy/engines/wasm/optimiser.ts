/** Gradient accumulator, Adam's moments and the step of `policy/adam.ts`. Laid out as the parameters; made when first used. */
import { adamScalars } from '../../adam.ts';
import type { AdamSettings, OptimiserState, StepReport } from '../../engine.ts';
import type { Arena } from './arena.ts';
import type { Kernels } from './module.ts';
import type { ParameterMap } from './parameters.ts';

interface Vectors {
  readonly base: number;
  readonly gradient: number;
  readonly first: number;
  readonly second: number;
}

export class Optimiser {
  private readonly kernels: Kernels;
  private readonly arena: Arena;
  private readonly map: ParameterMap;
  private vectors: Vectors | undefined;
  private steps = 0;

  constructor(kernels: Kernels, arena: Arena, map: ParameterMap) {
    this.kernels = kernels;
    this.arena = arena;
    this.map = map;
  }

  /** Address of the gradient, for adding to it. */
  get gradient(): number {
    return this.made().gradient;
  }

  readGradient(): Float32Array {
    return this.map.gather(this.arena.f32, this.made().gradient / 4);
  }

  /**
   * One step; clears the accumulated gradient. Where its norm is not finite, nothing else changes.
   * @param own address of the parameters to change, asked for only where they change
   */
  step(settings: AdamSettings, own: () => number): StepReport {
    const { kernels, map } = this;
    const { gradient, first, second } = this.made();
    const gradientNorm = Math.sqrt(kernels.sumOfSquares(map.size, gradient));
    if (!Number.isFinite(gradientNorm)) {
      this.arena.f32.fill(0, gradient / 4, gradient / 4 + map.size);
      return { gradientNorm, applied: false };
    }
    this.steps++;
    const { gradientScale, stepSize, secondCorrection } = adamScalars(settings, this.steps, gradientNorm);
    const { beta1, beta2, epsilon } = settings;
    kernels.adam(
      map.size,
      own(),
      gradient,
      first,
      second,
      beta1,
      gradientScale * (1 - beta1),
      beta2,
      gradientScale,
      1 - beta2,
      stepSize,
      secondCorrection,
      epsilon,
    );
    return { gradientNorm, applied: true };
  }

  read(): OptimiserState {
    const { first, second } = this.made();
    const { f32 } = this.arena;
    return {
      steps: this.steps,
      first: this.map.gather(f32, first / 4),
      second: this.map.gather(f32, second / 4),
    };
  }

  load(state: OptimiserState): void {
    const { first, second } = this.made();
    const { f32 } = this.arena;
    this.steps = state.steps;
    this.map.scatter(state.first, f32, first / 4);
    this.map.scatter(state.second, f32, second / 4);
  }

  private made(): Vectors {
    const bytes = this.map.size * 4;
    this.vectors ??= this.arena.carve({ gradient: bytes, first: bytes, second: bytes });
    return this.vectors;
  }
}
