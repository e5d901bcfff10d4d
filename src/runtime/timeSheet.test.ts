import { describe, expect, it } from 'vitest';
import type { WorkerState } from './session.ts';
import { spent, stillAt, TimeSheet, together } from './timeSheet.ts';

class Clock {
  now = 0;
  readonly time = new TimeSheet<'a' | 'b'>(() => this.now, ['a', 'b']);
}

describe('a time sheet', () => {
  it('counts one occupation at a time, and nothing outside them', () => {
    const clock = new Clock();
    clock.now = 5;
    clock.time.turnTo('a');
    clock.now = 7;
    clock.time.turnTo('b');
    clock.now = 10;
    expect(clock.time.seconds).toEqual({ a: 2, b: 3 });
    clock.time.turnTo(undefined);
    clock.now = 100;
    clock.time.turnTo('a');
    clock.now = 100.5;
    expect(clock.time.seconds).toEqual({ a: 2.5, b: 3 });
  });

  it('counts work as long as it takes, also work that fails, and goes on with what it was at', async () => {
    const clock = new Clock();
    clock.time.turnTo('a');
    clock.now = 1;
    const failing = clock.time.spend('b', async () => {
      clock.now = 4;
      throw new Error('broken');
    });
    await expect(failing).rejects.toThrow('broken');
    clock.now = 6;
    expect(clock.time.seconds).toEqual({ a: 3, b: 3 });
  });

  it('books anew what turns out to have been something else', () => {
    const clock = new Clock();
    clock.time.turnTo('a');
    clock.now = 4;
    clock.time.shift('a', 'b', 1.5);
    clock.now = 5;
    expect(clock.time.seconds).toEqual({ a: 3.5, b: 1.5 });
  });

  it('tells every stretch when it ends, once, however often it is looked at or said again', () => {
    let now = 0;
    const told: unknown[] = [];
    const time = new TimeSheet<'a' | 'b'>(
      () => now,
      ['a', 'b'],
      (stretch) => told.push(stretch),
    );
    time.turnTo('a');
    now = 1;
    time.turnTo('a');
    expect(time.seconds.a).toBe(1);
    now = 2;
    time.turnTo('b');
    now = 3;
    time.turnTo(undefined);
    now = 9;
    time.turnTo('a');
    expect(told).toEqual([
      { occupation: 'a', from: 0, until: 2 },
      { occupation: 'b', from: 2, until: 3 },
    ]);
  });

  it('does not count backwards where a clock was set anew', () => {
    const clock = new Clock();
    clock.now = 9;
    clock.time.turnTo('a');
    clock.now = 2;
    expect(clock.time.seconds.a).toBe(0);
    clock.now = 3;
    expect(clock.time.seconds.a).toBe(1);
  });
});

describe('seconds', () => {
  it('are subtracted and added by occupation', () => {
    expect(spent({ generating: 5, waiting: 3 }, { generating: 4, waiting: 1 })).toEqual({
      generating: 1,
      waiting: 2,
    });
    const workers = [
      { generating: 1, waiting: 2 },
      { generating: 10, waiting: 20 },
    ];
    expect(together(workers)).toEqual({ generating: 11, waiting: 22 });
    expect(together([])).toEqual({ generating: 0, waiting: 0 });
  });

  it('go on while a worker is at what it told last', () => {
    const told: Omit<WorkerState, 'activity'> = {
      worker: 0,
      version: 3,
      samples: 8,
      tensors: 0,
      bytes: 0,
      seconds: { generating: 4, waiting: 6 },
      at: 10,
    };
    const later = (activity: WorkerState['activity'], now: number): unknown => {
      const { seconds, at } = stillAt({ ...told, activity }, now);
      return [seconds.generating, seconds.waiting, at];
    };
    expect(later('generating', 12)).toEqual([6, 6, 12]);
    for (const activity of ['waiting', 'blocked', 'paused'] as const)
      expect(later(activity, 12)).toEqual([4, 8, 12]);
    for (const activity of ['starting', 'stopped', 'lost'] as const)
      expect(later(activity, 12)).toEqual([4, 6, 10]);
    expect(later('generating', 9)).toEqual([4, 6, 10]);
  });
});
