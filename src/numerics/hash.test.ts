import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hash32, hash64, RunningHash64 } from './hash.ts';

describe('published vectors of MurmurHash3', () => {
  // x86_32, and the first two words of x86_128 in reading order of the reference's uint32 output.
  const vectors: [text: string, seed: number, h32: number, h64: string][] = [
    ['', 0, 0x00000000, '0000000000000000'],
    ['', 0x9747b28c, 0xebb6c228, 'f7bed5a15b576a1c'],
    ['a', 0, 0x3c2569b2, 'a794933c5556b01b'],
    ['ab', 0x9747b28c, 0x74875592, '3837d795c7fe5896'],
    ['abc', 0, 0xb3dd93fa, '75cdc6d1a2b006a5'],
    ['abcd', 0x9747b28c, 0xf0478627, '4795c529cec1885e'],
    ['The quick brown fox jumps over the lazy dog', 0, 0x2e4ff723, '2f1583c3ecee2c67'],
    ['The quick brown fox jumps over the lazy dog', 0x9747b28c, 0x2fa826cd, '8ad4d55e4cb86171'],
    ['reverse é', 0, 0x3807d0a8, 'a3046df0a155e1d8'],
  ];
  it.each(vectors)('%j with seed %i', (text, seed, h32, h64) => {
    expect(hash32(text, seed)).toBe(h32);
    expect(hash64(text, seed)).toBe(h64);
  });
});

describe('properties', () => {
  it('hashes the bytes of a view, wherever it lies', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), fc.nat(7), (bytes, offset) => {
        const shared = new Uint8Array(new SharedArrayBuffer(bytes.length + offset)).subarray(offset);
        shared.set(bytes);
        expect(hash32(shared)).toBe(hash32(bytes));
        expect(hash64(shared)).toBe(hash64(bytes));
      }),
    );
    expect(hash32(Int32Array.of(0x64636261))).toBe(hash32('abcd'));
  });

  it('is the same for data in pieces, at every byte, and a copy goes its own way', () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 12 });
    fc.assert(
      fc.property(pieces, fc.integer(), (parts, seed) => {
        const running = new RunningHash64(seed);
        const all: number[] = [];
        for (const part of parts) {
          const copy = running.copy().add('another end');
          const other = [...all, ...new TextEncoder().encode('another end')];
          expect(copy.digest()).toBe(hash64(Uint8Array.from(other), seed));
          running.add(part);
          all.push(...part);
          expect(running.digest()).toBe(hash64(Uint8Array.from(all), seed));
        }
      }),
    );
  });

  it('spreads consecutive integers evenly', () => {
    const buckets = new Float64Array(256);
    const n = 65536;
    const tokens = new Int32Array(3);
    for (let i = 0; i < n; i++) {
      tokens[1] = i;
      buckets[hash32(tokens) >>> 24]!++;
    }
    // χ² with 255 degrees of freedom: mean 255, standard deviation 22.6.
    const chi2 = buckets.reduce((sum, count) => sum + (count - n / 256) ** 2 / (n / 256), 0);
    expect(chi2).toBeGreaterThan(255 - 4 * 22.6);
    expect(chi2).toBeLessThan(255 + 4 * 22.6);
  });

  it('notices every flipped bit', () => {
    const weights = Float32Array.from({ length: 37 }, (_, i) => i / 7);
    const words = new Uint32Array(weights.buffer);
    const seen = new Set([hash64(weights)]);
    for (let i = 0; i < words.length; i++)
      for (let bit = 0; bit < 32; bit++) {
        words[i]! ^= 1 << bit;
        seen.add(hash64(weights));
        words[i]! ^= 1 << bit;
      }
    expect(seen.size).toBe(37 * 32 + 1);
  });
});
