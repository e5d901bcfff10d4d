/**
 * What every device is asked: one small transformer, one ragged batch of token sequences, one row of loss gradients.
 * All of it is made from seeds by exact arithmetic, so it is the same everywhere; only the answers are stored.
 */
import type { GradientRows, TokenBatch } from '../engine.ts';
import { batchOf, gradientRows, SMALL, weights } from '../engines/conformance/cases.ts';
import type { PolicySpec } from '../spec.ts';

export interface Problem {
  readonly spec: PolicySpec;
  readonly parameters: Float32Array;
  readonly batch: TokenBatch;
  readonly rows: GradientRows;
}

const ROWS = 5;

export function selfTestProblem(): Problem {
  const batch = batchOf(SMALL, ROWS);
  return { spec: SMALL, parameters: weights(SMALL), batch, rows: gradientRows(SMALL, batch, 1) };
}
