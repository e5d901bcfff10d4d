/** Prompts as a batch for an engine. */
import type { TokenBatch } from '../../policy/engine.ts';

/** Left-aligned, padded to `length`. */
export function batchOf(sequences: readonly ArrayLike<number>[], length: number): TokenBatch {
  const tokens = new Int32Array(sequences.length * length);
  sequences.forEach((sequence, r) => tokens.set(sequence, r * length));
  return {
    rows: sequences.length,
    length,
    tokens,
    lengths: Int32Array.from(sequences, (sequence) => sequence.length),
  };
}
