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

/** Bytes that are mixed in at once. */
const BLOCK = 16;

/** The first 64 bits of the 128-bit hash, as 16 lower-case hexadecimal digits. */
export function hash64(data: Hashable, seed = 0): string {
  return new RunningHash64(seed).add(data).digest();
}

/** `hash64` of data that come piece by piece: how they are cut into pieces does not count. */
export class RunningHash64 {
  readonly #state: Int32Array;
  /** Bytes that do not fill a block yet. */
  readonly #rest = new DataView(new ArrayBuffer(BLOCK));
  #length = 0;

  constructor(seed = 0) {
    this.#state = new Int32Array(4).fill(seed);
  }

  /** Appends data. Returns itself. */
  add(data: Hashable): this {
    const bytes = bytesOf(data);
    const waiting = this.#length % BLOCK;
    this.#length += bytes.byteLength;
    const first = waiting === 0 ? 0 : Math.min(BLOCK - waiting, bytes.byteLength);
    this.#keep(waiting, bytes, 0, first);
    if (waiting + first === BLOCK) this.#mix(this.#rest, 0, BLOCK);
    const last = bytes.byteLength - ((bytes.byteLength - first) % BLOCK);
    this.#mix(bytes, first, last);
    this.#keep(0, bytes, last, bytes.byteLength);
    return this;
  }

  /** Another one that goes on from here by itself. */
  copy(): RunningHash64 {
    const copy = new RunningHash64();
    copy.#state.set(this.#state);
    copy.#keep(0, this.#rest, 0, this.#length % BLOCK);
    copy.#length = this.#length;
    return copy;
  }

  /** The hash of all data so far, as 16 lower-case hexadecimal digits. More may be added afterwards. */
  digest(): string {
    const rest = new DataView(this.#rest.buffer, 0, this.#length % BLOCK);
    const whole = rest.byteLength;
    let [h1, h2, h3, h4] = this.#state as unknown as [number, number, number, number];
    if (whole > 0) h1 ^= mix1(partialWord(rest, 0));
    if (whole > 4) h2 ^= mix2(partialWord(rest, 4));
    if (whole > 8) h3 ^= mix3(partialWord(rest, 8));
    if (whole > 12) h4 ^= mix4(partialWord(rest, 12));
    h1 ^= this.#length;
    h2 ^= this.#length;
    h3 ^= this.#length;
    h4 ^= this.#length;
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

  #keep(at: number, bytes: DataView, from: number, to: number): void {
    for (let i = from; i < to; i++) this.#rest.setUint8(at + i - from, bytes.getUint8(i));
  }

  /** Mixes in whole blocks. */
  #mix(bytes: DataView, from: number, to: number): void {
    let [h1, h2, h3, h4] = this.#state as unknown as [number, number, number, number];
    for (let i = from; i < to; i += BLOCK) {
      h1 = rotateLeft(h1 ^ mix1(bytes.getInt32(i, true)), 19) + h2;
      h1 = (Math.imul(h1, 5) + 0x561ccd1b) | 0;
      h2 = rotateLeft(h2 ^ mix2(bytes.getInt32(i + 4, true)), 17) + h3;
      h2 = (Math.imul(h2, 5) + 0x0bcaa747) | 0;
      h3 = rotateLeft(h3 ^ mix3(bytes.getInt32(i + 8, true)), 15) + h4;
      h3 = (Math.imul(h3, 5) + 0x96cd1c35) | 0;
      h4 = rotateLeft(h4 ^ mix4(bytes.getInt32(i + 12, true)), 13) + h1;
      h4 = (Math.imul(h4, 5) + 0x32ac3b17) | 0;
    }
    this.#state.set([h1, h2, h3, h4]);
  }
}

function mix1(word: number): number {
  return Math.imul(rotateLeft(Math.imul(word, C1), 15), C2);
}

function mix2(word: number): number {
  return Math.imul(rotateLeft(Math.imul(word, C2), 16), C3);
}

function mix3(word: number): number {
  return Math.imul(rotateLeft(Math.imul(word, C3), 17), C4);
}

function mix4(word: number): number {
  return Math.imul(rotateLeft(Math.imul(word, C4), 18), C1);
}

function hexadecimal(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}
