import { describe, expect, it } from 'vitest';
import { ChartScheduler, LIMITS, type Clock } from './scheduler.ts';

/** A clock that is moved by hand, with frames of 16 ms. */
class HandClock implements Clock {
  time = 0;
  /** Milliseconds that the browser takes for a frame. */
  rendering = 0;
  #callback: (() => void) | undefined;
  #due = 0;

  now(): number {
    return this.time;
  }

  /** Only an earlier frame may be asked for while one is pending. */
  requestFrame(callback: () => void, delay: number): void {
    expect(delay).toBeGreaterThanOrEqual(0);
    if (this.#callback !== undefined) expect(this.time + delay).toBeLessThan(this.#due);
    this.#callback = callback;
    this.#due = this.time + delay;
  }

  afterRendering(callback: () => void): void {
    this.time += this.rendering;
    callback();
  }

  get waiting(): boolean {
    return this.#callback !== undefined;
  }

  frame(): void {
    this.time = (Math.floor(this.time / 16) + 1) * 16;
    if (this.time < this.#due) return;
    const callback = this.#callback;
    this.#callback = undefined;
    callback?.();
  }
}

/** A chart that costs `cost` milliseconds a commit and notes when it was committed. */
function chartOf(clock: HandClock, cost: number, data: { version: number }) {
  const commits: number[] = [];
  return {
    commits,
    signature: () => `${data.version}`,
    commit: () => {
      commits.push(clock.time);
      clock.time += cost;
    },
  };
}

describe('the scheduler of charts', () => {
  it('draws a visible chart once, and again only if it changed', () => {
    const clock = new HandClock();
    const scheduler = new ChartScheduler(clock);
    const data = { version: 0 };
    const chart = chartOf(clock, 1, data);
    scheduler.add(chart).setVisible(true);
    for (let i = 0; i < 50; i++) {
      scheduler.poke();
      clock.frame();
    }
    expect(chart.commits.length).toBe(1);
    data.version++;
    scheduler.poke();
    clock.frame();
    expect(chart.commits.length).toBe(2);
  });

  it('takes no further chart into a frame that is full of expensive ones', () => {
    const clock = new HandClock();
    const scheduler = new ChartScheduler(clock);
    const data = { version: 0 };
    for (let i = 0; i < 4; i++) scheduler.add(chartOf(clock, LIMITS.frame / 2, data)).setVisible(true);
    clock.frame();
    expect(scheduler.commits).toBe(2);
    clock.frame();
    expect(scheduler.commits).toBe(4);
  });

  it('asks for no frame when nothing is waiting', () => {
    const clock = new HandClock();
    const scheduler = new ChartScheduler(clock);
    const hidden = scheduler.add(chartOf(clock, 1, { version: 0 }));
    scheduler.poke();
    clock.frame();
    expect(clock.waiting).toBe(false);
    hidden.setVisible(true);
    expect(clock.waiting).toBe(true);
  });

  it('leaves a hidden chart alone and catches up when it is seen', () => {
    const clock = new HandClock();
    const scheduler = new ChartScheduler(clock);
    const data = { version: 0 };
    const chart = chartOf(clock, 1, data);
    const registration = scheduler.add(chart);
    registration.setVisible(true);
    clock.frame();
    registration.setVisible(false);
    for (let i = 0; i < 30; i++) {
      data.version++;
      scheduler.poke();
      clock.frame();
    }
    expect(chart.commits.length).toBe(1);
    registration.setVisible(true);
    clock.frame();
    expect(chart.commits.length).toBe(2);
  });

  it('commits at most four charts a frame and each at most five times a second', () => {
    const clock = new HandClock();
    const scheduler = new ChartScheduler(clock);
    const data = { version: 0 };
    const charts = Array.from({ length: 9 }, () => chartOf(clock, 0.5, data));
    for (const chart of charts) scheduler.add(chart).setVisible(true);
    let most = 0;
    while (clock.time < 2000) {
      data.version++;
      scheduler.poke();
      const before = scheduler.commits;
      clock.frame();
      most = Math.max(most, scheduler.commits - before);
    }
    expect(most).toBe(4);
    for (const { commits } of charts) {
      expect(commits.length).toBeGreaterThanOrEqual(8);
      for (let i = 1; i < commits.length; i++)
        expect(commits[i]! - commits[i - 1]!).toBeGreaterThanOrEqual(LIMITS.interval);
    }
  });

  it('keeps expensive charts within the budget, rendering included, and all of them at the same pace', () => {
    const clock = new HandClock();
    clock.rendering = 5;
    const scheduler = new ChartScheduler(clock);
    const data = { version: 0 };
    const charts = Array.from({ length: 9 }, () => chartOf(clock, 12, data));
    for (const chart of charts) scheduler.add(chart).setVisible(true);
    while (clock.time < 10_000) {
      data.version++;
      scheduler.poke();
      clock.frame();
    }
    const spent = scheduler.spent - charts.length * (12 + 5);
    expect(spent / 10).toBeLessThanOrEqual(LIMITS.budget + 5);
    expect(spent / 10).toBeGreaterThan(LIMITS.budget * 0.8);
    const counts = charts.map(({ commits }) => commits.length);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });

  it('draws every chart once without regard to the budget', () => {
    const clock = new HandClock();
    const scheduler = new ChartScheduler(clock);
    const charts = Array.from({ length: 18 }, () => chartOf(clock, 30, { version: 0 }));
    for (const chart of charts) scheduler.add(chart).setVisible(true);
    for (let i = 0; i < 18; i++) clock.frame();
    expect(charts.map(({ commits }) => commits.length)).toEqual(charts.map(() => 1));
  });

  it('lets what a person asked for neither wait nor count', () => {
    const clock = new HandClock();
    const scheduler = new ChartScheduler(clock);
    const data = { version: 0 };
    const charts = Array.from({ length: 3 }, () => chartOf(clock, 40, data));
    for (const chart of charts) scheduler.add(chart).setVisible(true);
    while (charts.some(({ commits }) => commits.length < 2)) {
      data.version++;
      scheduler.poke();
      clock.frame();
    }
    const before = charts.map(({ commits }) => commits.length);
    data.version++;
    scheduler.hurry();
    for (let i = 0; i < 3; i++) clock.frame();
    expect(charts.map(({ commits }, index) => commits.length - before[index]!)).toEqual(charts.map(() => 1));
    const asked = clock.time;
    data.version++;
    scheduler.poke();
    for (let i = 0; i < 3; i++) clock.frame();
    expect(charts.every(({ commits }) => commits.at(-1)! <= asked)).toBe(true);
  });

  it('compares signatures when told of news, not every frame', () => {
    const clock = new HandClock();
    const scheduler = new ChartScheduler(clock);
    let compared = 0;
    const data = { version: 0 };
    for (let i = 0; i < 8; i++) {
      const chart = chartOf(clock, 40, data);
      scheduler.add({ ...chart, signature: () => (compared++, chart.signature()) }).setVisible(true);
    }
    for (let i = 0; i < 20; i++) clock.frame();
    data.version++;
    scheduler.poke();
    compared = 0;
    while (clock.time < 10_000) clock.frame();
    expect(compared).toBe(2 * 8);
  });

  it('draws for a printer what is out of sight, and nothing twice', () => {
    const clock = new HandClock();
    const scheduler = new ChartScheduler(clock);
    const data = { version: 0 };
    const [seen, hidden] = [chartOf(clock, 1, data), chartOf(clock, 1, data)];
    scheduler.add(seen).setVisible(true);
    scheduler.add(hidden);
    clock.frame();
    scheduler.drawAll();
    expect([seen.commits.length, hidden.commits.length]).toEqual([1, 1]);
  });

  it('forgets a removed chart', () => {
    const clock = new HandClock();
    const scheduler = new ChartScheduler(clock);
    const chart = chartOf(clock, 1, { version: 0 });
    const registration = scheduler.add(chart);
    registration.setVisible(true);
    registration.remove();
    clock.frame();
    expect(chart.commits).toEqual([]);
    expect(clock.waiting).toBe(false);
  });
});
