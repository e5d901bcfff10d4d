/**
 * Estimators of KL(π_θ‖ref) from one sampled token (sheet §34), with their derivatives by ℓθ. With x = ℓθ − ℓref:
 *
 *   k1 = x        k2 = ½x²        k3 = e^−x − 1 + x        straight through = the value of k1 or k3 with the gradient of k2
 *
 * As a loss, k1 has a gradient of mean 0, k2 that of KL(π_θ‖ref), k3 that of KL(ref‖π_θ). x is clamped as all log-ratios
 * are; beyond the clamp the derivative is 0. Some libraries also cut the estimate itself to ±10 (sheet §39); where that
 * binds the derivative is 0 too, but not that of the straight-through estimator, which is another's.
 */
import { expm1 } from '../../numerics/elementary.ts';
import type { LearningSettings } from './contract.ts';
import { beyondClamp, clampLogRatio } from './ratios.ts';

const VALUE_LIMIT = 10;

/** Which estimates are cut to ±10. */
export type KlClamp = LearningSettings['kl']['clamp'];

export type KlEstimator = 'k1' | 'k2' | 'k3' | 'k1-straight' | 'k3-straight';

export interface KlEstimate {
  readonly value: number;
  /** ∂value/∂ℓθ, or what stands for it. */
  readonly slope: number;
}

/** @param logRatio ℓθ − ℓref, unclamped */
export function klEstimate(logRatio: number, estimator: KlEstimator, clamp: KlClamp = 'none'): KlEstimate {
  const { value, slope } = unclampedEstimate(logRatio, estimator);
  const cut = clamp === 'all' || (clamp === 'k3' && (estimator === 'k3' || estimator === 'k3-straight'));
  if (!cut || Math.abs(value) <= VALUE_LIMIT) return { value, slope };
  return { value: Math.sign(value) * VALUE_LIMIT, slope: isStraight(estimator) ? slope : 0 };
}

/** Whether the gradient is not that of the value, by design. */
export function isStraight(estimator: KlEstimator): boolean {
  return estimator === 'k1-straight' || estimator === 'k3-straight';
}

function unclampedEstimate(logRatio: number, estimator: KlEstimator): KlEstimate {
  const x = clampLogRatio(logRatio);
  const inside = beyondClamp(logRatio) ? 0 : 1;
  switch (estimator) {
    case 'k1':
      return { value: x, slope: inside };
    case 'k2':
      return { value: (x * x) / 2, slope: inside * x };
    case 'k3':
      return { value: k3(x), slope: inside * -expm1(-x) };
    case 'k1-straight':
      return { value: x, slope: inside * x };
    case 'k3-straight':
      return { value: k3(x), slope: inside * x };
  }
}

function k3(x: number): number {
  return Math.max(0, expm1(-x) + x);
}
