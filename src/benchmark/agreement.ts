/** Whether two contestants computed the same thing: a benchmark of different computations says nothing. */
import type { Evidence } from './contestant.ts';

export interface Agreement {
  /** Largest difference between log-probabilities, in nats. */
  readonly logprobs?: number;
  /** ‖g − g′‖ / ‖g‖ of the gradients by all parameters. */
  readonly gradient?: number;
  /** Share of equal response tokens. */
  readonly tokens?: number;
}

/**
 * Sums in float32 in another order, or a less exact exponential, change the sixth or fifth digit of a log-probability. Of
 * the up to a million hidden units of a batch a few are then on the other side of their ReLU, each of which alone moves
 * the gradient by some 1e-3 of its length; a term forgotten moves it by 1e-1. A token differs where a uniform number
 * falls within such a change of the border between two tokens, and then the rest of its row.
 */
export const TOLERANCE = { logprobs: 1e-4, gradient: 1e-2, tokens: 0.98 } as const;

export function agreementOf(a: Evidence, b: Evidence): Agreement {
  return {
    ...(a.logprobs && b.logprobs && { logprobs: largestDifference(a.logprobs, b.logprobs) }),
    ...(a.gradient && b.gradient && { gradient: relativeDistance(a.gradient, b.gradient) }),
    ...(a.tokens && b.tokens && { tokens: shareOfEqual(a.tokens, b.tokens) }),
  };
}

/** NaN never agrees. */
export function agrees({ logprobs = 0, gradient = 0, tokens = 1 }: Agreement): boolean {
  return logprobs <= TOLERANCE.logprobs && gradient <= TOLERANCE.gradient && tokens >= TOLERANCE.tokens;
}

function largestDifference(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return Infinity;
  let largest = 0;
  for (let i = 0; i < a.length; i++) {
    const difference = Math.abs(a[i]! - b[i]!);
    if (!(difference <= largest)) largest = difference;
  }
  return largest;
}

function relativeDistance(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return Infinity;
  let distance = 0;
  let size = 0;
  for (let i = 0; i < a.length; i++) {
    distance += (a[i]! - b[i]!) * (a[i]! - b[i]!);
    size += a[i]! * a[i]!;
  }
  return Math.sqrt(distance / size);
}

function shareOfEqual(a: Int32Array, b: Int32Array): number {
  if (a.length !== b.length) return 0;
  let equal = 0;
  for (let i = 0; i < a.length; i++) if (a[i] === b[i]) equal++;
  return equal / a.length;
}
