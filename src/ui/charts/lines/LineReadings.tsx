/** The readings of a chart beside their swatches: of the newest update, or of the one at the cross-hair. */
import type { RunView } from '../../run/runView.ts';
import type { LineChartSpec } from '../catalogue/spec.ts';
import { dataOf } from '../data/runData.ts';
import { Of, Reading, Swatch } from '../frame/Card.tsx';
import { reading } from '../plot/format.ts';
import { useHover } from '../view/hover.ts';

interface Props {
  readonly spec: LineChartSpec;
  readonly run: RunView;
}

/** More lines than these have no room for their swatches: they are named at their ends. */
const MOST_SWATCHES = 3;

export function LineReadings({ spec, run }: Props) {
  const update = useHover();
  const data = dataOf(run);
  const short = spec.series.length > MOST_SWATCHES;
  const format = short && spec.format === 'share' ? 'percent' : spec.format;
  const readings = spec.series.map(({ metric, label, colour, dash }) => (
    <Reading
      key={metric}
      swatch={!short && <Swatch colour={colour} dash={dash} />}
      label={label}
      value={reading(data.reading(metric, update), format)}
    />
  ));
  return short ? <span className="chart-readings-short">{readings}</span> : readings;
}

/** Which update they are of. */
export function LineOf({ spec, run }: Props) {
  const update = useHover();
  return <Of at={run.length === 0 ? '' : `at ${update ?? dataOf(run).lastUpdate}`} unit={spec.unit} />;
}
