/** The lines of a chart: the previous run faint behind, bands, lines, evaluations, marks of changes, names. */
import type { Envelope } from '../../../telemetry/envelope.ts';
import type { AccuracyPoint } from '../../run/runView.ts';
import type { LineSeries } from '../catalogue/index.ts';
import type { Mark } from '../catalogue/changes.ts';
import type { Domain } from '../plot/domain.ts';
import { bandPath, linePath, pointsPath } from '../plot/paths.ts';
import { useArea, type Area } from '../plot/projection.ts';
import { spread } from '../plot/spread.ts';

export interface Trace {
  readonly series: LineSeries;
  /** Of the run, or its evaluations. */
  readonly data: Envelope | readonly AccuracyPoint[];
  readonly previous: Envelope | readonly AccuracyPoint[] | undefined;
}

export interface TracesProps {
  readonly traces: readonly Trace[];
  readonly marks: readonly Mark[];
  readonly reference: { readonly value: number; readonly text: string } | undefined;
  readonly x: Domain;
  readonly y: Domain;
}

export function Traces({ traces, marks, reference, x, y }: TracesProps) {
  const area = useArea(x, y);
  if (area === undefined) return null;
  const level =
    reference !== undefined && reference.value >= y.low && reference.value <= y.high ? reference : undefined;
  return (
    <g>
      {level !== undefined && (
        <path className="chart-reference" d={`M${area.left} ${area.y(level.value)}H${area.right}`} />
      )}
      {marks
        .filter(({ update }) => update <= x.high)
        .map(({ update }) => (
          <path
            key={update}
            className="chart-mark"
            d={`M${area.x(update)} ${area.bottom}V${area.top}m-3 -5h6l-3 5z`}
          />
        ))}
      {traces.map(({ series, previous }) =>
        previous === undefined ? null : (
          <path
            key={series.metric}
            className="chart-previous"
            d={pathOf(previous, area)}
            strokeDasharray={series.dash}
          />
        ),
      )}
      {traces.map(({ series, data }) =>
        isPoints(data) ? null : (
          <path key={series.metric} className="chart-band" d={bandPath(data, area)} fill={series.colour} />
        ),
      )}
      {traces.map(({ series, data }) => (
        <path
          key={series.metric}
          className="chart-line"
          d={pathOf(data, area)}
          stroke={series.colour}
          strokeDasharray={series.dash}
        />
      ))}
      {traces.map(({ series, data }) =>
        isPoints(data) ? (
          <Evaluations key={series.metric} points={data} colour={series.colour} area={area} />
        ) : null,
      )}
      {level !== undefined && <ReferenceName y={area.y(level.value)} text={level.text} area={area} />}
      {traces.length > 1 && <Names traces={traces} area={area} />}
    </g>
  );
}

/** The name of the reference, over the lines and at the left, where they are seldom high yet. */
function ReferenceName({
  y,
  text,
  area,
}: {
  readonly y: number;
  readonly text: string;
  readonly area: Area;
}) {
  return (
    <text className="chart-label" x={area.left + 4} y={y < area.top + 14 ? y + 12 : y - 4}>
      {text}
    </text>
  );
}

function isPoints(data: Trace['data']): data is readonly AccuracyPoint[] {
  return Array.isArray(data);
}

function pathOf(data: Trace['data'], area: Area): string {
  return isPoints(data)
    ? pointsPath(
        data.filter(({ stage }) => stage !== 'init'),
        area,
      )
    : linePath(data, 'mean', area);
}

/** Evaluations that are closer than this, in pixels, are a line without dots. */
const DOT_ROOM = 4;

function Evaluations({
  points,
  colour,
  area,
}: {
  readonly points: readonly AccuracyPoint[];
  readonly colour: string;
  readonly area: Area;
}) {
  const shown = points.filter(({ update }) => update <= area.xEnd);
  const dotted = shown.length < 2 || (area.x(shown.at(-1)!.update) - area.left) / shown.length >= DOT_ROOM;
  return (
    <g>
      {shown.map(({ update, value, stage }, index) => {
        if (stage === 'update' && !dotted) return null;
        return (
          <circle
            key={index}
            cx={area.x(update)}
            cy={area.y(value)}
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
            x={area.x(update) + 7}
            y={area.y(value)}
            dy="0.35em"
            fill={colour}
          >
            {stage}
          </text>
        ))}
    </g>
  );
}

const NAME_HEIGHT = 12;
/** Width of a letter of a name, on average. */
const GLYPH = 6.3;

/** The name of every line beside its end, moved apart where they would overlap. */
function Names({ traces, area }: { readonly traces: readonly Trace[]; readonly area: Area }) {
  const names = traces
    .flatMap(({ series, data }) => {
      const end = endOf(data, area.xEnd);
      return end === undefined ? [] : [{ series, x: area.x(end.update), y: area.y(end.value) }];
    })
    .sort((a, b) => a.y - b.y);
  // Where one finds no room to the right of its line, all stand above theirs at the right end.
  const inside = names.some(({ x, series }) => x + 7 + GLYPH * series.label.length > area.right);
  const wanted = names.map(({ y }) => (inside ? y - 8 : y));
  const placed = spread(wanted, NAME_HEIGHT, area.top + 6, area.bottom - 6);
  return names.map(({ series, x }, index) => (
    <text
      key={series.metric}
      className="chart-label"
      x={inside ? area.right - 2 : x + 7}
      y={placed[index]!}
      dy="0.35em"
      textAnchor={inside ? 'end' : 'start'}
      fill={series.colour}
    >
      {series.label}
    </text>
  ));
}

function endOf(
  data: Trace['data'],
  xEnd: number,
): { readonly update: number; readonly value: number } | undefined {
  if (isPoints(data)) return data.findLast(({ update }) => update <= xEnd);
  for (let bucket = data.length - 1; bucket >= 0; bucket--) {
    const value = data.mean(bucket);
    if (!Number.isNaN(value) && data.centre(bucket) <= xEnd) return { update: data.centre(bucket), value };
  }
  return undefined;
}
