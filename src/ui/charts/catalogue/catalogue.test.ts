import { describe, expect, it } from 'vitest';
import { metrics } from '../../../telemetry/metrics.ts';
import { findChart, sections } from './index.ts';
import { metricsOf, withMeasure } from './spec.ts';

const charts = sections.flatMap((section) => section.charts);

describe('the catalogue of charts', () => {
  it('shows every metric of the table', () => {
    const shown = new Set<string>(charts.flatMap(metricsOf));
    expect(metrics.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
  });

  it('has one chart of a name, one title, and a sentence about each', () => {
    expect(new Set(charts.map(({ id }) => id)).size).toBe(charts.length);
    expect(new Set(charts.map(({ title }) => title)).size).toBe(charts.length);
    for (const spec of charts) {
      expect(spec.about.length).toBeGreaterThan(20);
      expect(findChart(spec.id)).toBe(spec);
    }
    expect(findChart(undefined)).toBeUndefined();
  });

  it('never tells two lines of one chart apart by colour alone', () => {
    for (const spec of charts) {
      if (spec.kind !== 'lines') continue;
      for (const { id } of spec.measures ?? [{ id: '' }]) {
        const { series } = withMeasure(spec, id);
        // Held-out accuracy is a line with dots.
        const looks = series.map(({ metric, dash, label }) =>
          metric === 'accuracy' ? 'dots' : spec.id === 'quantiles' ? label : (dash ?? 'solid'),
        );
        expect(new Set(looks).size, `${spec.id} ${id}`).toBe(series.length);
      }
    }
  });

  it('begins with the first measure, and falls back to it', () => {
    for (const spec of charts) {
      if (spec.kind !== 'lines' || spec.measures === undefined) continue;
      expect(spec.series).toBe(spec.measures[0]!.series);
      expect(withMeasure(spec, 'no such').series).toBe(spec.series);
      expect(withMeasure(spec, spec.measures[1]!.id).series).toBe(spec.measures[1]!.series);
    }
  });
});
