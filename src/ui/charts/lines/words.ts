/** What a chart of lines says in words: its readings, what is missing and why. */
import { metrics, metricIndex, type MetricName } from '../../../telemetry/metrics.ts';
import type { RunView } from '../../run/runView.ts';
import { noDataReason } from '../catalogue/notes.ts';
import type { LineChartSpec } from '../catalogue/spec.ts';
import { dataOf } from '../data/runData.ts';
import { reading } from '../plot/format.ts';

function has(metric: MetricName, run: RunView): boolean {
  return metric === 'accuracy' ? run.accuracy.length > 0 : dataOf(run).buckets(metric).count > 0;
}

/** What is said in place of lines: that nothing has come yet, or why nothing comes. */
export function emptyText(spec: LineChartSpec, run: RunView): string | undefined {
  if (spec.series.some(({ metric }) => has(metric, run))) return undefined;
  if (run.length === 0) return 'No data yet: it comes with the first update.';
  const metric = spec.series[0]!.metric;
  return `No data: ${noDataReason(metric, run.experiment)}`;
}

/** Which line of a chart that has others will not come, and why. */
export function missingText(spec: LineChartSpec, run: RunView): string | undefined {
  const missing = spec.series.find(({ metric }) => !has(metric, run));
  return missing && `${missing.label}: no data, ${noDataReason(missing.metric, run.experiment)}`;
}

/** The readings of one update, the newest without one. */
export function readingsAt(spec: LineChartSpec, run: RunView, update?: number): string {
  const data = dataOf(run);
  return spec.series
    .map(({ metric, label }) => {
      const value = data.reading(metric, update);
      const definition = metrics[metricIndex(metric)]!;
      const unit = 'unit' in definition ? ` ${definition.unit}` : '';
      return Number.isNaN(value) ? `${label}: no data` : `${label} ${reading(value, spec.format)}${unit}`;
    })
    .join(', ');
}

const STAGE_WORDS = { init: 'at the start', warm: 'after the warm start', update: 'while learning' } as const;

export function summaryOf(spec: LineChartSpec, run: RunView): string {
  const stages = spec.series.some(({ metric }) => metric === 'accuracy')
    ? run.accuracy
        .filter(({ stage }) => stage !== 'update')
        .map(({ stage, value }) => ` Held-out ${STAGE_WORDS[stage]}: ${reading(value, spec.format)}.`)
    : [];
  const { lastUpdate } = dataOf(run);
  return `${spec.title} by update. Update ${lastUpdate}: ${readingsAt(spec, run)}.${stages.join('')}`;
}
