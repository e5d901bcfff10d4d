/**
 * The lab's only source of random numbers: Philox4x32-10, a counter-based generator (Salmon et al., SC 2011).
 *
 * A number is a pure function of (seed, stream, a, b, c, d). Nothing has to be carried along or kept in order,
 * so that threads, restarts and replays agree by construction. Only integer arithmetic and exact scaling are
 * used: the same bits in every JavaScript engine.
 */
import { cos, log } from './elementary.ts';

/** What a random number is for. Values are frozen: changing one changes every seeded run. */
export const STREAM = {
  init: 1,
  prompt: 2,
  sample: 3,
  warmStart: 4,
  evaluation: 5,
  shuffle: 6,
  duration: 7,
  fault: 8,
  test: 9,
  objective: 10,
  lens: 11,
} as const;

export type Stream = (typeof STREAM)[keyof typeof STREAM];

const scratch = new Uint32Array(4);

/** High 32 bits of the product of two unsigned 32-bit integers. */
function multiplyHigh(a: number, b: number): number {
  const aLow = a & 0xffff;
  const aHigh = a >>> 16;
  const bLow = b & 0xffff;
  const bHigh = b >>> 16;
  const low = aLow * bLow;
  const middle = aHigh * bLow + (low >>> 16);
  const middle2 = aLow * bHigh + (middle % 0x10000);
  return (aHigh * bHigh + Math.floor(middle / 0x10000) + Math.floor(middle2 / 0x10000)) >>> 0;
}

/** One Philox4x32-10 block: four 32-bit words for a 64-bit key and a 128-bit counter, written to `out`. */
export function philox(
  key0: number,
  key1: number,
  c0: number,
  c1: number,
  c2: number,
  c3: number,
  out: Uint32Array,
): void {
  let k0 = key0 >>> 0;
  let k1 = key1 >>> 0;
  let x0 = c0 >>> 0;
  let x1 = c1 >>> 0;
  let x2 = c2 >>> 0;
  let x3 = c3 >>> 0;
  for (let round = 0; round < 10; round++) {
    const high0 = multiplyHigh(0xd2511f53, x0);
    const low0 = Math.imul(0xd2511f53, x0) >>> 0;
    const high1 = multiplyHigh(0xcd9e8d57, x2);
    const low1 = Math.imul(0xcd9e8d57, x2) >>> 0;
    x0 = (high1 ^ x1 ^ k0) >>> 0;
    x1 = low1;
    x2 = (high0 ^ x3 ^ k1) >>> 0;
    x3 = low0;
    k0 = (k0 + 0x9e3779b9) >>> 0;
    k1 = (k1 + 0xbb67ae85) >>> 0;
  }
  out[0] = x0;
  out[1] = x1;
  out[2] = x2;
  out[3] = x3;
}

/** Uniform on [0, 1) with 53 random bits. */
export function uniform(seed: number, stream: Stream, a = 0, b = 0, c = 0, d = 0): number {
  philox(seed, stream, a, b, c, d, scratch);
  return ((scratch[0]! >>> 5) * 67108864 + (scratch[1]! >>> 6)) / 9007199254740992;
}

/** Integer uniform on [0, n), n ≤ 2³². */
export function below(n: number, seed: number, stream: Stream, a = 0, b = 0, c = 0, d = 0): number {
  return Math.floor(uniform(seed, stream, a, b, c, d) * n);
}

/** Standard normal, by Box and Muller. */
export function normal(seed: number, stream: Stream, a = 0, b = 0, c = 0, d = 0): number {
  philox(seed, stream, a, b, c, d, scratch);
  const u = ((scratch[0]! >>> 5) * 67108864 + (scratch[1]! >>> 6) + 1) / 9007199254740993;
  const v = ((scratch[2]! >>> 5) * 67108864 + (scratch[3]! >>> 6)) / 9007199254740992;
  return Math.sqrt(-2 * log(u)) * cos(2 * Math.PI * v);
}

/** Shuffles an array in place (Fisher–Yates), a pure function of the key, and returns it. */
export function shuffle<T extends { length: number; [index: number]: unknown }>(
  items: T,
  seed: number,
  stream: Stream,
  a = 0,
  b = 0,
  c = 0,
): T {
  for (let i = items.length - 1; i > 0; i--) {
    const j = below(i + 1, seed, stream, a, b, c, i);
    const kept = items[i];
    items[i] = items[j];
    items[j] = kept;
  }
  return items;
}
