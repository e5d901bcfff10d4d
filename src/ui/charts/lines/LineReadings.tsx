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

export function LineReadings({ spec, run }: Props) {
  const update = useHover();
  const data = dataOf(run);
  return spec.series.map(({ metric, label, colour, dash }) => (
    <Reading
      key={metric}
      swatch={<Swatch colour={colour} dash={dash} />}
      label={label}
      value={reading(data.reading(metric, update), spec.format)}
    />
  ));
}

/** Which update they are of. */
export function LineOf({ spec, run }: Props) {
  const update = useHover();
  return <Of at={run.length === 0 ? '' : `at ${update ?? dataOf(run).lastUpdate}`} unit={spec.unit} />;
}
