/**
 * What the charts keep about a run beside its raw series: one envelope per metric, caught up when asked for, and the
 * tops of the histograms' axes. Forgotten with the run. It never writes to the run.
 */
import { Envelope } from '../../../telemetry/envelope.ts';
import { histogramWindow, total, type HistogramWindow } from '../../../telemetry/histogramWindow.ts';
import type { MetricName } from '../../../telemetry/metrics.ts';
import type { RunView } from '../../run/runView.ts';
import { shareTop } from '../plot/domain.ts';

interface Follower {
  readonly envelope: Envelope;
  /** Rows of the series that the envelope holds. */
  rows: number;
}

export class RunData {
  readonly #run: RunView;
  readonly #followers = new Map<MetricName, Follower>();
  #window: { readonly rows: number; readonly sums: HistogramWindow } | undefined;
  readonly #tops = { ratio: 0, staleness: 0 };

  constructor(run: RunView) {
    this.#run = run;
  }

  /** Update number of the newest row or evaluation, 0 before the first. */
  get lastUpdate(): number {
    const { updates, accuracy } = this.#run;
    return Math.max(updates.length === 0 ? 0 : updates.at(updates.length - 1), accuracy.at(-1)?.update ?? 0);
  }

  envelope(metric: MetricName): Envelope {
    let follower = this.#followers.get(metric);
    if (follower === undefined) {
      follower = { envelope: new Envelope(), rows: 0 };
      this.#followers.set(metric, follower);
    }
    const { updates } = this.#run;
    const series = this.#run.series(metric);
    for (; follower.rows < series.length; follower.rows++)
      follower.envelope.add(updates.at(follower.rows), series.at(follower.rows));
    return follower.envelope;
  }

  /** The histograms of the last updates. */
  get window(): HistogramWindow {
    const rows = this.#run.length;
    if (this.#window?.rows !== rows) this.#window = { rows, sums: histogramWindow(this.#run.recent) };
    return this.#window.sums;
  }

  /** Tops of the axes of shares, which the present window may move; 1 before there are tokens. */
  get tops(): { readonly ratio: number; readonly staleness: number } {
    const { ratioPositive, ratioNegative, staleness } = this.window;
    const signed = total(ratioPositive) + total(ratioNegative);
    const aged = total(staleness);
    if (signed > 0) {
      const share = Math.max(most(ratioPositive), most(ratioNegative)) / signed;
      this.#tops.ratio = shareTop(this.#tops.ratio, share);
    }
    if (aged > 0) this.#tops.staleness = shareTop(this.#tops.staleness, most(staleness) / aged);
    return { ratio: this.#tops.ratio || 1, staleness: this.#tops.staleness || 1 };
  }

  /** Row of the newest frame at or before `update`; −1 if there is none. */
  rowAt(update: number): number {
    const { updates } = this.#run;
    let low = 0;
    let high = updates.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (updates.at(middle) <= update) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /**
   * Reading of a metric at an update, or the newest one; NaN where there is none. Accuracy holds from one evaluation
   * to the next, every other metric belongs to its update alone.
   */
  reading(metric: MetricName, update = Infinity): number {
    if (metric === 'accuracy')
      return this.#run.accuracy.findLast((point) => point.update <= update)?.value ?? NaN;
    const row = this.rowAt(update);
    if (update !== Infinity && this.#run.updates.at(row) !== update) return NaN;
    return this.#run.series(metric).at(row);
  }
}

function most(counts: Float64Array): number {
  return counts.reduce((a, b) => Math.max(a, b), 0);
}

const cache = new WeakMap<RunView, RunData>();

export function dataOf(run: RunView): RunData {
  let data = cache.get(run);
  if (data === undefined) {
    data = new RunData(run);
    cache.set(run, data);
  }
  return data;
}
