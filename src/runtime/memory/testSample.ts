/** Samples for tests, a pure function of their number; a sample that arrives can be compared with it. */
import type { Sample } from './sample.ts';

/** Sample `id`, of a length between 2 and `maxLength`. */
export function testSample(id: number, maxLength: number, worker = 0): Sample {
  const length = 2 + (id % (maxLength - 1));
  const promptLength = 1 + (id % (length - 1));
  const response = (index: number): boolean => index >= promptLength;
  const fill = <A extends { [n: number]: number; length: number }>(
    array: A,
    value: (n: number) => number,
  ): A => {
    for (let n = 0; n < array.length; n++) array[n] = value(n);
    return array;
  };
  return {
    id,
    group: Math.floor(id / 8),
    member: id % 8,
    prompt: id + 1000,
    worker,
    promptLength,
    length,
    reward: (id % 5) / 4,
    exact: id % 5 === 4,
    admittedAt: id / 7,
    startedAt: id / 7 + 0.25,
    doneAt: id / 7 + 0.5,
    doneVersion: (id % 101) + 1,
    tokens: fill(new Int32Array(length), (n) => (id * 31 + n) % 13),
    lossMask: fill(new Uint8Array(length), (n) => Number(response(n))),
    behaveLogprobs: fill(new Float32Array(length), (n) => (response(n) ? -(((id + n) % 17) / 16) : 0)),
    versions: fill(new Int32Array(length), (n) => (response(n) ? id % 101 : -1)),
    updates: fill(new Int32Array(length), (n) => (response(n) ? id % 103 : -1)),
  };
}
