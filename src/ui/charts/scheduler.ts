/**
 * Shares the main thread between the charts. Told that something may have changed, it commits, frame by frame,
 * the visible charts whose signature differs from the one they were last drawn with: at most two a frame, each at
 * most five times a second, all together for at most the budget of main-thread time. The chart that waited longest
 * goes first, so that a tight budget slows all charts alike. It asks for no frame while nothing is waiting.
 */
export interface Clock {
  /** Milliseconds. */
  now(): number;
  requestFrame(callback: () => void): void;
}

export interface Limits {
  /** Milliseconds between two commits of one chart. */
  readonly interval: number;
  readonly commitsPerFrame: number;
  /** Milliseconds of main thread per second, all charts together. */
  readonly budget: number;
}

export const LIMITS: Limits = { interval: 200, commitsPerFrame: 2, budget: 150 };

export interface Chart {
  /** Changes exactly when the chart would look different. Must be cheap. */
  signature(): string;
  /** Draws, synchronously, so that its time can be measured. */
  commit(): void;
}

export interface Registration {
  setVisible(visible: boolean): void;
  remove(): void;
}

interface Entry {
  readonly chart: Chart;
  visible: boolean;
  drawn: string | undefined;
  at: number;
}

export class ChartScheduler {
  readonly #clock: Clock;
  readonly #limits: Limits;
  /** Longest since the last commit first: a Set keeps its order of insertion. */
  readonly #entries = new Set<Entry>();
  #requested = false;
  /** Milliseconds that may still be spent; refilled by time, never above a tenth of a second's worth. */
  #credit: number;
  #refilled: number;
  /** Milliseconds spent in commits, and their number, since the start. */
  spent = 0;
  commits = 0;

  constructor(clock: Clock, limits: Limits = LIMITS) {
    this.#clock = clock;
    this.#limits = limits;
    this.#credit = limits.budget / 10;
    this.#refilled = clock.now();
  }

  /** A chart starts invisible, and undrawn: it is committed as soon as it is seen. */
  add(chart: Chart): Registration {
    const entry: Entry = { chart, visible: false, drawn: undefined, at: -Infinity };
    this.#entries.add(entry);
    return {
      setVisible: (visible) => {
        entry.visible = visible;
        if (visible) this.poke();
      },
      remove: () => void this.#entries.delete(entry),
    };
  }

  /** Says that charts may have changed. */
  poke(): void {
    if (this.#requested) return;
    this.#requested = true;
    this.#clock.requestFrame(() => this.#frame());
  }

  #frame(): void {
    this.#requested = false;
    this.#refill();
    const waiting = [...this.#entries].filter(
      (entry) => entry.visible && entry.drawn !== entry.chart.signature(),
    );
    let left = this.#limits.commitsPerFrame;
    let unfinished = false;
    for (const entry of waiting) {
      const start = this.#clock.now();
      if (left === 0 || this.#credit <= 0 || start - entry.at < this.#limits.interval) {
        unfinished = true;
        continue;
      }
      left--;
      entry.drawn = entry.chart.signature();
      entry.at = start;
      this.#entries.delete(entry);
      this.#entries.add(entry);
      entry.chart.commit();
      const cost = this.#clock.now() - start;
      this.#credit -= cost;
      this.spent += cost;
      this.commits++;
    }
    if (unfinished) this.poke();
  }

  #refill(): void {
    const now = this.#clock.now();
    const { budget } = this.#limits;
    this.#credit = Math.min(budget / 10, this.#credit + ((now - this.#refilled) * budget) / 1000);
    this.#refilled = now;
  }
}
