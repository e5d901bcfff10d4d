/** What a chart is, as data. */
import type { Experiment } from '../../../experiment/experiment.ts';
import type { RunView } from '../../run/runView.ts';
import type { MetricName } from '../../../telemetry/metrics.ts';
import type { Scale } from '../plot/domain.ts';
import type { Format } from '../plot/format.ts';

export interface LineSeries {
  /** `accuracy` is drawn from the run's evaluations, all others from its frames. */
  readonly metric: MetricName;
  /** A word or two, beside the reading and at the end of the line. */
  readonly label: string;
  readonly colour: string;
  /** Dash pattern in pixels; none = solid. Two lines of one chart never differ by colour alone. */
  readonly dash?: string;
}

/** One of several things that a chart of lines can show. What it does not say is the chart's own. */
export interface Measure {
  readonly id: string;
  readonly label: string;
  readonly series: readonly LineSeries[];
  readonly unit?: string;
  readonly scale?: Scale;
  readonly format?: Format;
}

/** A level worth comparing with. */
export interface Level {
  readonly value: number;
  readonly text: string;
}

export interface LineChartSpec {
  readonly kind: 'lines';
  readonly id: string;
  readonly title: string;
  readonly unit?: string;
  readonly scale: Scale;
  readonly format: Format;
  readonly series: readonly LineSeries[];
  /** Shown one at a time, chosen on the chart; `series` is that of the first. */
  readonly measures?: readonly Measure[];
  /** Areas between two of the series, for a spread; drawn under the lines. */
  readonly areas?: readonly {
    readonly low: MetricName;
    readonly high: MetricName;
    readonly colour: string;
  }[];
  readonly reference?: (experiment: Experiment) => Level | undefined;
  readonly note?: (experiment: Experiment) => string | undefined;
  /** Said after the readings: what they mean at present. */
  readonly remark?: (run: RunView) => string;
  /** What one should see in it, in a sentence or two. */
  readonly about: string;
}

/** A picture of the last updates, or of those up to the cross-hair. */
interface Picture {
  readonly id: string;
  readonly title: string;
  readonly metrics: readonly MetricName[];
  readonly about: string;
}

export interface PictureSpec extends Picture {
  readonly kind: 'ratio' | 'heat' | 'time';
}

/** Bars by age, in the colours of staleness. */
export interface AgeChartSpec extends Picture {
  readonly kind: 'age';
  /** What the height of a bar is. */
  readonly of: 'tokens' | 'clip' | 'length';
}

export type ChartSpec = LineChartSpec | AgeChartSpec | PictureSpec;

export interface Section {
  readonly name: string;
  readonly title: string;
  readonly charts: readonly ChartSpec[];
}

/** The metrics that a chart shows, or can show. */
export function metricsOf(spec: ChartSpec): readonly MetricName[] {
  if (spec.kind !== 'lines') return spec.metrics;
  const series = spec.measures?.flatMap((measure) => measure.series) ?? spec.series;
  return [...new Set(series.map(({ metric }) => metric))];
}

/** A chart of lines with the measure that is chosen, the first where nothing valid is. */
export function withMeasure(spec: LineChartSpec, chosen: string | undefined): LineChartSpec {
  if (spec.measures === undefined) return spec;
  const measure = spec.measures.find(({ id }) => id === chosen) ?? spec.measures[0]!;
  const { series, unit, scale = spec.scale, format = spec.format } = measure;
  return { ...spec, series, scale, format, ...(unit !== undefined && { unit }) };
}
