/**
 * What of a measured cosine is shown: the plain one as it was measured, and the one without noise only where it says
 * something. Pure.
 */
import { answersFor, type Cosine, type Estimate, saysSomething } from '../../../../runtime/lens/cosine.ts';
import type { CosineReport } from '../../../../runtime/lens/cosines.ts';

export interface Said {
  /** Of the two gradients as they are: within [−1, 1]. */
  readonly measured: number;
  /** Without what noise takes from it, cut to what a cosine can be; absent where that says nothing. */
  readonly corrected?: Estimate;
  /** In place of that: why there is none. */
  readonly words?: string;
}

/** The cosine of two parallel gradients that is aimed at: noise then has a quarter of the gradient's squared length. */
const ENOUGH = 0.8;

export function saidOf(
  { plain, corrected, norm, freshNorm }: Cosine,
  { answers, fresh }: Pick<CosineReport, 'answers' | 'fresh'>,
): Said {
  const measured = within(plain.value);
  if (corrected !== undefined && saysSomething(corrected)) {
    const { value, low, high } = corrected;
    return { measured, corrected: { value: within(value), low: within(low), high: within(high) } };
  }
  const needed = answersFor(norm, answers, ENOUGH);
  const neededFresh = answersFor(freshNorm, fresh, ENOUGH);
  return { measured, words: needed > answers || neededFresh <= fresh ? tooFew(needed, answers) : FRESH };
}

const FRESH = 'too few fresh answers to tell';

function tooFew(needed: number, answers: number): string {
  const begin = 'this batch is too small to tell';
  if (needed <= answers) return `${begin}: its prompts differ too much`;
  return needed === Infinity
    ? `${begin}, or to say how many answers would do`
    : `${begin}; about ${Number(needed.toPrecision(2)).toLocaleString('en')} answers would do`;
}

/** Rounding can carry a cosine past 1. */
function within(value: number): number {
  return Math.min(1, Math.max(-1, value));
}
