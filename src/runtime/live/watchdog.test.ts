import { expect, test } from 'vitest';
import { ROUND_MS, Watchdog } from './watchdog.ts';

const silence = (2 * ROUND_MS) / 1000;

test('a worker that answered before is missed after the silence, others six times later', () => {
  const dog = new Watchdog(silence);
  dog.watch(0);
  dog.watch(1);
  dog.succeeded(0);
  const missed = Array.from({ length: 16 }, () => dog.round(() => 7));
  expect(missed.findIndex((workers) => workers.includes(0))).toBe(3);
  expect(missed.findIndex((workers) => workers.includes(1))).toBe(13);
});

test('signs of life begin the silence anew, and forgotten workers are not missed', () => {
  const dog = new Watchdog(silence);
  dog.watch(0);
  dog.succeeded(0);
  const missed = Array.from({ length: 20 }, (_, round) => dog.round(() => Math.floor(round / 3)));
  expect(missed.flat()).toEqual([]);
  dog.forget(0);
  expect(Array.from({ length: 20 }, () => dog.round(() => 0)).flat()).toEqual([]);
});

test('three failures without an answer between them are too many', () => {
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
