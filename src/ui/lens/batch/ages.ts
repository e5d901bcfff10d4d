/** Counts of a verdict by the age of the tokens, in numbers and words. Pure. */
import { AGE_EDGES, type Tally } from '../../../learning/lens/index.ts';
import type { Told } from './words.ts';

/** Tokens of good and of bad answers whose age lies in one bin. */
export interface AgeCount {
  /** Index of the bin. */
  readonly bin: number;
  readonly good: number;
  readonly bad: number;
}

/** Versions behind, as in "4–7". */
export function ageText(bin: number): string {
  const from = AGE_EDGES[bin]!;
  const next = AGE_EDGES[bin + 1];
  if (next === undefined) return `${from} or more`;
  return next === from + 1 ? String(from) : `${from}–${next - 1}`;
}

/** Bins that have a token of the verdict, young to old; undefined where the batch knows no ages. */
export function agesOf({ byAge }: Tally, verdict: Told): readonly AgeCount[] | undefined {
  return byAge
    ?.map(([good, bad], bin) => ({ bin, good: good![verdict], bad: bad![verdict] }))
    .filter(({ good, bad }) => good + bad > 0);
}

/** Bins that have a token with an advantage, whatever a method does to it. */
export function binsOf(tallies: readonly Tally[]): readonly number[] {
  const bins = tallies.flatMap(({ byAge = [] }) =>
    [...byAge.keys()].filter((bin) => byAge[bin]!.some((counts) => Object.values(counts).some((n) => n > 0))),
  );
  return [...new Set(bins)].sort((a, b) => a - b);
}
