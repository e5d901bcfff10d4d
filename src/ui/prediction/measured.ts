/** What the run measured of what is predicted, over its last updates. */
import type { RunView } from '../run/runView.ts';
import type { MetricName } from '../../telemetry/metrics.ts';

export interface Measured {
  /** Share of the learner's time; NaN = no data. */
  readonly idle: number;
  /** Head lag in versions; NaN = no data. */
  readonly lag: number;
}

const LATELY = 50;

export function measuredNow(run: Pick<RunView, 'series' | 'length'>): Measured {
  const mean = (metric: MetricName): number => {
    const series = run.series(metric);
    let [sum, count] = [0, 0];
    for (let row = Math.max(0, run.length - LATELY); row < run.length; row++) {
      const value = series.at(row);
      if (Number.isNaN(value)) continue;
      sum += value;
      count += 1;
    }
    return count === 0 ? NaN : sum / count;
  };
  return { idle: mean('learner_idle') + (mean('learner_publishing') || 0), lag: mean('head_lag_avg') };
}
