/** A chart of lines over updates, made from its entry in the catalogue. */
import { useRef } from 'react';
import { metrics, metricIndex, type MetricName } from '../../../telemetry/metrics.ts';
import type { RunView } from '../../run/runView.ts';
import { Card, Reading, Swatch } from '../frame/Card.tsx';
import type { LineChartSpec } from '../catalogue/index.ts';
import { marksOf } from '../catalogue/changes.ts';
import { xDomain, yDomain } from '../plot/domain.ts';
import { reading, ratioLabel, tickLabel } from '../plot/format.ts';
import { useHover } from '../view/hover.ts';
import { HoverLayer } from '../view/HoverLayer.tsx';
import { LineTable } from './LineTable.tsx';
import { noDataReason } from '../catalogue/notes.ts';
import { Plot } from '../plot/Plot.tsx';
import { dataOf } from '../data/runData.ts';
import { useScheduled } from '../schedule/schedule.ts';
import { Traces, type Trace } from './Traces.tsx';

export interface ChartProps {
  readonly run: RunView;
  readonly previous: RunView | undefined;
  /** Width of the plot in pixels. */
  readonly width: number;
}

const updateTick = (update: number) => tickLabel(update);
const plainTick = (value: number) => tickLabel(value);
const shareTick = (value: number) => tickLabel(value, 'share');

export function LineChart({ spec, run, previous, width }: ChartProps & { readonly spec: LineChartSpec }) {
  const card = useRef<HTMLElement>(null);
  const commits = useScheduled(card, () => signatureOf(spec, run, previous));
  const data = dataOf(run);
  const before = previous === undefined ? undefined : dataOf(previous);
  const x = { ...xDomain(data.lastUpdate, before?.lastUpdate ?? 0), wording: updateTick };
  const y = { ...rangeOf(spec, run, previous), wording: wordingOf(spec), log: isLog(spec) };
  const marks = marksOf(run.changes);
  const empty = emptyText(spec, run);
  const plot = commits > 0 && width > 0 && (
    <Plot
      width={width}
      x={x}
      y={y}
      xName="update"
      layer={
        <Traces
          traces={spec.series.map((series) => traceOf(series, run, previous))}
          marks={marks}
          reference={spec.reference?.(run.experiment)}
          x={x}
          y={y}
        />
      }
    />
  );
  return (
    <Card
      card={card}
      spec={spec}
      unit={spec.unit}
      readings={<LineReadings spec={spec} run={run} />}
      summary={summaryOf(spec, run)}
      note={spec.note?.(run.experiment) ?? missingText(spec, run)}
      empty={empty}
      plot={plot}
      overlay={<HoverLayer width={width} xHigh={x.high} marks={marks} run={run} />}
      table={() => <LineTable spec={spec} run={run} marks={marks} />}
    />
  );
}

/** The readings beside their swatches: of the newest update, or of the one under the pointer. */
function LineReadings({ spec, run }: { readonly spec: LineChartSpec; readonly run: RunView }) {
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

function traceOf(
  series: LineChartSpec['series'][number],
  run: RunView,
  previous: RunView | undefined,
): Trace {
  const { metric } = series;
  return metric === 'accuracy'
    ? { series, data: run.accuracy, previous: previous?.accuracy }
    : { series, data: dataOf(run).envelope(metric), previous: previous && dataOf(previous).envelope(metric) };
}

/** Range over this run and the previous one. */
function rangeOf(spec: LineChartSpec, run: RunView, previous: RunView | undefined) {
  const runs = previous === undefined ? [run] : [run, previous];
  const envelopes = runs.flatMap((each) => spec.series.map(({ metric }) => dataOf(each).envelope(metric)));
  const known = envelopes.filter(({ count }) => count > 0);
  const least = known.length === 0 ? NaN : Math.min(...known.map((envelope) => envelope.least));
  const greatest = known.length === 0 ? NaN : Math.max(...known.map((envelope) => envelope.greatest));
  // A bound that starts from 0 is part of the picture even where nothing comes near it.
  const reference = spec.scale === 'zero' ? spec.reference?.(run.experiment)?.value : undefined;
  return yDomain(spec.scale, least, Math.max(greatest || 0, reference ?? 0));
}

function signatureOf(spec: LineChartSpec, run: RunView, previous: RunView | undefined): string {
  const data = dataOf(run);
  const last = previous === undefined ? 0 : dataOf(previous).lastUpdate;
  const lengths = spec.series.map(({ metric }) =>
    metric === 'accuracy' ? run.accuracy.length : data.envelope(metric).count,
  );
  return [
    run.id,
    previous?.id,
    xDomain(data.lastUpdate, last).high,
    run.length > 0,
    run.changes.length,
    ...lengths,
  ].join(' ');
}

function isLog({ scale }: LineChartSpec): boolean {
  return scale === 'ratio' || scale === 'factor' || scale === 'decades';
}

function wordingOf(spec: LineChartSpec): (tick: number) => string {
  if (spec.scale === 'ratio') return ratioLabel;
  return spec.format === 'share' ? shareTick : plainTick;
}

function has(metric: MetricName, run: RunView): boolean {
  return metric === 'accuracy' ? run.accuracy.length > 0 : dataOf(run).envelope(metric).count > 0;
}

/** What is said in place of lines: that nothing has come yet, or why nothing comes. */
function emptyText(spec: LineChartSpec, run: RunView): string | undefined {
  if (spec.series.some(({ metric }) => has(metric, run))) return undefined;
  if (run.length === 0) return 'No data yet: it comes with the first update.';
  const metric = spec.series[0]!.metric;
  return `No data: ${noDataReason(metric, run.experiment)}`;
}

const STAGE_WORDS = { init: 'at the start', warm: 'after the warm start', update: 'while learning' } as const;

/** Which line of a chart that has others will not come, and why. */
function missingText(spec: LineChartSpec, run: RunView): string | undefined {
  const missing = spec.series.find(({ metric }) => !has(metric, run));
  return missing && `${missing.label}: no data, ${noDataReason(missing.metric, run.experiment)}`;
}

function summaryOf(spec: LineChartSpec, run: RunView): string {
  const data = dataOf(run);
  const readings = spec.series.map(({ metric, label }) => {
    const value = data.reading(metric);
    const unit = metrics[metricIndex(metric)]!;
    return Number.isNaN(value)
      ? `${label}: no data`
      : `${label} ${reading(value, spec.format)}${'unit' in unit ? ` ${unit.unit}` : ''}`;
  });
  const stages = spec.series.some(({ metric }) => metric === 'accuracy')
    ? run.accuracy
        .filter(({ stage }) => stage !== 'update')
        .map(({ stage, value }) => ` Held-out ${STAGE_WORDS[stage]}: ${reading(value, spec.format)}.`)
    : [];
  return `${spec.title} by update. Update ${data.lastUpdate}: ${readings.join(', ')}.${stages.join('')}`;
}
