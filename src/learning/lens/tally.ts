/** How many tokens of a batch a method drops, caps or amplifies, by the sign of the advantage and by age. */
import { binAbove, doublingEdges } from '../../numerics/doubling.ts';
import { counted, effectiveSampleSize, ratiosOf } from '../diagnostics/ratioStatistics.ts';
import type { LearningSettings } from '../objectives/contract.ts';
import { logRatios } from '../objectives/ratios.ts';
import type { LensBatch, LensMinibatch } from './contract.ts';
import { type BatchEvaluation, evaluateBatch } from './evaluate.ts';
import { limitedTokens, type Verdict, VERDICTS, verdictOf } from './verdicts.ts';

/** Of tokens that count; none is left out. */
export type Counts = Readonly<Record<Exclude<Verdict, 'left out'>, number>>;

export interface Tally {
  /** Tokens that count. */
  readonly tokens: number;
  /** Tokens that the objective never sees. */
  readonly leftOut: number;
  readonly all: Counts;
  readonly positive: Counts;
  readonly negative: Counts;
  /** One for each bin of age, by its lower edge; undefined where the batch knows no ages. */
  readonly byAge: readonly (readonly Counts[])[] | undefined;
  readonly ess: EffectiveSizes;
}

/** Effective sample sizes as shares of the tokens, (Σx)²/(n Σx²); NaN where all are 0, or there is nothing to tell. */
export interface EffectiveSizes {
  /** Of c/A over the tokens with A ≠ 0, where all c/A ≥ 0: of the weights that the method applies (sheet §0.6). */
  readonly weights: number;
  /** Of ρ = π_θ/μ, the field's `ess`: the same for all methods. */
  readonly ratios: number;
}

/** Lower edges of the bins of age: 0, 1, 2, 4, … versions, the last one open. */
export const AGE_EDGES = doublingEdges(1, 256);

/** The two signs that `byAge` has for each bin. */
export const TALLY_SIGNS = ['positive', 'negative'] as const;

/**
 * Of the method of these settings, over all minibatches.
 * @param evaluated what `evaluateBatch` says of the same batch and settings, where it has been asked already
 */
export function tally(
  batch: LensBatch,
  settings: LearningSettings,
  evaluated: BatchEvaluation = evaluateBatch(batch, settings),
): Tally | { readonly missing: string } {
  if ('missing' in evaluated) return evaluated;
  const [all, positive, negative] = [noCounts(), noCounts(), noCounts()];
  const known = batch.minibatches.every(({ facts }) => facts.staleness !== undefined);
  const byAge = known ? AGE_EDGES.map(() => [noCounts(), noCounts()]) : undefined;
  let [tokens, leftOut] = [0, 0];
  batch.minibatches.forEach(({ facts }, m) => {
    const { coefficients, gates } = evaluated.minibatches[m]!;
    const limited = limitedTokens(gates, facts.mask.length);
    for (let t = 0; t < facts.mask.length; t++) {
      if (!facts.mask[t]) {
        leftOut += 1;
        continue;
      }
      tokens += 1;
      const A = facts.advantage[t]!;
      const verdict = verdictOf(A, coefficients[t]!, limited[t] === 1);
      all[verdict] += 1;
      if (A === 0) continue;
      (A > 0 ? positive : negative)[verdict] += 1;
      if (byAge) byAge[binAbove(AGE_EDGES, facts.staleness![t]!)]![A > 0 ? 0 : 1]![verdict] += 1;
    }
  });
  return { tokens, leftOut, all, positive, negative, byAge, ess: effectiveSizes(batch, evaluated) };
}

type MutableCounts = { -readonly [V in keyof Counts]: number };

function noCounts(): MutableCounts {
  return Object.fromEntries(
    VERDICTS.filter((verdict) => verdict !== 'left out').map((verdict) => [verdict, 0]),
  ) as MutableCounts;
}

function effectiveSizes(
  { minibatches }: LensBatch,
  evaluated: Exclude<BatchEvaluation, { readonly missing: string }>,
): EffectiveSizes {
  const weights = minibatches.flatMap(({ facts: { mask, advantage } }, m) =>
    Array.from(mask.keys())
      .filter((t) => mask[t] && advantage[t] !== 0)
      .map((t) => evaluated.minibatches[m]!.coefficients[t]! / advantage[t]!),
  );
  return {
    weights: weights.some((weight) => weight < 0) ? NaN : shareOf(weights),
    ratios: ratioShare(minibatches),
  };
}

/** (Σx)²/(n Σx²) */
function shareOf(values: readonly number[]): number {
  let [sum, squares] = [0, 0];
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  return (sum * sum) / (values.length * squares);
}

function ratioShare(minibatches: readonly LensMinibatch[]): number {
  const logs = minibatches.map(({ facts: { logpTheta, logpBehave, mask } }) =>
    logpBehave ? counted(logRatios(logpTheta, logpBehave, mask), mask) : undefined,
  );
  if (logs.some((part) => part === undefined)) return NaN;
  const all = Float64Array.from(logs.flatMap((part) => [...part!]));
  return all.length === 0 ? NaN : effectiveSampleSize(ratiosOf(all));
}
