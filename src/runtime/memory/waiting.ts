/**
 * Waiting without blocking the thread: a thread that blocks cannot hear its GPU, its timers or its messages,
 * so `Atomics.wait` is never used.
 */

/** Messages to oneself before a poll without `Atomics.waitAsync` falls back to timers. */
const PINGS = 50;
const POLL_MS = 4;

/**
 * Resolves when `words[index]` is no longer `seen`, or after `limit` milliseconds. Other threads have to call
 * `Atomics.notify` on the word after they changed it. Where `Atomics.waitAsync` does not exist, or the memory
 * is not shared, the word is polled: first by messages to oneself, which are not held back as timers are.
 */
export async function changed(
  words: Int32Array,
  index: number,
  seen: number,
  limit: number,
  waitAsync: typeof Atomics.waitAsync | undefined = Atomics.waitAsync,
): Promise<void> {
  const shared = typeof SharedArrayBuffer === 'function' && words.buffer instanceof SharedArrayBuffer;
  if (waitAsync !== undefined && shared) {
    await waitAsync(words as Int32Array<SharedArrayBuffer>, index, seen, limit).value;
    return;
  }
  const end = performance.now() + limit;
  for (let round = 0; Atomics.load(words, index) === seen && performance.now() < end; round++) {
    await (round < PINGS ? breathe() : delay(POLL_MS));
  }
}

export function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

let channel: MessageChannel | undefined;
const breathing: (() => void)[] = [];

/** Lets the thread take its messages and timers: resolves in a later turn of its event loop. */
export function breathe(): Promise<void> {
  // Node hands out a port's messages without a turn in between, so a message to oneself would starve others.
  if (typeof setImmediate === 'function') return new Promise((resolve) => setImmediate(resolve));
  if (channel === undefined) {
    channel = new MessageChannel();
    channel.port1.onmessage = () => breathing.shift()?.();
  }
  const { port2 } = channel;
  return new Promise((resolve) => {
    breathing.push(resolve);
    port2.postMessage(null);
  });
}
