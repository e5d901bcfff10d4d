import { expect, test } from 'vitest';
import { holdForLife, type Locks, onEndOf } from './lifeline.ts';

/** One lock after another, as the browser hands them out; `end` is the end of the thread that holds one. */
class Queue {
  readonly #waiting = new Map<string, (() => unknown)[]>();
  readonly locks = {
    request: (name: string, callback: () => unknown) => {
      const queue = this.#waiting.get(name) ?? [];
      this.#waiting.set(name, [...queue, callback]);
      if (queue.length === 0) callback();
      return Promise.resolve();
    },
  } as unknown as Locks;

  end(name: string): void {
    const queue = this.#waiting.get(name)!.slice(1);
    this.#waiting.set(name, queue);
    queue[0]?.();
  }
}

test('the end of a thread is told once, to those who wait for it', () => {
  const queue = new Queue();
  const told: string[] = [];
  holdForLife('a', () => told.push('a holds'), queue.locks);
  onEndOf('a', () => told.push('a ended'), queue.locks);
  holdForLife('b', () => told.push('b holds'), queue.locks);
  onEndOf('b', () => told.push('b ended'), queue.locks);
  expect(told).toEqual(['a holds', 'b holds']);
  queue.end('b');
  expect(told).toEqual(['a holds', 'b holds', 'b ended']);
  queue.end('a');
  expect(told.at(-1)).toBe('a ended');
});

test('where there are no locks nothing is held, and nothing is waited for', () => {
  const told: string[] = [];
  holdForLife('a', () => told.push('held'), undefined);
  onEndOf('a', () => told.push('ended'), undefined);
  expect(told).toEqual([]);
});
