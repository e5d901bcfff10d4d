/**
 * Mean, spread and Student's t interval of a few measurements, such as one number from each of three seeds.
 * The quantile of t is computed from its exact distribution for whole degrees of freedom; no table, no fit.
 */
import { cos, sin } from './elementary.ts';

export interface Interval {
  readonly n: number;
  readonly mean: number;
  /** Sample standard deviation (n − 1); NaN for fewer than two values. */
  readonly deviation: number;
  /** Ends of the confidence interval of the mean; NaN for fewer than two values. */
  readonly low: number;
  readonly high: number;
}

/** Arithmetic mean; NaN for no values. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}

/** Sample variance (n − 1), in two passes; NaN for fewer than two values. */
export function variance(values: ArrayLike<number>): number {
  if (values.length < 2) return NaN;
  const centre = mean(values);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i]! - centre) * (values[i]! - centre);
  return sum / (values.length - 1);
}

/** Mean with its two-sided t interval: it covers the true mean with the given confidence if values are normal. */
export function tInterval(values: ArrayLike<number>, confidence = 0.95): Interval {
  const n = values.length;
  const centre = mean(values);
  const deviation = Math.sqrt(variance(values));
  const half = n < 2 ? NaN : (tQuantile(n - 1, confidence) * deviation) / Math.sqrt(n);
  return { n, mean: centre, deviation, low: centre - half, high: centre + half };
}

/**
 * The t with P(|T| < t) = confidence for T of Student's distribution with `freedom` ≥ 1 whole degrees of freedom.
 * With t = √freedom·tan θ the probability is a finite sum in sin θ and cos θ (Abramowitz and Stegun 26.7.3–4);
 * θ is found by halving. Throws a RangeError for other degrees of freedom or a confidence outside [0, 1).
 */
export function tQuantile(freedom: number, confidence: number): number {
  if (!Number.isInteger(freedom) || freedom < 1) throw new RangeError(`${freedom} degrees of freedom`);
  if (!(confidence >= 0 && confidence < 1)) throw new RangeError(`a confidence of ${confidence}`);
  let low = 0;
  let high = Math.PI / 2;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (probabilityWithin(freedom, middle) < confidence) low = middle;
    else high = middle;
  }
  const angle = (low + high) / 2;
  return (Math.sqrt(freedom) * sin(angle)) / cos(angle);
}

function probabilityWithin(freedom: number, angle: number): number {
  const s = sin(angle);
  const c = cos(angle);
  const odd = freedom % 2 === 1;
  let term = odd ? c : 1;
  let sum = freedom === 1 ? 0 : term;
  for (let k = odd ? 3 : 2; k < freedom; k += 2) {
    term *= ((k - 1) / k) * c * c;
    sum += term;
  }
  return odd ? (2 / Math.PI) * (angle + s * sum) : s * sum;
}
