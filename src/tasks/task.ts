/**
 * What a task is: a source of prompts, an exact verifier, and a readable rendering. One file a task.
 *
 * Tokens are small integers, indices into `vocabulary`. A prompt ends with the task's separator token, after
 * which the policy writes its response, ended by `endToken`. A task holds no state and no randomness of its
 * own: prompt `index` of a stream is a pure function of (seed, split, index).
 */

export interface Prompt {
  /** Prompt tokens, separator included. Length between 1 and `maxPromptLength`. */
  readonly tokens: Int32Array;
  /** A right response, end token included, of which there may be others: what the warm start teaches. */
  readonly target: Int32Array;
  /** From 0 (easiest) to 1 (hardest) within the task's settings. */
  readonly difficulty: number;
}

/** `train` and `heldOut` never share a prompt: membership is decided by a hash of the prompt. */
export type Split = 'train' | 'heldOut';

export interface Verdict {
  /** The response is right in all that the task judges, end token included. */
  readonly exact: boolean;
  /** Share of the judged positions that are right, in [0, 1]; 1 exactly when `exact`. */
  readonly partial: number;
}

export interface Task {
  readonly name: string;
  /** Readable glyph of every token. Its length is the policy's vocabulary size. */
  readonly vocabulary: readonly string[];
  readonly endToken: number;
  readonly maxPromptLength: number;
  /** Longest response, end token included. */
  readonly maxResponseLength: number;
  prompt(seed: number, split: Split, index: number): Prompt;
  /** Judges response tokens (end token included where one was written). */
  verify(prompt: Prompt, response: ArrayLike<number>): Verdict;
  render(tokens: ArrayLike<number>): string;
}

/** Reward of a verdict in [0, 1]: 1 when exact, else `partialCredit` times the share of right positions. */
export function rewardOf(verdict: Verdict, partialCredit: number): number {
  return verdict.exact ? 1 : partialCredit * verdict.partial;
}
