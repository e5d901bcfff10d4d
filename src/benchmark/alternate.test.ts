import { describe, expect, it } from 'vitest';
import { alternate, type Effort } from './alternate.ts';

/** Entrants that take a given time each on a clock that only they move. */
function race(...durations: readonly number[]) {
  let time = 0;
  const order: number[] = [];
  const entrants = durations.map((duration, index) => ({
    run: async () => {
      order.push(index);
      time += duration;
      return [duration];
    },
  }));
  return { entrants, order, now: () => time };
}

const effort: Effort = { warmUpMs: 1, budgetMs: 0, leastRounds: 3, mostRounds: 3, patienceMs: 1e9 };

describe('alternate', () => {
  it('takes turns, and begins each round with another entrant', async () => {
    const { entrants, order, now } = race(1, 1, 1);
    await alternate(entrants, effort, { now });
    expect(order.slice(3)).toEqual([0, 1, 2, 1, 2, 0, 2, 0, 1]);
  });

  it('warms each entrant up until it has run long enough, and keeps none of that', async () => {
    const { entrants, order, now } = race(10, 100);
    const times = await alternate(entrants, { ...effort, warmUpMs: 35 }, { now });
    expect(order.slice(0, 5)).toEqual([0, 0, 0, 0, 1]);
    expect(times).toEqual([[[10, 10, 10]], [[100, 100, 100]]]);
  });

  it('warms nobody up who is warm', async () => {
    const { entrants, order, now } = race(10, 10);
    const [cold, warm] = entrants;
    await alternate([cold!, { ...warm!, warmMs: 35 }], { ...effort, warmUpMs: 35 }, { now });
    expect(order.slice(0, 6)).toEqual([0, 0, 0, 0, 0, 1]);
  });

  it('goes on within its budget up to the most rounds', async () => {
    const { entrants, now } = race(10, 10);
    const count = async (budgetMs: number) =>
      (await alternate(entrants, { ...effort, budgetMs, mostRounds: 20 }, { now }))[0]![0]!.length;
    expect(await count(0)).toBe(3);
    expect(await count(100)).toBe(5);
    expect(await count(10_000)).toBe(20);
  });

  it('lets slow entrants sit out once they had the least rounds, and fast ones go on', async () => {
    const { entrants, now } = race(1, 1000);
    const times = await alternate(entrants, { ...effort, budgetMs: 100, mostRounds: 40 }, { now });
    expect(times.map(([rounds]) => rounds!.length)).toEqual([40, 3]);
  });

  it('does not wait for ever for its least rounds', async () => {
    const { entrants, now } = race(1, 1000);
    const times = await alternate(entrants, { ...effort, patienceMs: 2000 }, { now });
    expect(times.map(([rounds]) => rounds!.length)).toEqual([3, 2]);
  });

  it('keeps parts apart', async () => {
    let round = 0;
    const entrant = { run: async () => [++round, 10 * round] };
    const [parts] = await alternate([entrant], { ...effort, warmUpMs: 0 }, { now: () => 0 });
    expect(parts).toEqual([
      [1, 2, 3],
      [10, 20, 30],
    ]);
  });

  it('stops between two runs when it is told to', async () => {
    const stop = new AbortController();
    let runs = 0;
    const entrant = {
      run: async () => {
        if (++runs === 2) stop.abort(new Error('enough'));
        return [1];
      },
    };
    const running = alternate([entrant], { ...effort, warmUpMs: 0 }, { now: () => 0, signal: stop.signal });
    await expect(running).rejects.toThrow('enough');
    expect(runs).toBe(2);
  });
});
