/** How numbers are compared: with the place of the worst difference in the message. */
import { expect } from 'vitest';
import { layoutOf } from '../../layout.ts';
import type { PolicySpec } from '../../spec.ts';

/** Expects two arrays to agree to an absolute error, and says where they differ most. */
export function expectClose(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance: number,
  what = '',
): void {
  expect(actual.length, what).toBe(expected.length);
  let worst = 0;
  let where = -1;
  for (let i = 0; i < actual.length; i++) {
    // Equal infinities differ by NaN.
    const error = actual[i] === expected[i] ? 0 : Math.abs(actual[i]! - expected[i]!);
    if (!(error <= worst)) {
      worst = error;
      where = i;
    }
  }
  const place = where < 0 ? '' : ` at ${where}: ${actual[where]} instead of ${expected[where]}`;
  expect(worst, what + place).toBeLessThanOrEqual(tolerance);
}

/**
 * Expects two gradients to agree, tensor by tensor, relative to the tensor's largest element; where a whole tensor nearly
 * cancels, as the value's bias may, relative to a hundredth of the largest of all.
 */
export function expectGradient(
  spec: PolicySpec,
  actual: Float32Array,
  expected: ArrayLike<number>,
  tolerance: number,
  what = '',
): void {
  expect(actual.length).toBe(expected.length);
  const largest = largestOf(expected, 0, expected.length);
  for (const { name, offset, size } of layoutOf(spec).tensors) {
    const scale = Math.max(largestOf(expected, offset, offset + size), 1e-2 * largest);
    let worst = 0;
    for (let i = offset; i < offset + size; i++) {
      const error = Math.abs(actual[i]! - expected[i]!);
      // NaN counts as the worst.
      if (!(error <= worst)) worst = error;
    }
    expect(scale === 0 ? worst : worst / scale, `${what} ${name}`).toBeLessThanOrEqual(tolerance);
  }
}

function largestOf(values: ArrayLike<number>, from: number, to: number): number {
  let largest = 0;
  for (let i = from; i < to; i++) largest = Math.max(largest, Math.abs(values[i]!));
  return largest;
}
