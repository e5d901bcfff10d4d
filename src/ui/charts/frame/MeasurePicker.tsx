/** Which of several measures a chart shows. */
import type { LineChartSpec, Measure } from '../catalogue/spec.ts';
import { choose, useChoices, viewNow } from '../view/view.ts';

interface MeasurePickerProps {
  readonly spec: LineChartSpec;
  readonly measures: readonly Measure[];
}

export function MeasurePicker({ spec, measures }: MeasurePickerProps) {
  const chosen = useChoices().measures[spec.id] ?? measures[0]!.id;
  return (
    <select
      className="chart-measure"
      aria-label={`Measure of ${spec.title}`}
      data-testid={`measure-${spec.id}`}
      value={chosen}
      onChange={({ target }) => choose({ measures: { ...viewNow().measures, [spec.id]: target.value } })}
    >
      {measures.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  );
}
