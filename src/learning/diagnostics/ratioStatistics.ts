/**
 * Statistics of log-ratios x = log(π_a/π_b) over counted tokens. Ratios are those of `ratios.ts`, clamped to
 * e^±20, so that every statistic is finite; within the clamp they are exact.
 *
 * Every function takes the counted log-ratios alone (`counted`) and at least one of them.
 */
import { expm1 } from '../../numerics/elementary.ts';
import { quantiles } from '../../numerics/quantiles.ts';
import { clampLogRatio, ratioOf } from '../objectives/ratios.ts';

/** The values at counted tokens, in order. */
export function counted<T extends Float64Array | Int32Array>(values: T, mask: Uint8Array): T {
  return values.filter((_, t) => mask[t] !== 0) as T;
}

function meanOf(values: Float64Array, f: (x: number) => number): number {
  let sum = 0;
  for (const x of values) sum += f(x);
  return sum / values.length;
}

/** Mean log-ratio, mean(x). Signed: it is minus k1 of KL(b‖a) where b has sampled. */
export function meanLogRatio(logRatios: Float64Array): number {
  return meanOf(logRatios, clampLogRatio);
}

/** Mean ratio, mean(e^x). */
export function meanRatio(logRatios: Float64Array): number {
  return meanOf(logRatios, ratioOf);
}

/** Largest ratio, max(e^x). */
export function maxRatio(logRatios: Float64Array): number {
  return ratioOf(logRatios.reduce((a, b) => Math.max(a, b), -Infinity));
}

/** Quantiles of the ratios e^x, for each q in [0, 1]; linear between order statistics. */
export function ratioQuantiles(logRatios: Float64Array, qs: readonly number[]): number[] {
  return quantiles(logRatios.map(ratioOf), qs);
}

/** Effective sample size as a share of the tokens: (Σ e^x)² / (n Σ e^2x), in (0, 1]. */
export function effectiveSampleSize(logRatios: Float64Array): number {
  // Relative to the largest ratio, so that no square under- or overflows.
  const largest = clampLogRatio(logRatios.reduce((a, b) => Math.max(a, b), -Infinity));
  let sum = 0;
  let squares = 0;
  for (const x of logRatios) {
    const ratio = ratioOf(x) / ratioOf(largest);
    sum += ratio;
    squares += ratio * ratio;
  }
  return (sum * sum) / (logRatios.length * squares);
}

/** Second moment of the log-ratio, mean(x²): what M2PO holds below its budget. */
export function secondMoment(logRatios: Float64Array): number {
  return meanOf(logRatios, (x) => clampLogRatio(x) * clampLogRatio(x));
}

/** χ² divergence of a from b, sampled from b: mean(e^2x) − 1. Its estimate may be negative. */
export function chiSquare(logRatios: Float64Array): number {
  return meanOf(logRatios, (x) => ratioOf(x) * ratioOf(x)) - 1;
}

/** KL(b‖a) on samples of b, first estimator: mean(−x). Unbiased, may be negative. */
export function k1(logRatios: Float64Array): number {
  return meanOf(logRatios, (x) => 0 - clampLogRatio(x));
}

/** KL(b‖a) on samples of b, second estimator: mean(½x²). Biased, never negative. */
export function k2(logRatios: Float64Array): number {
  return secondMoment(logRatios) / 2;
}

/** KL(b‖a) on samples of b, third estimator: mean(e^x − 1 − x). Unbiased, never negative. */
export function k3(logRatios: Float64Array): number {
  // expm1 keeps the digits that e^x − 1 loses near 0; what rounding still takes below 0 is 0.
  return meanOf(logRatios, (x) => Math.max(0, expm1(clampLogRatio(x)) - clampLogRatio(x)));
}
