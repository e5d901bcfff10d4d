/** A chart of lines over updates, samples or time, made from its entry in the catalogue. */
import { useRef } from 'react';
import type { MetricName } from '../../../telemetry/metrics.ts';
import type { RunView } from '../../run/runView.ts';
import { marksOf } from '../catalogue/changes.ts';
import { withMeasure, type Level, type LineChartSpec, type LineSeries } from '../catalogue/spec.ts';
import { dataOf } from '../data/runData.ts';
import { Card } from '../frame/Card.tsx';
import { MeasurePicker } from '../frame/MeasurePicker.tsx';
import { yDomain } from '../plot/domain.ts';
import { ratioLabel, tickLabel } from '../plot/format.ts';
import { withLine, withNames, type Size } from '../plot/layout.ts';
import { Plot, type AxisSpec } from '../plot/Plot.tsx';
import { useScheduled } from '../schedule/schedule.ts';
import { axes } from '../view/axis.ts';
import { TimeLayer } from '../view/TimeLayer.tsx';
import { viewNow, type ChartsView } from '../view/view.ts';
import { LineAt, LineReadings } from './LineReadings.tsx';
import { lineTable } from './lineTable.ts';
import { stretchOf, xAxisOf } from './shown.ts';
import { Traces, type Trace, type TracesProps } from './Traces.tsx';
import { emptyText, missingText, readingsAt, summaryOf } from './words.ts';

export interface ChartProps {
  readonly run: RunView;
  readonly previous: RunView | undefined;
  readonly size: Size;
}

const plainTick = (value: number) => tickLabel(value);
const shareTick = (value: number) => tickLabel(value, 'share');

export function LineChart({
  spec: entry,
  run,
  previous,
  size: room,
}: ChartProps & { readonly spec: LineChartSpec }) {
  const card = useRef<HTMLElement>(null);
  const commits = useScheduled(card, () => signatureOf(entry, run, previous));
  const view = viewNow();
  const spec = withMeasure(entry, view.measures[entry.id]);
  const { axis, zoom } = view;
  const x = xAxisOf(run, previous, axis, zoom);
  const shown = lines(spec, run, previous, x, view);
  const y = { ...rangeOf(spec, shown, run), wording: wordingOf(spec), log: isLog(spec) };
  const marks = marksOf(run.changes);
  const reference = spec.reference?.(run.experiment);
  const readingLines = spec.remark === undefined ? undefined : 2;
  const size = withNames(readingLines === undefined ? room : withLine(room), namesOf(spec, reference));
  return (
    <Card
      card={card}
      spec={entry}
      size={size}
      at={<LineAt run={run} />}
      drawn={dataOf(run).lastUpdate}
      choice={entry.measures && <MeasurePicker spec={entry} measures={entry.measures} />}
      readings={<LineReadings spec={spec} run={run} />}
      lines={readingLines}
      summary={summaryOf(spec, run)}
      note={spec.note?.(run.experiment) ?? missingText(spec, run)}
      empty={emptyText(spec, run)}
      plot={
        commits > 0 &&
        size.width > 0 && (
          <Plot
            size={size}
            x={x}
            y={y}
            xName={axes[axis].name}
            layer={
              <Traces
                {...shown}
                run={run}
                previous={previous}
                band={view.band}
                marks={marks}
                reference={reference}
                axis={axis}
                x={x}
                y={y}
                text={size.text}
              />
            }
          />
        )
      }
      overlay={
        <TimeLayer
          id={spec.id}
          title={spec.title}
          size={size}
          x={x}
          axis={axis}
          zoom={zoom}
          run={run}
          marks={marks}
          words={(update) => readingsAt(spec, run, update)}
        />
      }
      table={(whole) => lineTable(spec, run, marks, zoom, whole)}
    />
  );
}

/** What is written at the ends of lines and levels. */
function namesOf({ series }: LineChartSpec, reference: Level | undefined): readonly string[] {
  const lines = series.length > 1 ? series.map(({ label }) => label) : [];
  return reference === undefined ? lines : [...lines, reference.text];
}

/** The reduced series of the chart, of what the axis shows. */
function lines(
  spec: LineChartSpec,
  run: RunView,
  previous: RunView | undefined,
  x: AxisSpec,
  { axis, zoom, smoothing }: ChartsView,
): Pick<TracesProps, 'traces' | 'areas'> {
  const data = dataOf(run);
  const before = previous && { data: dataOf(previous), stretch: stretchOf(previous, axis, x, zoom) };
  const smoothed = (metric: MetricName) =>
    smoothing > 1 ? data.smoothed(metric, smoothing, zoom) : undefined;
  const trace = (series: LineSeries): Trace => {
    const { metric } = series;
    return metric === 'accuracy'
      ? { series, data: run.accuracy, smoothed: undefined, previous: previous?.accuracy }
      : {
          series,
          data: data.buckets(metric, zoom),
          smoothed: smoothed(metric),
          previous: before?.data.buckets(metric, before.stretch),
        };
  };
  const edge = (metric: MetricName) => smoothed(metric) ?? data.buckets(metric, zoom);
  return {
    traces: spec.series.map(trace),
    areas: (spec.areas ?? []).map(({ low, high, colour }) => ({ low: edge(low), high: edge(high), colour })),
  };
}

/** Range over what is shown of this run and the previous one. */
function rangeOf(spec: LineChartSpec, { traces }: Pick<TracesProps, 'traces'>, run: RunView) {
  const known = traces
    .flatMap(({ data, previous }) => [data, previous])
    .filter((line) => line !== undefined && 'least' in line && line.count > 0);
  const least = known.reduce((value, line) => Math.min(value, (line as { least: number }).least), Infinity);
  const greatest = known.reduce(
    (value, line) => Math.max(value, (line as { greatest: number }).greatest),
    -Infinity,
  );
  // A bound that starts from 0 is part of the picture even where nothing comes near it.
  const reference = spec.scale === 'zero' ? spec.reference?.(run.experiment)?.value : undefined;
  return known.length === 0
    ? yDomain(spec.scale, NaN, reference ?? NaN)
    : yDomain(spec.scale, least, Math.max(greatest, reference ?? -Infinity));
}

function signatureOf(entry: LineChartSpec, run: RunView, previous: RunView | undefined): string {
  const view = viewNow();
  const spec = withMeasure(entry, view.measures[entry.id]);
  const counts = spec.series.map(({ metric }) => countOf(metric, run));
  return [
    run.id,
    previous?.id,
    view.axis,
    view.smoothing,
    view.band,
    view.zoom?.from,
    view.zoom?.to,
    view.measures[entry.id],
    xAxisOf(run, previous, view.axis, view.zoom).high,
    run.length > 0,
    run.changes.length,
    ...counts,
  ].join(' ');
}

function countOf(metric: MetricName, run: RunView): number {
  return metric === 'accuracy' ? run.accuracy.length : dataOf(run).buckets(metric).count;
}

function isLog({ scale }: LineChartSpec): boolean {
  return scale === 'ratio' || scale === 'factor' || scale === 'decades';
}

function wordingOf(spec: LineChartSpec): (tick: number) => string {
  if (spec.scale === 'ratio') return ratioLabel;
  return spec.format === 'share' ? shareTick : plainTick;
}
