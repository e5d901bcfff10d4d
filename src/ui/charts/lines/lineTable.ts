/** A chart of lines as a table: what it shows, update by update. */
import type { RunView } from '../../run/runView.ts';
import type { Mark } from '../catalogue/changes.ts';
import type { LineChartSpec } from '../catalogue/spec.ts';
import { dataOf } from '../data/runData.ts';
import type { Cell, Column, Table } from '../data/table.ts';
import { positionOf } from '../view/axis.ts';
import type { Stretch } from '../view/zoom.ts';

/** More rows than these nobody reads on a screen. */
const MOST_ROWS = 50;

/**
 * @param stretch the updates to tell of, all without one
 * @param whole every row, oldest first, all digits of where it lies; else the newest rows, newest first
 */
export function lineTable(
  spec: LineChartSpec,
  run: RunView,
  marks: readonly Mark[],
  stretch: Stretch | undefined,
  whole: boolean,
): Table {
  const data = dataOf(run);
  const updates = updatesOf(run, stretch);
  const shown = whole ? updates : updates.slice(-MOST_ROWS).reverse();
  const places: readonly Column[] = [
    { head: 'Update', name: 'update', format: 'integer' },
    { head: 'Samples', name: 'samples', format: 'integer' },
    { head: 'Seconds', name: 'seconds', format: 'plain' },
  ];
  const readings = spec.series.map(({ metric, label }): Column => ({
    head: label,
    name: metric,
    format: spec.format,
  }));
  const changed: readonly Column[] =
    marks.length > 0 ? [{ head: 'Changed', name: 'changed', format: 'text' }] : [];
  const rows = shown.map((update): readonly Cell[] => [
    update,
    positionOf(run, 'samples', update),
    positionOf(run, 'seconds', update),
    ...spec.series.map(({ metric }) => data.reading(metric, update)),
    ...(marks.length > 0 ? [marks.find((mark) => mark.update === update)?.text ?? ''] : []),
  ]);
  return {
    caption: whole ? spec.title : `${spec.title}, the newest ${rows.length} rows first`,
    columns: [...places, ...readings, ...changed],
    rows,
  };
}

/** Update numbers of the frames, oldest first; update 0 too where the policy was evaluated before learning. */
function updatesOf(run: RunView, stretch: Stretch | undefined): readonly number[] {
  const { from, to } = stretch ?? { from: 0, to: Infinity };
  const before = run.accuracy.some(({ update }) => update === 0) && run.updates.at(0) !== 0 ? [0] : [];
  return [...before, ...run.updates.view()].filter((update) => update >= from && update <= to);
}
