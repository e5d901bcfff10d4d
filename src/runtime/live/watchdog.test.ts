import { expect, test } from 'vitest';
import { type Pulse, ROUND_MS, type ThreadName, Watchdog } from './watchdog.ts';

const silence = (4 * ROUND_MS) / 1000;
const pulse = (beats: number, rounds: number): Pulse => ({ beats, patience: rounds * ROUND_MS });

/** In which round each thread is first missed. */
function missed(dog: Watchdog, rounds: number, pulseOf: (thread: ThreadName, round: number) => Pulse) {
  const first = new Map<ThreadName, number>();
  for (let round = 1; round <= rounds; round++) {
    for (const thread of dog.round((name) => pulseOf(name, round))) {
      if (!first.has(thread)) first.set(thread, round);
    }
  }
  return Object.fromEntries(first);
}

test('a thread is missed after the silence that it asked for, the whole silence, or six times that at the start', () => {
  const dog = new Watchdog(silence);
  for (const thread of [0, 1, 2, 'learner'] as const) dog.watch(thread);
  const pulses = { 0: pulse(7, 2), 1: pulse(7, 0), 2: pulse(0, 0), learner: pulse(7, 9) };
  // The first round only sees where they stand, except of those that have not begun.
  expect(missed(dog, 40, (thread) => pulses[thread as 0])).toEqual({ 0: 4, 1: 6, learner: 11, 2: 25 });
});

test('signs of life begin the silence anew, waking up too, and forgotten threads are not missed', () => {
  const dog = new Watchdog(silence);
  dog.watch(0);
  expect(missed(dog, 60, (_, round) => pulse(Math.ceil(round / 4), 3))).toEqual({});
  for (let time = 0; time < 9; time++) {
    expect(missed(dog, 3, () => pulse(99, 3))).toEqual({});
    dog.woke();
  }
  dog.forget(0);
  expect(missed(dog, 20, () => pulse(5, 1))).toEqual({});
});

test('failures in a row double the silence that is allowed, until something is finished', () => {
  const dog = new Watchdog(silence);
  const patience = (): number => {
    dog.watch('learner');
    return missed(dog, 40, () => pulse(1, 3)).learner!;
  };
  expect(patience()).toBe(5);
  dog.mayReplace('learner');
  expect(patience()).toBe(8);
  dog.mayReplace('learner');
  expect(patience()).toBe(14);
  dog.succeeded('learner');
  expect(patience()).toBe(5);
});

test('three failures without anything finished between them are too many', () => {
  const dog = new Watchdog(silence);
  expect([dog.mayReplace(0), dog.mayReplace(0)]).toEqual([true, true]);
  dog.succeeded(0);
  expect([dog.mayReplace(0), dog.mayReplace(0), dog.mayReplace(1), dog.mayReplace(0)]).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
