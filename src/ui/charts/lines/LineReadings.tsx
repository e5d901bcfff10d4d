/**
 * The readings of a chart beside their swatches: of the newest update, or of the one at the cross-hair. Without a
 * cross-hair they keep up with the run, and so agree with the tiles.
 */
import type { RunView } from '../../run/runView.ts';
import type { LineChartSpec } from '../catalogue/spec.ts';
import { dataOf } from '../data/runData.ts';
import { At, Reading, Swatch, Unit } from '../frame/Card.tsx';
import { LiveText } from '../frame/LiveText.tsx';
import { reading, shortReading } from '../plot/format.ts';
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
  const word = (value: number) => (short ? shortReading(value, spec.format) : reading(value, spec.format));
  return (
    <>
      {spec.series.map(({ metric, label, colour, dash }) => (
        <Reading
          key={metric}
          swatch={!short && <Swatch colour={colour} dash={dash} />}
          label={label}
          value={
            update === undefined ? (
              <LiveText run={run} read={() => word(data.reading(metric))} />
            ) : (
              word(data.reading(metric, update))
            )
          }
        />
      ))}
      {spec.unit !== undefined && <Unit text={spec.unit} />}
      {spec.remark !== undefined && <Unit text={<LiveText run={run} read={() => spec.remark!(run)} />} />}
    </>
  );
}

/** Which update they are of. */
export function LineAt({ run }: { readonly run: RunView }) {
  const update = useHover();
  const data = dataOf(run);
  const at = (shown: number) => (run.length === 0 ? '' : `at ${shown}`);
  return (
    <At>{update === undefined ? <LiveText run={run} read={() => at(data.lastUpdate)} /> : at(update)}</At>
  );
}
