/** What float64 says of a batch: its scores, the loss of gradient rows, and a few derivatives of that loss. */
import type { GradientRows, TokenBatch } from '../../engine.ts';
import { referenceForward } from '../../reference.ts';
import { logSoftmax } from '../../sampling.ts';
import type { PolicySpec } from '../../spec.ts';
import { tokensOf } from './cases.ts';

/** All of `Scores`, in float64. */
export interface ExpectedScores {
  readonly logprobs: Float64Array;
  readonly entropy: Float64Array;
  readonly values: Float64Array;
  readonly distributions: Float64Array;
}

/** Scores of a batch, one list a temperature; each row is computed once. */
export function expectedScores(
  spec: PolicySpec,
  parameters: ArrayLike<number>,
  batch: TokenBatch,
  temperatures: readonly number[],
): ExpectedScores[] {
  const { vocabulary } = spec;
  const size = batch.rows * batch.length;
  const all = temperatures.map(() => ({
    logprobs: new Float64Array(size),
    entropy: new Float64Array(size),
    values: new Float64Array(size),
    distributions: new Float64Array(size * vocabulary),
  }));
  for (let r = 0; r < batch.rows; r++) {
    const tokens = tokensOf(batch, r);
    // After the last token nothing is predicted.
    const { logits, values } = referenceForward(spec, parameters, tokens.subarray(0, -1));
    for (let t = 1; t < tokens.length; t++) {
      const i = r * batch.length + t;
      all.forEach((scores, n) => {
        const row = scores.distributions.subarray(i * vocabulary, (i + 1) * vocabulary);
        scores.entropy[i] = logSoftmax(logits[t - 1]!, 0, temperatures[n]!, row);
        scores.logprobs[i] = row[tokens[t]!]!;
        scores.values[i] = values[t - 1]!;
      });
    }
  }
  return all;
}

/** Σ g·logπ + Σ G·z + Σ γ·v. */
function loss(
  spec: PolicySpec,
  parameters: ArrayLike<number>,
  batch: TokenBatch,
  rows: GradientRows,
): number {
  const row = new Float64Array(spec.vocabulary);
  let sum = 0;
  for (let r = 0; r < batch.rows; r++) {
    const tokens = tokensOf(batch, r);
    const { logits, values } = referenceForward(spec, parameters, tokens.subarray(0, -1));
    for (let t = 1; t < tokens.length; t++) {
      const i = r * batch.length + t;
      logSoftmax(logits[t - 1]!, 0, rows.temperature, row);
      sum += rows.logprobs[i]! * row[tokens[t]!]!;
      for (let v = 0; v < spec.vocabulary; v++) {
        sum += ((rows.logits?.[i * spec.vocabulary + v] ?? 0) * logits[t - 1]![v]!) / rows.temperature;
      }
      sum += (rows.values?.[i] ?? 0) * values[t - 1]!;
    }
  }
  return sum;
}

/** The derivative of the loss by every parameter, each moved in turn. */
export function finiteDifferences(
  spec: PolicySpec,
  parameters: Float32Array,
  batch: TokenBatch,
  rows: GradientRows,
): Float64Array {
  const step = 1e-5;
  const point = Float64Array.from(parameters);
  return point.map((value, i) => {
    point[i] = value + step;
    const above = loss(spec, point, batch, rows);
    point[i] = value - step;
    const below = loss(spec, point, batch, rows);
    point[i] = value;
    return (above - below) / (2 * step);
  });
}
