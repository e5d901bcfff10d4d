/** What the heat map can show of a cell, and in what order its rows can stand. */
import { methodFamilies } from '../../experiment/settings/methods/names.ts';
import { type Interval, tInterval } from '../../numerics/intervals.ts';
import type { MethodName } from '../../learning/objectives/index.ts';
import { changeFrom, type CellSummary, summariesOf, type SweepTable } from '../../telemetry/sweep/index.ts';

export const measureNames = ['final', 'area', 'change', 'collapsed', 'clip', 'gated', 'masked'] as const;
export type MeasureName = (typeof measureNames)[number];

export interface Measure {
  readonly label: string;
  /** One sentence. */
  readonly help: string;
}

export const measures: Readonly<Record<MeasureName, Measure>> = {
  final: {
    label: 'Final accuracy',
    help: 'Share of held-out prompts answered rightly after the last update, mean over the seeds ± half of its 95 % t interval, which knows no bound at 0 or 1.',
  },
  area: {
    label: 'Mean accuracy',
    help: 'Area under the curve of held-out accuracy: a method that learns sooner has more of it.',
  },
  change: {
    label: 'Change by lag',
    help: 'Final accuracy less that of the same objective and seed at the smallest lag: below 0 where lag costs something.',
  },
  collapsed: {
    label: 'Collapsed',
    help: 'Share of runs that ended at half or less of the best accuracy they had.',
  },
  clip: { label: 'Clipped', help: 'Share of tokens whose gradient the clip cut, mean over all updates.' },
  gated: {
    label: 'Gated',
    help: 'Share of tokens that any gate of the objective acted on: cut, masked, capped or faded.',
  },
  masked: {
    label: 'No gradient',
    help: 'Share of tokens with an advantage that got no gradient at all.',
  },
};

export interface HeatCell extends CellSummary {
  /** Against the smallest lag, seed by seed; NaN there. */
  readonly change: Interval;
}

export interface HeatRow {
  readonly method: MethodName;
  readonly label: string;
  readonly family: string;
  /** One a lag, in the table's order. */
  readonly cells: readonly HeatCell[];
}

/** The rows in the order of the objective chooser. */
export function rowsOf(table: SweepTable): readonly HeatRow[] {
  const summaries = summariesOf(table);
  const first = Math.min(...table.lags);
  return methodFamilies.flatMap(({ title, methods }) =>
    methods
      .filter(({ value }) => table.methods.includes(value))
      .map(({ value: method, label }) => ({
        method,
        label,
        family: title,
        cells: summaries
          .filter((cell) => cell.method === method)
          .map((cell) => ({
            ...cell,
            change: cell.lag === first ? tInterval([]) : changeFrom(table, cell, { method, lag: first }),
          })),
      })),
  );
}

/** A cell's number and half of its interval's width; NaN = there is none. What is compared with itself has none. */
export function valueOf(
  cell: HeatCell,
  measure: MeasureName,
): { readonly value: number; readonly half: number } {
  const shown = cell[measure];
  return typeof shown === 'number'
    ? { value: shown, half: NaN }
    : { value: shown.mean, half: (shown.high - shown.low) / 2 };
}

/** By family, or the highest at one lag first; cells without a number come last. */
export function sorted(
  rows: readonly HeatRow[],
  measure: MeasureName,
  lag: number | undefined,
): readonly HeatRow[] {
  if (lag === undefined) return rows;
  const key = ({ cells }: HeatRow): number => {
    const { value } = valueOf(
      cells.find((cell) => cell.lag === lag)!,
      measure,
    );
    return Number.isNaN(value) ? -Infinity : value;
  };
  return rows.toSorted((a, b) => key(b) - key(a) || 0);
}

/** ".83", "1.00", "−.21": without the zero that all would have. */
export function shareText(value: number): string {
  if (Number.isNaN(value)) return '–';
  const text = Math.abs(value).toFixed(2).replace(/^0/, '');
  return value < 0 && text !== '.00' ? `−${text}` : text;
}

/** "0.83, between 0.79 and 0.87" */
export function intervalText({ mean, low, high }: Interval): string {
  const sign = (value: number): string => value.toFixed(3).replace('-', '−');
  return Number.isFinite(low) ? `${sign(mean)} [${sign(low)}, ${sign(high)}]` : sign(mean);
}

/** What the table says as a whole, in one sentence that is true of any table. */
export function finding(rows: readonly HeatRow[], lags: readonly number[]): string {
  const last = Math.max(...lags);
  const first = Math.min(...lags);
  const at = (row: HeatRow, lag: number): HeatCell => row.cells.find((cell) => cell.lag === lag)!;
  const worse = rows.filter((row) => at(row, last).change.high < 0).length;
  const collapsed = rows.filter((row) => at(row, last).collapsed > 0).length;
  const best = rows.reduce((a, b) => (at(b, last).final.mean > at(a, last).final.mean ? b : a));
  return (
    `From lag ${first} to ${last}, ${worse} of ${rows.length} objectives lose accuracy, each by its own 95 % interval. ` +
    `At lag ${last} at least one run collapsed under ${collapsed} of them, and the highest mean is ${best.label}’s, ${at(best, last).final.mean.toFixed(2)}.`
  );
}
