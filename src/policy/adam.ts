/**
 * The scalars of one Adam step (Kingma & Ba 2015, algorithm 1), shared by all engines, which apply them to
 * their own vectors:
 *
 *   g ← s·g                     s shortens the gradient to the global norm `gradientClip`
 *   m ← β₁·m + (1−β₁)·g
 *   v ← β₂·v + (1−β₂)·g²
 *   θ ← θ − α·m / (√(v·c) + ε)   α = learningRate/(1−β₁ᵗ),  c = 1/(1−β₂ᵗ),  t counts from 1
 *
 * ε stands outside the root. A gradient whose norm is not finite is not applied.
 */
import type { AdamSettings } from './engine.ts';

export interface AdamScalars {
  /** s: 1, or gradientClip / norm where the norm exceeds a positive gradientClip. */
  readonly gradientScale: number;
  /** α */
  readonly stepSize: number;
  /** c */
  readonly secondCorrection: number;
}

/**
 * @param step number of this step, from 1
 * @param gradientNorm global norm of the gradient, finite
 */
export function adamScalars(settings: AdamSettings, step: number, gradientNorm: number): AdamScalars {
  const { learningRate, beta1, beta2, gradientClip } = settings;
  return {
    gradientScale: gradientClip > 0 && gradientNorm > gradientClip ? gradientClip / gradientNorm : 1,
    stepSize: learningRate / (1 - integerPower(beta1, step)),
    secondCorrection: 1 / (1 - integerPower(beta2, step)),
  };
}

/** base to the n, by squaring: multiplications only, hence the same bits everywhere. */
function integerPower(base: number, n: number): number {
  let result = 1;
  let square = base;
  for (let rest = n; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result *= square;
    square *= square;
  }
  return result;
}
