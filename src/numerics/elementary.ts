/**
 * Elementary functions that give the same bits in every JavaScript engine. `Math.exp`, `log`, `pow`, `sin`, `cos`
 * and `tanh` differ between engines in the last bit, so nothing that decides weights, samples, coefficients, event
 * times or fingerprints may use them; these may be used anywhere. Only IEEE + − × /, floor and bit masks are used.
 * Special values (±0, ±∞, NaN, subnormals) follow `Math.*`. Doubles only: nothing here is vectorised.
 *
 * `exponential.ts` exp, expm1 · `logarithm.ts` log, log1p · `power.ts` pow · `trigonometry.ts` sin, cos
 */
import { exp, expm1 } from './exponential.ts';
import { log } from './logarithm.ts';

export { exp, expm1 } from './exponential.ts';
export { log, log1p } from './logarithm.ts';
export { pow } from './power.ts';
export { cos, sin } from './trigonometry.ts';

/** Hyperbolic tangent. Error under 3 ulp. */
export function tanh(x: number): number {
  const a = x < 0 ? -x : x;
  if (a < 1e-9) return x;
  if (a !== a) return NaN;
  let result: number;
  if (a < 1) {
    const t = expm1(-2 * a);
    result = -t / (t + 2);
  } else {
    result = a > 22 ? 1 : 1 - 2 / (expm1(2 * a) + 2);
  }
  return x < 0 ? -result : result;
}

/** 1 / (1 + e^(−x)), without overflow on either side. */
export function sigmoid(x: number): number {
  if (x >= 0) return 1 / (1 + exp(-x));
  const e = exp(x);
  return e / (1 + e);
}

/**
 * log Σ exp(values[i]) over from ≤ i < to, without overflow. −∞ for an empty range or where all values are −∞;
 * NaN as soon as one value is NaN.
 */
export function logSumExp(values: ArrayLike<number>, from = 0, to = values.length): number {
  let max = -Infinity;
  for (let i = from; i < to; i++) {
    const value = values[i]!;
    if (!(value <= max)) max = value;
    if (max !== max) return NaN;
  }
  if (max === Infinity || max === -Infinity) return max;
  let sum = 0;
  for (let i = from; i < to; i++) sum += exp(values[i]! - max);
  return max + log(sum);
}
