/** A batch of equally long sequences as models see it. */
import type { TokenBatch } from '../../policy/engine.ts';

/** All tokens but the last of each row, and all but the first, row after row. */
export function inputsAndTargets({ rows, length, tokens }: TokenBatch): {
  readonly inputs: Int32Array;
  readonly targets: Int32Array;
} {
  const inputs = new Int32Array(rows * (length - 1));
  const targets = new Int32Array(rows * (length - 1));
  for (let r = 0; r < rows; r++) {
    const from = r * length;
    inputs.set(tokens.subarray(from, from + length - 1), r * (length - 1));
    targets.set(tokens.subarray(from + 1, from + length), r * (length - 1));
  }
  return { inputs, targets };
}
