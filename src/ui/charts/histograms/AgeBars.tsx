/** Bars by age in the colours of staleness, the outline of the previous run, and what the schedule allows. */
import { colourOf } from '../../theme/staleness.ts';
import type { Domain } from '../plot/domain.ts';
import { useArea } from '../plot/projection.ts';

export interface AgeBarsProps {
  /** Height of every bar in units of the y axis; NaN = no bar. Bars are 1 apart on the x axis, from 0 on. */
  readonly heights: Float64Array;
  /** The same of the previous run. */
  readonly previous: Float64Array | undefined;
  /** Age of the bar, for its colour. */
  readonly lagOf: (bar: number) => number;
  /** Behind which bar the schedule's bound lies, and its name. */
  readonly bound: { readonly bar: number; readonly text: string };
  readonly x: Domain;
  readonly y: Domain;
}

/** Bars are no thinner than this, however long the axis. */
const THINNEST = 2;

export function AgeBars({ heights, previous, lagOf, bound, x, y }: AgeBarsProps) {
  const area = useArea(y);
  if (area === undefined) return null;
  const step = area.x(1) - area.x(0);
  const width = Math.max(THINNEST, step - Math.min(3, step * 0.2));
  const edge = area.x(bound.bar + 0.5);
  const flip = edge > area.left + 0.7 * (area.right - area.left);
  return (
    <g>
      {Array.from(heights, (height, bar) =>
        height > 0 ? (
          <rect
            key={bar}
            className="chart-bar"
            x={Math.min(area.right, area.x(Math.min(bar, x.high))) - width / 2}
            width={width}
            y={area.y(height)}
            height={area.bottom - area.y(height)}
            fill={colourOf(lagOf(bar))}
          />
        ) : null,
      )}
      {previous !== undefined && previous.some((height) => height > 0) && (
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
  heights: Float64Array,
  x: (bar: number) => number,
  y: (height: number) => number,
  high: number,
): string {
  let path = `M${x(-0.5)} ${y(0)}`;
  let level = 0;
  for (let bar = 0; bar + 0.5 <= high; bar++) {
    const height = heights[bar]! > 0 ? heights[bar]! : 0;
    if (height !== level) path += `H${x(bar - 0.5)}V${y(height)}`;
    level = height;
  }
  return `${path}H${x(high)}V${y(0)}`;
}
