/**
 * Adam with bias correction and global-norm clipping, in plain float64: the slow reference that the engines'
 * optimisers are compared with. With g the gradient, ‖g‖ its norm over all parameters, t the step from 1:
 *
 *   g ← g·clip/‖g‖                        only if ‖g‖ > clip > 0
 *   m ← β₁m + (1−β₁)g                     v ← β₂v + (1−β₂)g²
 *   θ ← θ − α · m/(1−β₁ᵗ) / (√(v/(1−β₂ᵗ)) + ε)
 *
 * ε stands outside the root. No weight decay. Source: arXiv:1412.6980.
 */

export interface AdamSettings {
  /** α */
  readonly learningRate: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  /** Global norm to which the gradient is shortened; 0 = never. */
  readonly gradientClip: number;
}

export interface AdamState {
  /** Steps done. */
  readonly steps: number;
  /** m, laid out as the parameters are. */
  readonly first: Float64Array;
  /** v */
  readonly second: Float64Array;
}

export interface AdamResult {
  readonly parameters: Float64Array;
  readonly state: AdamState;
  /** Norm of the gradient before clipping. */
  readonly gradientNorm: number;
  /** False when the gradient was not finite; parameters and state are then the given ones. */
  readonly applied: boolean;
}

export function initialAdamState(parameters: number): AdamState {
  return { steps: 0, first: new Float64Array(parameters), second: new Float64Array(parameters) };
}

export function globalNorm(gradient: Float64Array): number {
  let squares = 0;
  for (const g of gradient) squares += g * g;
  return Math.sqrt(squares);
}

/** One step. Nothing given is changed. */
export function adamStep(
  parameters: Float64Array,
  gradient: Float64Array,
  state: AdamState,
  settings: AdamSettings,
): AdamResult {
  const { learningRate, beta1, beta2, epsilon, gradientClip } = settings;
  const gradientNorm = globalNorm(gradient);
  if (!Number.isFinite(gradientNorm)) return { parameters, state, gradientNorm, applied: false };

  const scale = gradientClip > 0 && gradientNorm > gradientClip ? gradientClip / gradientNorm : 1;
  const steps = state.steps + 1;
  const firstCorrection = 1 - power(beta1, steps);
  const secondCorrection = 1 - power(beta2, steps);
  const first = state.first.map((m, i) => beta1 * m + (1 - beta1) * scale * gradient[i]!);
  const second = state.second.map(
    (v, i) => beta2 * v + (1 - beta2) * scale * gradient[i]! * scale * gradient[i]!,
  );
  const next = parameters.map((theta, i) => {
    const mean = first[i]! / firstCorrection;
    const deviation = Math.sqrt(second[i]! / secondCorrection);
    return theta - (learningRate * mean) / (deviation + epsilon);
  });
  return { parameters: next, state: { steps, first, second }, gradientNorm, applied: true };
}

/** base^exponent for a whole exponent ≥ 0, by squaring: only multiplications, so the same bits everywhere. */
function power(base: number, exponent: number): number {
  let result = 1;
  for (let factor = base, n = exponent; n > 0; n = Math.floor(n / 2), factor *= factor) {
    if (n % 2 === 1) result *= factor;
  }
  return result;
}
