/**
 * The one table of metrics. A frame's layout, the charts, the export's columns and the glossary derive from it.
 * Names are AReaL's (`systems.md` §3.1) where AReaL has one. Every metric counts response tokens that are not
 * masked, and those alone; one without data is NaN, never 0.
 *
 * - `learning.ts` rewards, loss, entropy · `ratios.ts` importance ratios, KL, clip fractions
 * - `staleness.ts` the kinds of lag · `lengths.ts` response lengths · `flow.ts` queue and use of time
 */
import { flow } from './metrics/flow.ts';
import { learning } from './metrics/learning.ts';
import { lengths } from './metrics/lengths.ts';
import { ratios } from './metrics/ratios.ts';
import { staleness } from './metrics/staleness.ts';

export { libraries, type Library, type MetricDefinition } from './metrics/definition.ts';

export const metrics = [...learning, ...ratios, ...staleness, ...lengths, ...flow] as const;

export type MetricName = (typeof metrics)[number]['name'];

const indices = new Map<string, number>(metrics.map((metric, index) => [metric.name, index]));

export function metricIndex(name: MetricName): number {
  return indices.get(name)!;
}

export function isMetric(name: string): name is MetricName {
  return indices.has(name);
}
