/** The marks of the staleness histogram: the schedule's bound, the previous run's outline, the bars. */
import { total } from '../../../telemetry/histogramWindow.ts';
import { colourOf } from '../../theme/staleness.ts';
import type { Domain } from '../plot/domain.ts';
import { useArea } from '../plot/projection.ts';

interface StalenessBarsProps {
  readonly counts: Float64Array;
  readonly previous: Float64Array | undefined;
  readonly bound: { readonly value: number; readonly text: string };
  readonly x: Domain;
  readonly y: Domain;
}

/** Bars are no thinner than this, however long the axis. */
const THINNEST = 2;

export function StalenessBars({ counts, previous, bound, x, y }: StalenessBarsProps) {
  const area = useArea(y);
  if (area === undefined) return null;
  const tokens = total(counts) || 1;
  const step = area.x(1) - area.x(0);
  const width = Math.max(THINNEST, step - Math.min(3, step * 0.2));
  const edge = area.x(bound.value + 0.5);
  const flip = edge > area.left + 0.7 * (area.right - area.left);
  return (
    <g>
      {Array.from(counts, (count, lag) =>
        count === 0 ? null : (
          <rect
            key={lag}
            className="chart-bar"
            x={Math.min(area.right, area.x(Math.min(lag, x.high))) - width / 2}
            width={width}
            y={area.y(count / tokens)}
            height={area.bottom - area.y(count / tokens)}
            fill={colourOf(lag)}
          />
        ),
      )}
      {previous !== undefined && total(previous) > 0 && (
        <path className="chart-previous" d={outline(previous, area.x, area.y, x.high)} />
      )}
      <path className="chart-bound" d={`M${edge} ${area.top}V${area.bottom}`} />
      <text
        className="chart-label"
        x={flip ? edge - step - 4 : edge + 4}
        y={area.top + 9}
        textAnchor={flip ? 'end' : 'start'}
      >
        {bound.text}
      </text>
    </g>
  );
}

function outline(
  counts: Float64Array,
  x: (lag: number) => number,
  y: (share: number) => number,
  high: number,
): string {
  const tokens = total(counts);
  let path = `M${x(-0.5)} ${y(0)}`;
  let level = 0;
  for (let lag = 0; lag + 0.5 <= high; lag++) {
    const share = counts[lag]! / tokens;
    if (share !== level) path += `H${x(lag - 0.5)}V${y(share)}`;
    level = share;
  }
  return `${path}H${x(high)}V${y(0)}`;
}
