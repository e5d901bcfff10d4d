/** Readable refusals of what a caller must not ask for. */
import type { TokenBatch } from '../engine.ts';
import type { PolicySpec } from '../spec.ts';

/** Throws a RangeError where a batch does not fit the policy. */
export function checkBatch(batch: TokenBatch, spec: PolicySpec): void {
  if (batch.length > spec.maxLength) {
    throw new RangeError(`sequences of ${batch.length} tokens are over the policy's ${spec.maxLength}`);
  }
  for (let r = 0; r < batch.rows; r++) {
    const length = batch.lengths[r]!;
    if (!(length >= 0 && length <= batch.length)) {
      throw new RangeError(`row ${r} has length ${length}, outside 0…${batch.length}`);
    }
    for (let t = 0; t < length; t++) {
      const token = batch.tokens[r * batch.length + t]!;
      if (!(token >= 0 && token < spec.vocabulary)) {
        throw new RangeError(
          `row ${r} has token ${token} at ${t}, outside the vocabulary of ${spec.vocabulary}`,
        );
      }
    }
  }
}

/** Throws a RangeError where a flat vector has the wrong length. */
export function checkVector(vector: Float32Array, parameters: number): void {
  if (vector.length !== parameters) {
    throw new RangeError(`a vector of ${vector.length} numbers for a policy of ${parameters} parameters`);
  }
}
