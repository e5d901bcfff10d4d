/**
 * Shares the main thread between the charts. Told that something may have changed, it commits, frame by frame,
 * the visible charts whose signature differs from the one they were last drawn with: a few a frame, each at most
 * five times a second, all together for at most the budget of main-thread time. The chart that waited longest
 * goes first, so that a tight budget slows all charts alike. A commit that follows from what a person did is free:
 * when a chart comes into sight, and when they change how the charts are looked at. Nobody should wait for that.
 * It asks for no frame while nothing is waiting.
 *
 * The browser's own work after a commit (style, layout, paint) is about as much as the commit and is paid per frame
 * more than per chart. So a frame takes several charts, as long as they are cheap, and its rendering is on the bill.
 */
export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** Calls back in the first frame after `delay` milliseconds. */
  requestFrame(callback: () => void, delay: number): void;
  /** Within a frame: calls back as soon as the browser has rendered it. */
  afterRendering(callback: () => void): void;
}

export interface Limits {
  /** Milliseconds between two commits of one chart. */
  readonly interval: number;
  readonly commitsPerFrame: number;
  /** Milliseconds of commits after which a frame takes no further chart. */
  readonly frame: number;
  /** Milliseconds per second in commits and rendering, all charts together. */
  readonly budget: number;
}

export const LIMITS: Limits = { interval: 200, commitsPerFrame: 4, frame: 6, budget: 130 };

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
  /** The next commit neither waits nor counts. */
  free: boolean;
}

export class ChartScheduler {
  readonly #clock: Clock;
  readonly #limits: Limits;
  readonly #entries = new Set<Entry>();
  /** Charts to be committed, longest since their last commit first. */
  #waiting: Entry[] = [];
  /** Signatures have to be compared again. */
  #stale = false;
  /** When the frame comes that was asked for. */
  #due = Infinity;
  #turn = 0;
  /** Milliseconds that may still be spent; refilled by time, never above a tenth of a second's worth. */
  #credit: number;
  #refilled: number;
  /** Milliseconds spent in commits and the rendering of their frames, and the commits' number, since the start. */
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
    const entry: Entry = { chart, visible: false, drawn: undefined, at: -Infinity, free: true };
    this.#entries.add(entry);
    return {
      setVisible: (visible) => {
        if (visible && !entry.visible) entry.free = true;
        entry.visible = visible;
        if (visible) this.poke();
      },
      remove: () => {
        entry.visible = false;
        this.#entries.delete(entry);
      },
    };
  }

  /** Says that charts may have changed. */
  poke(): void {
    this.#stale = true;
    this.#request(0);
  }

  /** As `poke`, for a change that a person asked for: what is visible follows at once. */
  hurry(): void {
    for (const entry of this.#entries) if (entry.visible) entry.free = true;
    this.poke();
  }

  /** Draws at once every chart that is not up to date, in sight or not: for a printer, which does not wait. */
  drawAll(): void {
    for (const entry of this.#entries) {
      entry.free = true;
      if (entry.drawn !== entry.chart.signature()) this.#commit(entry);
    }
  }

  /** An earlier frame takes the place of a later one that was asked for. */
  #request(delay: number): void {
    const due = this.#clock.now() + delay;
    if (due >= this.#due) return;
    this.#due = due;
    const turn = ++this.#turn;
    this.#clock.requestFrame(() => {
      if (turn === this.#turn) this.#frame();
    }, delay);
  }

  #frame(): void {
    this.#due = Infinity;
    this.#refill();
    if (this.#stale) this.#compare();
    const start = this.#clock.now();
    const later: Entry[] = [];
    let done = 0;
    let billed = false;
    for (const entry of this.#waiting) {
      if (!entry.visible) continue;
      const full = done === this.#limits.commitsPerFrame || this.#clock.now() - start >= this.#limits.frame;
      if ((done > 0 && full) || this.#delay(entry) > 0) {
        later.push(entry);
        continue;
      }
      billed ||= !entry.free;
      done++;
      this.#commit(entry);
    }
    if (done > 0) this.#billRendering(billed);
    this.#waiting = later;
    if (later.length > 0) this.#request(Math.min(...later.map((entry) => this.#delay(entry))));
  }

  #compare(): void {
    this.#stale = false;
    this.#waiting = [...this.#entries]
      .filter((entry) => {
        if (!entry.visible) return false;
        const changed = entry.drawn !== entry.chart.signature();
        if (!changed) entry.free = false;
        return changed;
      })
      .sort((a, b) => a.at - b.at);
  }

  #commit(entry: Entry): void {
    const start = this.#clock.now();
    const { free } = entry;
    entry.free = false;
    entry.drawn = entry.chart.signature();
    entry.at = start;
    entry.chart.commit();
    const cost = this.#clock.now() - start;
    if (!free) this.#credit -= cost;
    this.spent += cost;
    this.commits++;
  }

  #billRendering(billed: boolean): void {
    const end = this.#clock.now();
    this.#clock.afterRendering(() => {
      const cost = this.#clock.now() - end;
      if (billed) this.#credit -= cost;
      this.spent += cost;
    });
  }

  /** Milliseconds until a chart may be committed, 0 = now. */
  #delay(entry: Entry): number {
    if (entry.free) return 0;
    const { interval, budget } = this.#limits;
    const pace = entry.at + interval - this.#clock.now();
    const credit = this.#credit > 0 ? 0 : 1 - (this.#credit * 1000) / budget;
    return Math.max(0, pace, credit);
  }

  #refill(): void {
    const now = this.#clock.now();
    const { budget } = this.#limits;
    this.#credit = Math.min(budget / 10, this.#credit + ((now - this.#refilled) * budget) / 1000);
    this.#refilled = now;
  }
}
