/** The marks of the ratio histogram: the region that the clip cuts, the previous run's outline, the bars, ρ = 1. */
import { RATIO_BINS } from '../../../telemetry/frame.ts';
import { ratioBinEdges, total, type HistogramWindow } from '../../../telemetry/histogramWindow.ts';
import type { Domain } from '../plot/domain.ts';
import type { ClipBounds } from '../catalogue/notes.ts';
import { useArea, type Area } from '../plot/projection.ts';
import { heightOf } from './ratioHeight.ts';

interface RatioBarsProps {
  readonly window: HistogramWindow;
  readonly previous: HistogramWindow | undefined;
  readonly bounds: ClipBounds | undefined;
  readonly x: Domain;
  readonly y: Domain;
}

export function RatioBars({ window, previous, bounds, x, y }: RatioBarsProps) {
  const area = useArea(y);
  if (area === undefined) return null;
  const zero = area.y(0);
  return (
    <g>
      {bounds !== undefined && <Bounds bounds={bounds} area={area} x={x} />}
      {previous !== undefined && total(previous.ratioPositive) + total(previous.ratioNegative) > 0 && (
        <>
          <path className="chart-previous" d={outline(previous, true, area, x)} />
          <path className="chart-previous" d={outline(previous, false, area, x)} />
        </>
      )}
      <path d={bars(window, true, area, x)} fill="var(--positive)" />
      <path
        d={bars(window, false, area, x)}
        fill="url(#chart-hatch)"
        stroke="var(--negative)"
        strokeWidth={1}
      />
      <path
        className="chart-zero"
        d={`M${area.left} ${zero}H${area.right}M${area.x(0)} ${area.top}V${area.bottom}`}
      />
      <text className="chart-label" x={area.left + 4} y={area.top + 10} fill="var(--positive)">
        A &gt; 0 ↑
      </text>
      <text className="chart-label" x={area.left + 4} y={area.bottom - 5} fill="var(--negative)">
        A &lt; 0 ↓
      </text>
      <text className="chart-label" x={area.right - 3} y={area.bottom - 5} textAnchor="end">
        θ/μ
      </text>
    </g>
  );
}

/** Left and right end of a bin in pixels; the outer two reach to the ends of the axis. */
function span(bin: number, area: Area, x: Domain): readonly [number, number] {
  const [low, high] = ratioBinEdges(bin);
  return [area.x(Math.max(low, x.low)), area.x(Math.min(high, x.high))];
}

function heights(window: HistogramWindow, up: boolean): readonly number[] {
  const tokens = total(window.ratioPositive) + total(window.ratioNegative);
  return Array.from(up ? window.ratioPositive : window.ratioNegative, (count) =>
    heightOf(count / (tokens || 1), up),
  );
}

function bars(window: HistogramWindow, up: boolean, area: Area, x: Domain): string {
  const zero = area.y(0);
  return heights(window, up)
    .map((height, bin) => {
      if (height === 0) return '';
      const [left, right] = span(bin, area, x);
      return `M${round(left + 0.5)} ${zero}V${round(area.y(height))}H${round(right - 0.5)}V${zero}Z`;
    })
    .join('');
}

function outline(window: HistogramWindow, up: boolean, area: Area, x: Domain): string {
  const steps = heights(window, up).map((height, bin) => {
    const [left, right] = span(bin, area, x);
    return `${bin === 0 ? `M${round(left)} ${round(area.y(height))}` : `V${round(area.y(height))}`}H${round(right)}`;
  });
  return steps.slice(0, RATIO_BINS + 2).join('');
}

/**
 * Where the clip acts on this ratio, its active side is shaded: too high above the line, too low below it. Where it
 * acts on another ratio, the range is dashed for orientation.
 */
function Bounds({
  bounds,
  area,
  x,
}: {
  readonly bounds: ClipBounds;
  readonly area: Area;
  readonly x: Domain;
}) {
  const zero = area.y(0);
  const high = area.x(Math.min(x.high, Math.log(bounds.high)));
  const low = area.x(Math.max(x.low, Math.log(bounds.low)));
  return (
    <g>
      {bounds.onThisRatio && (
        <>
          <path className="chart-clipped" d={`M${high} ${area.top}H${area.right}V${zero}H${high}Z`} />
          <path className="chart-clipped" d={`M${area.left} ${zero}H${low}V${area.bottom}H${area.left}Z`} />
          <path className="chart-bound" d={`M${high} ${area.top}V${zero}M${low} ${zero}V${area.bottom}`} />
          <text className="chart-label" x={high + 5} y={area.top + 10}>
            clipped
          </text>
          <text className="chart-label" x={low - 5} y={area.bottom - 5} textAnchor="end">
            clipped
          </text>
        </>
      )}
      {!bounds.onThisRatio && (
        <path
          className="chart-bound chart-bound-other"
          d={`M${high} ${area.top}V${area.bottom}M${low} ${area.top}V${area.bottom}`}
        />
      )}
    </g>
  );
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
