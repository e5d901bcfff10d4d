import { expect, test } from 'vitest';
import { testSample } from '../memory/testSample.ts';
import { SampleStore } from './sampleStore.ts';

/** Samples of ticket `ticket`: the test samples come in groups of eight. */
const group = (ticket: number): ReturnType<typeof testSample>[] =>
  Array.from({ length: 8 }, (_, member) => testSample(8 * ticket + member, 9));

test('samples come out by ticket and member, in whatever order they came in', () => {
  const store = new SampleStore(8);
  const arriving = [...group(5), ...group(3), ...group(9)].reverse();
  for (const sample of arriving) store.add(sample);
  expect(store.take([3, 9]).map(({ id }) => id)).toEqual([...group(3), ...group(9)].map(({ id }) => id));
  expect(store.size).toBe(1);
});

test('missing and doubled samples are noticed', () => {
  const store = new SampleStore(8);
  for (const sample of group(1).slice(1)) store.add(sample);
  expect(() => store.take([1])).toThrow('ticket 1 has 7 samples where 8 were due');
  for (const sample of [...group(2).slice(1), testSample(17, 9)]) store.add(sample);
  expect(() => store.take([2])).toThrow('ticket 2');
  expect(() => store.take([4])).toThrow('ticket 4 has 0 samples');
});

test('tickets of which a sample is missing are named, and nothing is taken', () => {
  const store = new SampleStore(8);
  for (const sample of [...group(1), ...group(2).slice(1)]) store.add(sample);
  expect(store.missing([1, 2, 3])).toEqual([2, 3]);
  expect(store.size).toBe(2);
});

test('forgotten tickets are gone', () => {
  const store = new SampleStore(8);
  for (const sample of [...group(1), ...group(2)]) store.add(sample);
  store.forget([1, 7], 'loss');
  expect(store.size).toBe(1);
  expect(store.takeDropped()).toEqual([]);
});

test('samples that were dropped for age are told once', () => {
  const store = new SampleStore(8);
  for (const sample of [...group(1), ...group(2), ...group(3)]) store.add(sample);
  store.forget([3, 1], 'age');
  expect(store.takeDropped().map(({ group: ticket }) => ticket)).toEqual(
    [...group(3), ...group(1)].map(({ group: t }) => t),
  );
  expect([store.size, store.takeDropped()]).toEqual([1, []]);
});
