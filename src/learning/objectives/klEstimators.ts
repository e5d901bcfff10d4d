/**
 * Estimators of KL(π_θ‖ref) from one sampled token (sheet §34), with their derivatives by ℓθ. With x = ℓθ − ℓref:
 *
 *   k1 = x        k2 = ½x²        k3 = e^−x − 1 + x        k3-straight = the value of k3 with the gradient of k2
 *
 * As a loss, k1 has a gradient of mean 0, k2 that of KL(π_θ‖ref), k3 that of KL(ref‖π_θ). x is clamped to ±20, where
 * the derivative is 0.
 */
import { expm1 } from '../../numerics/elementary.ts';
import { beyondClamp, clampLogRatio } from './ratios.ts';

export type KlEstimator = 'k1' | 'k2' | 'k3' | 'k3-straight';

export interface KlEstimate {
  readonly value: number;
  /** ∂value/∂ℓθ, or what stands for it. */
  readonly slope: number;
}

/** @param logRatio ℓθ − ℓref, unclamped */
export function klEstimate(logRatio: number, estimator: KlEstimator): KlEstimate {
  const x = clampLogRatio(logRatio);
  const inside = beyondClamp(logRatio) ? 0 : 1;
  switch (estimator) {
    case 'k1':
      return { value: x, slope: inside };
    case 'k2':
      return { value: (x * x) / 2, slope: inside * x };
    case 'k3':
      return { value: k3(x), slope: inside * -expm1(-x) };
    case 'k3-straight':
      return { value: k3(x), slope: inside * x };
  }
}

function k3(x: number): number {
  return Math.max(0, expm1(-x) + x);
}
