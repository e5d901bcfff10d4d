/** The exact verifier of tasks with one right answer. */
import type { Verdict } from './task.ts';

/**
 * Compares a response with the only right one, token by token. Tokens too many count as wrong positions, so
 * that the partial share is 1 exactly when the response is right.
 */
export function compare(target: Int32Array, response: ArrayLike<number>): Verdict {
  let right = 0;
  for (let i = 0; i < target.length; i++) {
    if (i < response.length && response[i] === target[i]) right++;
  }
  const positions = Math.max(target.length, response.length);
  return { exact: right === positions, partial: right / positions };
}
