/**
 * The stored answers to `problem.ts` (`answers.json`), and how they are computed: by the float64 reading of the
 * policy (`policy/reference.ts`), gradients by moving every parameter in turn. `npm run self-test-answers` writes the
 * file anew; a unit test holds the file to what this computes.
 */
import { expectedScores, finiteDifferences } from '../engines/conformance/expected.ts';
import type { Problem } from './problem.ts';

export interface Answers {
  /** Logits of every token at every place of the batch, shifted so that their exponentials add up to 1. */
  readonly logits: readonly number[];
  /** ∂ loss / ∂ parameter, in the order of the flat vector. */
  readonly gradient: readonly number[];
}

/** More digits than central differences in float64 have, and far more than float32. */
const DIGITS = 12;

/** Takes a second. */
export function computeAnswers({ spec, parameters, batch, rows }: Problem): Answers {
  const { distributions } = expectedScores(spec, parameters, batch, [rows.temperature])[0]!;
  return {
    logits: Array.from(distributions, short),
    gradient: Array.from(finiteDifferences(spec, parameters, batch, rows), short),
  };
}

function short(value: number): number {
  return Number(value.toPrecision(DIGITS));
}
