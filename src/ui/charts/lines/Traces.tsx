/** The lines of a chart: the previous run faint behind, bands, lines, evaluations, marks of changes, names. */
import type { AccuracyPoint, RunView } from '../../run/runView.ts';
import type { Mark } from '../catalogue/changes.ts';
import type { Level, LineSeries } from '../catalogue/spec.ts';
import type { Buckets } from '../data/buckets.ts';
import type { Domain } from '../plot/domain.ts';
import { areaPath, bandPath, linePath, pointsPath, shows, type Projection } from '../plot/paths.ts';
import type { AxisSpec } from '../plot/Plot.tsx';
import { useArea, type Area } from '../plot/projection.ts';
import type { AxisName } from '../view/axis.ts';
import { Names, type LineEnd } from './Names.tsx';
import { along } from './shown.ts';

type Line = Buckets | readonly AccuracyPoint[];

export interface Trace {
  readonly series: LineSeries;
  /** Of the run, or its evaluations. */
  readonly data: Line;
  /** Drawn over the data, which is then faint. */
  readonly smoothed: Buckets | undefined;
  readonly previous: Line | undefined;
}

export interface TracesProps {
  readonly run: RunView;
  readonly previous: RunView | undefined;
  readonly traces: readonly Trace[];
  /** Between two series, for a spread. */
  readonly areas: readonly { readonly low: Buckets; readonly high: Buckets; readonly colour: string }[];
  /** Whether the least and greatest value behind every point are shown. */
  readonly band: boolean;
  readonly marks: readonly Mark[];
  readonly reference: Level | undefined;
  readonly axis: AxisName;
  readonly x: AxisSpec;
  readonly y: Domain;
  /** Height of the labels' text. */
  readonly text: number;
}

export function Traces(props: TracesProps) {
  const { run, previous, traces, areas, band, marks, reference, axis, x, y, text } = props;
  const area = useArea(y);
  if (area === undefined) return null;
  const here = along(area, run, axis, x);
  const before = previous && along(area, previous, axis, x);
  const level =
    reference !== undefined && reference.value >= y.low && reference.value <= y.high ? reference : undefined;
  return (
    <g>
      {level !== undefined && (
        <path className="chart-reference" d={`M${area.left} ${area.y(level.value)}H${area.right}`} />
      )}
      {marks
        .filter(({ update }) => shows(here, update))
        .map(({ update }) => (
          <path
            key={update}
            className="chart-mark"
            d={`M${here.x(update)} ${area.bottom}V${area.top}m-3 -5h6l-3 5z`}
          />
        ))}
      {before !== undefined &&
        traces.map(({ series, previous: line }) =>
          line === undefined ? null : (
            <path
              key={series.metric}
              className="chart-previous"
              d={pathOf(line, before)}
              strokeDasharray={series.dash}
            />
          ),
        )}
      {areas.map(({ low, high, colour }, index) => (
        <path
          key={index}
          className="chart-band"
          d={areaPath(low, 'mean', high, 'mean', here)}
          fill={colour}
        />
      ))}
      {band &&
        traces.map(({ series, data }) =>
          isPoints(data) ? null : (
            <path key={series.metric} className="chart-band" d={bandPath(data, here)} fill={series.colour} />
          ),
        )}
      {traces.map(({ series, data, smoothed }) => (
        <path
          key={series.metric}
          className={smoothed === undefined ? 'chart-line' : 'chart-line chart-raw'}
          d={pathOf(data, here)}
          stroke={series.colour}
          strokeDasharray={smoothed === undefined ? series.dash : undefined}
        />
      ))}
      {traces.map(({ series, smoothed }) =>
        smoothed === undefined ? null : (
          <path
            key={series.metric}
            className="chart-line chart-smooth"
            d={pathOf(smoothed, here)}
            stroke={series.colour}
            strokeDasharray={series.dash}
          />
        ),
      )}
      {traces.map(({ series, data }) =>
        isPoints(data) ? (
          <Evaluations key={series.metric} points={data} colour={series.colour} area={area} here={here} />
        ) : null,
      )}
      <Names
        ends={[
          ...(level === undefined ? [] : [{ name: level.text, x: area.right, y: area.y(level.value) }]),
          ...(traces.length > 1
            ? traces.flatMap(({ series, data, smoothed }) => endOf(series, smoothed ?? data, here))
            : []),
        ]}
        area={area}
        text={text}
      />
    </g>
  );
}

function isPoints(line: Line): line is readonly AccuracyPoint[] {
  return Array.isArray(line);
}

function pathOf(line: Line, to: Projection): string {
  return isPoints(line)
    ? pointsPath(
        line.filter(({ stage }) => stage !== 'init'),
        to,
      )
    : linePath(line, 'mean', to);
}

/** Evaluations that are closer than this, in pixels, are a line without dots. */
const DOT_ROOM = 8;

function Evaluations({
  points,
  colour,
  area,
  here,
}: {
  readonly points: readonly AccuracyPoint[];
  readonly colour: string;
  readonly area: Area;
  readonly here: Projection;
}) {
  const shown = points.filter(({ update }) => shows(here, update));
  const dotted = shown.length < 2 || (here.x(shown.at(-1)!.update) - area.left) / shown.length >= DOT_ROOM;
  return (
    <g>
      {shown.map(({ update, value, stage }, index) => {
        if (stage === 'update' && !dotted) return null;
        return (
          <circle
            key={index}
            cx={here.x(update)}
            cy={here.y(value)}
            r={stage === 'update' ? 2 : 3}
            fill={stage === 'update' ? colour : 'var(--surface)'}
            stroke={colour}
            strokeWidth={1.5}
          />
        );
      })}
      {shown
        .filter(({ stage }) => stage !== 'update')
        .map(({ update, value, stage }) => (
          <text
            key={stage}
            className="chart-label"
            x={here.x(update) + 7}
            y={here.y(value)}
            dy={stage === 'warm' ? '1em' : '0.35em'}
            fill={colour}
          >
            {stage}
          </text>
        ))}
    </g>
  );
}

/** Where a line ends, in pixels; nothing where it has no point. */
function endOf({ label, colour }: LineSeries, line: Line, to: Projection): readonly LineEnd[] {
  const end = (x: number, y: number): LineEnd => ({ name: label, colour, x, y });
  if (isPoints(line)) {
    const point = line.findLast(({ update }) => shows(to, update));
    return point === undefined ? [] : [end(to.x(point.update), to.y(point.value))];
  }
  for (let bucket = line.length - 1; bucket >= 0; bucket--) {
    const [update, value] = [line.centre(bucket), line.mean(bucket)];
    if (!Number.isNaN(value) && shows(to, update)) return [end(to.x(update), to.y(value))];
  }
  return [];
}
