/** What a sweep says of a cell: means over its seeds with their 95 % t intervals. */
import { hash32 } from '../../numerics/hash.ts';
import { type Interval, mean, tInterval } from '../../numerics/intervals.ts';
import type { Cell } from './cell.ts';
import { cellsOf, type SweepRun, type SweepTable } from './table.ts';

export interface CellSummary extends Cell {
  /** Held-out accuracy after the last update. */
  readonly final: Interval;
  /** Area under the curve of held-out accuracy, divided by its length: the mean accuracy on the way. */
  readonly area: Interval;
  /** Final accuracy less that of the warm start, seed by seed. */
  readonly gain: Interval;
  /** Share of runs that collapsed (`hasCollapsed`). */
  readonly collapsed: number;
  /** Means of the runs' means; NaN where the method does not clip. */
  readonly clip: number;
  readonly gated: number;
  readonly masked: number;
  /** Mean accuracy over the seeds at every evaluation. */
  readonly curve: readonly number[];
}

/** Whether a run ended at half or less of the best accuracy it ever had, the warm start's included. */
export function hasCollapsed({ right }: Pick<SweepRun, 'right'>): boolean {
  return right.at(-1)! <= Math.max(...right) / 2;
}

/** By the trapezoid rule, over evaluations at equal distances; of one evaluation, itself. Unit: share of prompts. */
export function areaUnder({ right }: Pick<SweepRun, 'right'>, prompts: number): number {
  if (right.length === 1) return right[0]! / prompts;
  const inner = right.reduce((sum, value) => sum + value, 0) - (right[0]! + right.at(-1)!) / 2;
  return inner / (right.length - 1) / prompts;
}

export function summaryOf(table: SweepTable, { method, lag }: Cell): CellSummary {
  const { prompts } = table;
  const runs = table.runs.filter((run) => run.method === method && run.lag === lag);
  const clips = runs.flatMap(({ clip }) => (clip === null ? [] : [clip]));
  const last = runs.map(({ right }) => right.at(-1)! / prompts);
  return {
    method,
    lag,
    final: tInterval(last),
    area: tInterval(runs.map((run) => areaUnder(run, prompts))),
    gain: tInterval(runs.map(({ right }, n) => last[n]! - right[0]! / prompts)),
    collapsed: mean(runs.map((run) => Number(hasCollapsed(run)))),
    clip: mean(clips),
    gated: mean(runs.map(({ gated }) => gated)),
    masked: mean(runs.map(({ masked }) => masked)),
    curve: (runs[0]?.right ?? []).map((_, k) => mean(runs.map(({ right }) => right[k]! / prompts))),
  };
}

/** All cells, method by method in the table's order. */
export function summariesOf(table: SweepTable): readonly CellSummary[] {
  return cellsOf(table).map((cell) => summaryOf(table, cell));
}

/**
 * Some cells, chosen by a text such as the hash of a commit, so that nobody chooses: those whose names hash lowest with it.
 */
export function chosenCells(table: SweepTable, by: string, count: number): readonly Cell[] {
  const keyed = cellsOf(table).map((cell) => ({ cell, key: hash32(`${by} ${cell.method} ${cell.lag}`) }));
  return keyed
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ cell }) => cell);
}

/**
 * How the final accuracy of a cell differs from that of another cell: the mean of the differences seed by seed, so that
 * what a seed does to both is not counted, with its 95 % t interval.
 */
export function changeFrom(table: SweepTable, cell: Cell, other: Cell): Interval {
  const finals = ({ method, lag }: Cell): ReadonlyMap<number, number> =>
    new Map(
      table.runs
        .filter((run) => run.method === method && run.lag === lag)
        .map(({ seed, right }) => [seed, right.at(-1)! / table.prompts]),
    );
  const from = finals(other);
  return tInterval([...finals(cell)].map(([seed, value]) => value - from.get(seed)!));
}
