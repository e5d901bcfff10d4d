/**
 * Which charts there are, as data, in sections: first what matters most, then learning, ratios, staleness,
 * throughput and samples. A chart of lines is an entry; other pictures have files of their own beside `lines/`.
 */
import { essentials } from './essentials.ts';
import { learning } from './learning.ts';
import { ratios } from './ratios.ts';
import { samples } from './samples.ts';
import type { ChartSpec, Section } from './spec.ts';
import { staleness } from './staleness.ts';
import { throughput } from './throughput.ts';

export const sections: readonly Section[] = [
  { name: 'essentials', title: 'Essentials', charts: essentials },
  { name: 'learning', title: 'Learning', charts: learning },
  { name: 'ratios', title: 'Ratios and clipping', charts: ratios },
  { name: 'staleness', title: 'Staleness', charts: staleness },
  { name: 'throughput', title: 'Throughput', charts: throughput },
  { name: 'samples', title: 'Samples', charts: samples },
];

export function findChart(id: string | undefined): ChartSpec | undefined {
  return sections.flatMap(({ charts }) => charts).find((spec) => spec.id === id);
}
