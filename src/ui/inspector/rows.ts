/**
 * The samples of the last batches as rows: what they are sorted and filtered by. Pure; the numbers themselves stay in
 * the batches' columns.
 */
import type { BatchDetails } from '../../runtime/actors/batchDetails.ts';

export interface Row {
  /** Unique: a sample is trained on in one update. */
  readonly key: string;
  readonly batch: BatchDetails;
  /** Of the sample within its batch. */
  readonly index: number;
  readonly group: number;
  readonly reward: number;
  /** Ratio θ/μ that is farthest from 1, by its logarithm; NaN where no token counts. */
  readonly ratio: number;
  /** Staleness of its oldest token. */
  readonly oldest: number;
  /** Tokens whose gradient was cut. */
  readonly cut: number;
  /** Of the token that was pushed hardest, by size. */
  readonly coefficient: number;
  readonly length: number;
}

export const sorts = {
  newest: 'Newest batch',
  ratio: 'Ratio furthest from 1',
  oldest: 'Oldest',
  cut: 'Most clipped',
  coefficient: 'Largest coefficient',
  reward: 'Highest reward',
  length: 'Longest',
} as const;
export type Sort = keyof typeof sorts;

export const filters = {
  all: 'All',
  cut: 'Clipped',
  right: 'Reward 1',
  wrong: 'Reward 0',
} as const;
export type Filter = keyof typeof filters;

export interface Choice {
  readonly sort: Sort;
  readonly filter: Filter;
  /** Only the answers to this prompt. */
  readonly group: number | undefined;
}

export function rowsOf(batches: readonly BatchDetails[]): readonly Row[] {
  return batches.flatMap((batch) => Array.from(batch.id, (_, index) => rowOf(batch, index)));
}

function rowOf(batch: BatchDetails, index: number): Row {
  const { offsets, mask, ratio, staleness, coefficients } = batch;
  let farthest = NaN;
  let oldest = 0;
  let cut = 0;
  let coefficient = 0;
  for (let t = offsets[index]!; t < offsets[index + 1]!; t++) {
    if (mask[t] === 0) continue;
    if (!(distance(farthest) >= distance(ratio[t]!))) farthest = ratio[t]!;
    oldest = Math.max(oldest, staleness[t]!);
    if (isCut(batch, t)) cut++;
    coefficient = Math.max(coefficient, Math.abs(coefficients[t]!));
  }
  return {
    key: `${batch.update} ${batch.id[index]}`,
    batch,
    index,
    group: batch.group[index]!,
    reward: batch.reward[index]!,
    ratio: farthest,
    oldest,
    cut,
    coefficient,
    length: offsets[index + 1]! - offsets[index]!,
  };
}

function distance(ratio: number): number {
  return Math.abs(Math.log(ratio));
}

/** Names of the gates that cut or capped this token. */
export function gatesAt({ gates }: BatchDetails, token: number): readonly string[] {
  return Object.keys(gates).filter((name) => gates[name]![token] === 1);
}

function isCut({ gates }: BatchDetails, token: number): boolean {
  for (const name in gates) if (gates[name]![token] === 1) return true;
  return false;
}

/** Rows with equal keys keep the order of the batches: newest first, then by group and member. */
export function arrange(rows: readonly Row[], { sort, filter, group }: Choice): readonly Row[] {
  const kept = rows.filter((row) => (group === undefined || row.group === group) && passes(row, filter));
  const key = keys[sort];
  return key === undefined ? kept : kept.sort((a, b) => descending(key(a), key(b)));
}

function passes(row: Row, filter: Filter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'cut':
      return row.cut > 0;
    case 'right':
      return row.reward === 1;
    case 'wrong':
      return row.reward === 0;
  }
}

const keys: Readonly<Record<Sort, ((row: Row) => number) | undefined>> = {
  newest: undefined,
  ratio: (row) => distance(row.ratio),
  oldest: (row) => row.oldest,
  cut: (row) => row.cut,
  coefficient: (row) => row.coefficient,
  reward: (row) => row.reward,
  length: (row) => row.length,
};

/** Largest first, numbers that are none last. */
function descending(a: number, b: number): number {
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
  return Number.isNaN(b) ? -1 : b - a;
}
