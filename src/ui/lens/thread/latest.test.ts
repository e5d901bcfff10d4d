import { describe, expect, it } from 'vitest';
import { Latest } from './latest.ts';

function setUp() {
  const asked: number[] = [];
  const told: (readonly [string, number])[] = [];
  const failed: unknown[] = [];
  const open: { resolve(answer: string): void; reject(error: unknown): void }[] = [];
  const latest = new Latest<number, string>(
    (question) => {
      asked.push(question);
      return new Promise((resolve, reject) => open.push({ resolve, reject }));
    },
    (answer, question) => told.push([answer, question]),
    (error) => failed.push(error),
  );
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { asked, told, failed, open, latest, settle };
}

describe('questions of which the newest matters', () => {
  it('are asked one at a time, and of those that wait only the last', async () => {
    const { asked, told, open, latest, settle } = setUp();
    for (const question of [1, 2, 3, 4]) latest.ask(question);
    expect(asked).toEqual([1]);
    open[0]!.resolve('one');
    await settle();
    expect(asked).toEqual([1, 4]);
    open[1]!.resolve('four');
    await settle();
    expect(told).toEqual([
      ['one', 1],
      ['four', 4],
    ]);
    latest.ask(5);
    expect(asked).toEqual([1, 4, 5]);
  });

  it('go on after one that failed, and are told to nobody after the end', async () => {
    const { asked, told, failed, open, latest, settle } = setUp();
    latest.ask(1);
    latest.ask(2);
    open[0]!.reject('no');
    await settle();
    expect([failed, asked]).toEqual([['no'], [1, 2]]);
    latest.end();
    open[1]!.resolve('two');
    await settle();
    expect(told).toEqual([]);
  });
});
