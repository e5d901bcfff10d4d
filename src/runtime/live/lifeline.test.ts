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
  const held: string[] = [];
  const ended: string[] = [];
  for (const role of ['worker', 'learner']) holdForLife(role, (lock) => held.push(lock), queue.locks);
  for (const lock of held) onEndOf(lock, () => ended.push(lock), queue.locks);
  expect(held).toEqual([expect.stringMatching(/^worker since/), expect.stringMatching(/^learner since/)]);
  expect(ended).toEqual([]);
  queue.end(held[1]!);
  expect(ended).toEqual([held[1]]);
  queue.end(held[0]!);
  expect(ended).toEqual([held[1], held[0]]);
});

test('where there are no locks nothing is held, and nothing is waited for', () => {
  const told: string[] = [];
  holdForLife('a', (lock) => told.push(lock), undefined);
  onEndOf('a', () => told.push('ended'), undefined);
  expect(told).toEqual([]);
});
