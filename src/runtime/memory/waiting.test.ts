import { expect, test } from 'vitest';
import { breathe, changed } from './waiting.ts';

const word = (): Int32Array => new Int32Array(new SharedArrayBuffer(4));

test.each([
  ['with waitAsync', Atomics.waitAsync],
  ['without waitAsync', undefined],
])('%s: wakes by a change, at once if it changed before, and by the limit', async (_, waitAsync) => {
  const words = word();
  let woken = false;
  const waiting = changed(words, 0, 0, 60_000, waitAsync).then(() => {
    woken = true;
  });
  await breathe();
  expect(woken).toBe(false);
  Atomics.store(words, 0, 1);
  Atomics.notify(words, 0);
  await waiting;
  await changed(words, 0, 0, 60_000, waitAsync);
  await changed(words, 0, 1, 5, waitAsync);
});

test('memory that is not shared can be waited on too', async () => {
  const words = new Int32Array(1);
  const waiting = changed(words, 0, 0, 60_000);
  words[0] = 1;
  await waiting;
});

test('breathing lets messages in', async () => {
  const { port1, port2 } = new MessageChannel();
  const got: unknown[] = [];
  port1.onmessage = (event) => got.push(event.data);
  port2.postMessage('hello');
  for (let i = 0; i < 20 && got.length === 0; i++) await breathe();
  expect(got).toEqual(['hello']);
  port1.close();
});
