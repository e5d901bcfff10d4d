/** Milliseconds of each of a subject's parts, done one after another. */

/** Short parts are repeated until they took so long, lest the clock's resolution count. */
const LONG_ENOUGH_MS = 0.5;

/** @returns milliseconds of one execution of each part */
export async function timedParts(parts: readonly (() => void | Promise<void>)[]): Promise<readonly number[]> {
  const times: number[] = [];
  for (const part of parts) {
    const began = performance.now();
    let repetitions = 0;
    let taken = 0;
    do {
      const pending = part();
      if (pending !== undefined) await pending;
      repetitions++;
      taken = performance.now() - began;
    } while (taken < LONG_ENOUGH_MS);
    times.push(taken / repetitions);
  }
  return times;
}
