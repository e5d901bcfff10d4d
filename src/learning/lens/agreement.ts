/** Which methods make the same of a batch: pairwise, over the tokens that count. */
import { correlation } from '../../numerics/correlation.ts';
import type { MethodName } from '../objectives/contract.ts';
import type { LensBatch } from './contract.ts';
import { type BatchEvaluation, evaluateBatch, withMethod } from './evaluate.ts';

export interface Agreement {
  /** Those that could be evaluated, in the order asked for; rows and columns are theirs. */
  readonly methods: readonly MethodName[];
  /** Those that could not, and why. */
  readonly missing: Readonly<Partial<Record<MethodName, string>>>;
  /** Share of tokens at which both coefficients are positive, both negative or both 0; NaN without tokens. */
  readonly sameSign: readonly Float64Array[];
  /** Pearson's correlation of the coefficients; NaN where those of one method are all equal. */
  readonly correlation: readonly Float64Array[];
}

/**
 * Under the settings of the batch, with each method in turn.
 * @param evaluate what a method makes of the batch, where that has been asked already
 */
export function agreement(
  batch: LensBatch,
  names: readonly MethodName[],
  evaluate = (name: MethodName): BatchEvaluation => evaluateBatch(batch, withMethod(batch.settings, name)),
): Agreement {
  const missing: Partial<Record<MethodName, string>> = {};
  const methods: MethodName[] = [];
  const columns: Float64Array[] = [];
  for (const name of names) {
    const evaluated = evaluate(name);
    if ('missing' in evaluated) {
      missing[name] = evaluated.missing;
      continue;
    }
    methods.push(name);
    columns.push(
      Float64Array.from(
        evaluated.minibatches.flatMap(({ coefficients }, m) =>
          [...coefficients].filter((_, t) => batch.minibatches[m]!.facts.mask[t]),
        ),
      ),
    );
  }
  return {
    methods,
    missing,
    sameSign: symmetric(columns, sameSigns),
    correlation: symmetric(columns, correlation),
  };
}

function symmetric(
  columns: readonly Float64Array[],
  of: (a: Float64Array, b: Float64Array) => number,
): Float64Array[] {
  const matrix = columns.map(() => new Float64Array(columns.length));
  for (let i = 0; i < columns.length; i++) {
    for (let j = 0; j <= i; j++) matrix[i]![j] = matrix[j]![i] = of(columns[i]!, columns[j]!);
  }
  return matrix;
}

function sameSigns(a: Float64Array, b: Float64Array): number {
  let same = 0;
  for (let t = 0; t < a.length; t++) if (Math.sign(a[t]!) === Math.sign(b[t]!)) same += 1;
  return same / a.length;
}
