/** How far numbers are from what they should be. NaN anywhere is an infinite error. */
import { layoutOf } from '../layout.ts';
import type { PolicySpec } from '../spec.ts';

/** Parameters of a tensor this much smaller than the largest gradient of all are measured by that one instead. */
const SMALLEST_SCALE = 1e-3;

/** The largest absolute difference; infinite where the lengths differ. */
export function largestError(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  return actual.length === expected.length ? errorIn(actual, expected, 0, expected.length) : Infinity;
}

/** The largest error of a gradient's elements, each as a share of the largest element of its tensor. */
export function gradientError(
  spec: PolicySpec,
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
): number {
  if (actual.length !== expected.length) return Infinity;
  const floor = SMALLEST_SCALE * largestIn(expected, 0, expected.length);
  return layoutOf(spec).tensors.reduce((worst, { offset, size }) => {
    const scale = Math.max(largestIn(expected, offset, offset + size), floor);
    return Math.max(worst, errorIn(actual, expected, offset, offset + size) / scale);
  }, 0);
}

function errorIn(actual: ArrayLike<number>, expected: ArrayLike<number>, from: number, to: number): number {
  let worst = 0;
  for (let i = from; i < to; i++) {
    const error = Math.abs(actual[i]! - expected[i]!);
    if (Number.isNaN(error)) return Infinity;
    worst = Math.max(worst, error);
  }
  return worst;
}

function largestIn(values: ArrayLike<number>, from: number, to: number): number {
  let largest = 0;
  for (let i = from; i < to; i++) largest = Math.max(largest, Math.abs(values[i]!));
  return largest;
}
