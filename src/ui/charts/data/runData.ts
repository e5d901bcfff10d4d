/**
 * What the charts keep about a run beside its raw series: every metric that was asked for, reduced and smoothed as
 * asked, caught up when asked again, and the tops of the histograms' axes. Forgotten with the run. It never writes
 * to the run.
 */
import {
  clipShareByStaleness,
  histogramWindow,
  total,
  WINDOW,
  type HistogramWindow,
} from '../../../telemetry/histogramWindow.ts';
import type { MetricName } from '../../../telemetry/metrics.ts';
import type { RunView } from '../../run/runView.ts';
import { shareTop } from '../plot/domain.ts';
import type { Stretch } from '../view/zoom.ts';
import { Follower, type Buckets } from './buckets.ts';
import { rowAt } from './rows.ts';
import { Smoothed } from './smoothed.ts';

interface Kept {
  readonly key: string;
  readonly follower: Follower;
}

export class RunData {
  readonly #run: RunView;
  /** Per metric the whole run, and beside it the last stretch and the last smoothing that were asked for. */
  readonly #whole = new Map<MetricName, Follower>();
  readonly #special = new Map<string, Kept>();
  readonly #windows = new Map<'newest' | 'past', { readonly key: string; readonly sums: HistogramWindow }>();
  readonly #tops = { ratio: 0, staleness: 0, clipped: 0 };

  constructor(run: RunView) {
    this.#run = run;
  }

  /** Update number of the newest row or evaluation, 0 before the first. */
  get lastUpdate(): number {
    const { updates, accuracy } = this.#run;
    return Math.max(updates.length === 0 ? 0 : updates.at(updates.length - 1), accuracy.at(-1)?.update ?? 0);
  }

  /** A metric over the whole run, or over a stretch of it. */
  buckets(metric: MetricName, stretch?: Stretch): Buckets {
    if (stretch !== undefined) return this.#specialFollower(metric, 1, stretch);
    let follower = this.#whole.get(metric);
    if (follower === undefined) {
      follower = new Follower(this.#run.updates, this.#run.series(metric));
      this.#whole.set(metric, follower);
    }
    return follower.follow();
  }

  /** The same, smoothed. @param reach as in `Smoothed` */
  smoothed(metric: MetricName, reach: number, stretch?: Stretch): Buckets {
    return this.#specialFollower(metric, reach, stretch);
  }

  #specialFollower(metric: MetricName, reach: number, stretch: Stretch | undefined): Buckets {
    const slot = `${metric} ${reach > 1 ? 'smooth' : 'raw'}`;
    const key = `${reach} ${stretch?.from} ${stretch?.to}`;
    let kept = this.#special.get(slot);
    if (kept?.key !== key) {
      const series = this.#run.series(metric);
      const values = reach > 1 ? new Smoothed(series, reach) : series;
      kept = { key, follower: new Follower(this.#run.updates, values, stretch) };
      this.#special.set(slot, kept);
    }
    return kept.follower.follow();
  }

  /**
   * The histograms of the last updates up to `update`, the newest without one. They cover no update where their
   * frames are no longer kept.
   */
  window(update = Infinity): HistogramWindow {
    const { recent } = this.#run;
    const end = 1 + recent.findLastIndex((frame) => frame.update <= update);
    const slot = update === Infinity ? 'newest' : 'past';
    const key = `${this.#run.length} ${end}`;
    let kept = this.#windows.get(slot);
    if (kept?.key !== key) {
      kept = { key, sums: histogramWindow(recent.slice(Math.max(0, end - WINDOW), end)) };
      this.#windows.set(slot, kept);
    }
    return kept.sums;
  }

  /** Tops of the axes of shares, which the present window may move; 1 before there are tokens. */
  get tops(): { readonly ratio: number; readonly staleness: number; readonly clipped: number } {
    const window = this.window();
    const { ratioPositive, ratioNegative, staleness } = window;
    const signed = total(ratioPositive) + total(ratioNegative);
    if (signed > 0) this.#raise('ratio', Math.max(most(ratioPositive), most(ratioNegative)) / signed);
    const aged = total(staleness);
    if (aged > 0) this.#raise('staleness', most(staleness) / aged);
    const clipped = most(clipShareByStaleness(window));
    if (clipped > 0) this.#raise('clipped', clipped);
    const { ratio, staleness: tokens, clipped: cut } = this.#tops;
    return { ratio: ratio || 1, staleness: tokens || 1, clipped: cut || 1 };
  }

  #raise(top: keyof RunData['tops'], share: number): void {
    this.#tops[top] = shareTop(this.#tops[top], share);
  }

  /** The update of a frame that is nearest to `update`; 0 before the first frame. */
  nearest(update: number): number {
    const { updates } = this.#run;
    const row = rowAt(updates, update);
    const [before, after] = [updates.at(row), updates.at(row + 1)];
    if (Number.isNaN(before)) return 0;
    return after - update < update - before ? after : before;
  }

  /**
   * Reading of a metric at an update, or the newest one; NaN where there is none. Accuracy holds from one evaluation
   * to the next, every other metric belongs to its update alone.
   */
  reading(metric: MetricName, update = Infinity): number {
    if (metric === 'accuracy')
      return this.#run.accuracy.findLast((point) => point.update <= update)?.value ?? NaN;
    const row = rowAt(this.#run.updates, update);
    if (update !== Infinity && this.#run.updates.at(row) !== update) return NaN;
    return this.#run.series(metric).at(row);
  }
}

function most(counts: Float64Array): number {
  return counts.reduce((a, b) => (b > a ? b : a), 0);
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
