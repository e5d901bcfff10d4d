/** A chart of lines as a table: the newest rows first, for screen readers and for reading off numbers. */
import type { RunView } from '../../run/runView.ts';
import type { LineChartSpec } from '../catalogue/index.ts';
import type { Mark } from '../catalogue/changes.ts';
import { reading } from '../plot/format.ts';
import { dataOf } from '../data/runData.ts';

const MOST_ROWS = 50;

interface LineTableProps {
  readonly spec: LineChartSpec;
  readonly run: RunView;
  readonly marks: readonly Mark[];
}

export function LineTable({ spec, run, marks }: LineTableProps) {
  const data = dataOf(run);
  const updates = rowsOf(run);
  return (
    <table>
      <caption className="sr-only">
        {spec.title}, the newest {updates.length} rows first
      </caption>
      <thead>
        <tr>
          <th scope="col">Update</th>
          {spec.series.map(({ metric, label }) => (
            <th key={metric} scope="col">
              {label}
            </th>
          ))}
          {marks.length > 0 && <th scope="col">Changed</th>}
        </tr>
      </thead>
      <tbody>
        {updates.map((update) => (
          <tr key={update}>
            <th scope="row">{update}</th>
            {spec.series.map(({ metric }) => (
              <td key={metric}>{reading(data.reading(metric, update), spec.format)}</td>
            ))}
            {marks.length > 0 && <td>{marks.find((mark) => mark.update === update)?.text}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Update numbers of the newest frames, newest first; update 0 where there is only an evaluation. */
function rowsOf(run: RunView): readonly number[] {
  if (run.length === 0) return run.accuracy.length > 0 ? [0] : [];
  return Array.from(run.updates.view().slice(-MOST_ROWS)).reverse();
}
