/**
 * Statistics of ratios π_a/π_b over counted tokens. Log-ratios are clamped to ±20 whatever the objective does, so that
 * every statistic is finite and no square over- or underflows; within the clamp they are exact.
 *
 * Exponentials cost more than all the rest, so they are taken once: a set of `Ratios` is made of the log-ratios, and
 * every statistic takes that, with at least one token in it.
 */
import { exp } from '../../numerics/elementary.ts';
import { quantiles } from '../../numerics/quantiles.ts';
import { clampAlways } from '../objectives/ratios.ts';

/** Of the same tokens in the same order. */
export interface Ratios {
  /** log(π_a/π_b), clamped. */
  readonly logs: Float64Array;
  /** π_a/π_b. */
  readonly values: Float64Array;
}

/** The values at counted tokens, in order. */
export function counted<T extends Float64Array | Int32Array | Uint8Array>(values: T, mask: Uint8Array): T {
  let count = 0;
  for (let t = 0; t < mask.length; t++) if (mask[t] !== 0) count++;
  if (count === mask.length) return values.slice() as T;
  const kept = new (values.constructor as new (length: number) => T)(count);
  for (let t = 0, at = 0; t < mask.length; t++) if (mask[t] !== 0) kept[at++] = values[t]!;
  return kept;
}

/** Of the log-ratios of counted tokens alone. */
export function ratiosOf(logRatios: Float64Array): Ratios {
  const logs = new Float64Array(logRatios.length);
  const values = new Float64Array(logRatios.length);
  for (let t = 0; t < logRatios.length; t++) {
    logs[t] = clampAlways(logRatios[t]!);
    values[t] = exp(logs[t]!);
  }
  return { logs, values };
}

/** Mean log-ratio. Signed: it is minus k1 of KL(b‖a) where b has sampled. */
export function meanLogRatio({ logs }: Ratios): number {
  return mean(logs);
}

export function meanRatio({ values }: Ratios): number {
  return mean(values);
}

export function maxRatio({ values }: Ratios): number {
  let largest = -Infinity;
  for (let t = 0; t < values.length; t++) largest = Math.max(largest, values[t]!);
  return largest;
}

/** Quantiles of the ratios, for each q in [0, 1]; linear between order statistics. */
export function ratioQuantiles({ values }: Ratios, qs: readonly number[]): number[] {
  return quantiles(values, qs);
}

/** Effective sample size as a share of the tokens: (Σ r)² / (n Σ r²), in (0, 1]. */
export function effectiveSampleSize({ values }: Ratios): number {
  const centre = mean(values);
  return (centre * centre) / meanSquare(values);
}

/** Second moment of the log-ratio, mean(log² r): what M2PO holds below its budget. */
export function secondMoment({ logs }: Ratios): number {
  return meanSquare(logs);
}

/** χ² divergence of a from b, sampled from b: mean(r²) − 1. Its estimate may be negative. */
export function chiSquare({ values }: Ratios): number {
  return meanSquare(values) - 1;
}

/** KL(b‖a) on samples of b, first estimator: mean(−log r). Unbiased, may be negative. */
export function k1(ratios: Ratios): number {
  return 0 - meanLogRatio(ratios);
}

/** KL(b‖a) on samples of b, second estimator: mean(½ log² r). Biased, never negative. */
export function k2(ratios: Ratios): number {
  return secondMoment(ratios) / 2;
}

/** KL(b‖a) on samples of b, third estimator: mean(r − 1 − log r). Unbiased, never negative. */
export function k3({ logs, values }: Ratios): number {
  let sum = 0;
  for (let t = 0; t < logs.length; t++) sum += excess(logs[t]!, values[t]!);
  return sum / logs.length;
}

/** Below this, r − 1 − x loses more digits than the first five terms of its series leave out: 10⁻¹³ of it. */
const SMALL = 1 / 64;

/** r − 1 − x for r = e^x, to 12 digits and never below 0. */
function excess(x: number, r: number): number {
  if (Math.abs(x) > SMALL) return r - 1 - x;
  return x * x * (1 / 2 + x * (1 / 6 + x * (1 / 24 + x * (1 / 120 + x * (1 / 720 + x / 5040)))));
}

/** Apart from the mean of `numerics`, which takes any array: this one is called for every token of every update. */
function mean(values: Float64Array): number {
  let sum = 0;
  for (let t = 0; t < values.length; t++) sum += values[t]!;
  return sum / values.length;
}

function meanSquare(values: Float64Array): number {
  let sum = 0;
  for (let t = 0; t < values.length; t++) sum += values[t]! * values[t]!;
  return sum / values.length;
}
