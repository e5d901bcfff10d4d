/**
 * Hashes of bytes: MurmurHash3 (Austin Appleby, public domain algorithm), x86 variants, 32 and 128 bits.
 * For splits, cache keys, checksums and fingerprints; not for secrets. Typed arrays are hashed as the bytes they hold
 * (so −0 differs from 0, and element types differ from each other), strings as UTF-8.
 */

/** What can be hashed. A view may lie on shared memory. */
export type Hashable = ArrayBufferView | string;

const encoder = new TextEncoder();

function bytesOf(data: Hashable): DataView {
  const view = typeof data === 'string' ? encoder.encode(data) : data;
  return new DataView(view.buffer, view.byteOffset, view.byteLength);
}

function rotateLeft(x: number, bits: number): number {
  return (x << bits) | (x >>> (32 - bits));
}

/** Spreads every input bit over all output bits. */
function avalanche(x: number): number {
  let h = x ^ (x >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** The bytes from `from` on, at most four, as a little-endian word. */
function partialWord(bytes: DataView, from: number): number {
  let word = 0;
  for (let i = Math.min(from + 4, bytes.byteLength) - 1; i >= from; i--)
    word = (word << 8) | bytes.getUint8(i);
  return word;
}

/** 32-bit hash, as an unsigned integer. */
export function hash32(data: Hashable, seed = 0): number {
  const bytes = bytesOf(data);
  const length = bytes.byteLength;
  const whole = length - (length % 4);
  const mix = (word: number) => Math.imul(rotateLeft(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593);
  let h = seed;
  for (let i = 0; i < whole; i += 4) {
    h = rotateLeft(h ^ mix(bytes.getInt32(i, true)), 13);
    h = (Math.imul(h, 5) + 0xe6546b64) | 0;
  }
  if (whole < length) h ^= mix(partialWord(bytes, whole));
  return avalanche(h ^ length) >>> 0;
}

const C1 = 0x239b961b;
const C2 = 0xab0e9789;
const C3 = 0x38b34ae5;
const C4 = 0xa1e38b93;

/** The first 64 bits of the 128-bit hash, as 16 lower-case hexadecimal digits. */
export function hash64(data: Hashable, seed = 0): string {
  const bytes = bytesOf(data);
  const length = bytes.byteLength;
  const whole = length - (length % 16);
  let h1 = seed;
  let h2 = seed;
  let h3 = seed;
  let h4 = seed;
  const mix1 = (word: number) => Math.imul(rotateLeft(Math.imul(word, C1), 15), C2);
  const mix2 = (word: number) => Math.imul(rotateLeft(Math.imul(word, C2), 16), C3);
  const mix3 = (word: number) => Math.imul(rotateLeft(Math.imul(word, C3), 17), C4);
  const mix4 = (word: number) => Math.imul(rotateLeft(Math.imul(word, C4), 18), C1);
  for (let i = 0; i < whole; i += 16) {
    h1 = rotateLeft(h1 ^ mix1(bytes.getInt32(i, true)), 19) + h2;
    h1 = (Math.imul(h1, 5) + 0x561ccd1b) | 0;
    h2 = rotateLeft(h2 ^ mix2(bytes.getInt32(i + 4, true)), 17) + h3;
    h2 = (Math.imul(h2, 5) + 0x0bcaa747) | 0;
    h3 = rotateLeft(h3 ^ mix3(bytes.getInt32(i + 8, true)), 15) + h4;
    h3 = (Math.imul(h3, 5) + 0x96cd1c35) | 0;
    h4 = rotateLeft(h4 ^ mix4(bytes.getInt32(i + 12, true)), 13) + h1;
    h4 = (Math.imul(h4, 5) + 0x32ac3b17) | 0;
  }
  if (whole < length) h1 ^= mix1(partialWord(bytes, whole));
  if (whole + 4 < length) h2 ^= mix2(partialWord(bytes, whole + 4));
  if (whole + 8 < length) h3 ^= mix3(partialWord(bytes, whole + 8));
  if (whole + 12 < length) h4 ^= mix4(partialWord(bytes, whole + 12));
  h1 ^= length;
  h2 ^= length;
  h3 ^= length;
  h4 ^= length;
  h1 = (h1 + h2 + h3 + h4) | 0;
  h2 = (h2 + h1) | 0;
  h3 = (h3 + h1) | 0;
  h4 = (h4 + h1) | 0;
  h1 = avalanche(h1);
  h2 = avalanche(h2);
  h1 = (h1 + h2 + avalanche(h3) + avalanche(h4)) | 0;
  h2 = (h2 + h1) | 0;
  return hexadecimal(h1) + hexadecimal(h2);
}

function hexadecimal(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}
