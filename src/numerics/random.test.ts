import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { below, normal, philox, shuffle, STREAM, uniform } from './random.ts';

const word = fc.integer({ min: 0, max: 0xffffffff });

describe('philox', () => {
  it('agrees with the known answers of the Random123 distribution', () => {
    const out = new Uint32Array(4);
    const f = 0xffffffff;
    philox(0, 0, 0, 0, 0, 0, out);
    expect([...out]).toEqual([0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]);
    philox(f, f, f, f, f, f, out);
    expect([...out]).toEqual([0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd]);
    philox(0xa4093822, 0x299f31d0, 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, out);
    expect([...out]).toEqual([0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1]);
  });

  it('multiplies as 64-bit integers do, for any key and counter', () => {
    const out = new Uint32Array(4);
    fc.assert(
      fc.property(fc.tuple(word, word, word, word, word, word), (input) => {
        philox(...input, out);
        expect([...out]).toEqual(philoxOfBigints(input));
      }),
    );
  });
});

/** The generator's definition, word for word, in integers of any size. */
function philoxOfBigints([k0, k1, ...counter]: [number, number, number, number, number, number]): number[] {
  const mask = 0xffffffffn;
  let [x0, x1, x2, x3] = counter.map(BigInt) as [bigint, bigint, bigint, bigint];
  let keys: [bigint, bigint] = [BigInt(k0), BigInt(k1)];
  for (let round = 0; round < 10; round++) {
    const p0 = 0xd2511f53n * x0;
    const p1 = 0xcd9e8d57n * x2;
    [x0, x1, x2, x3] = [(p1 >> 32n) ^ x1 ^ keys[0], p1 & mask, (p0 >> 32n) ^ x3 ^ keys[1], p0 & mask];
    keys = [(keys[0] + 0x9e3779b9n) & mask, (keys[1] + 0xbb67ae85n) & mask];
  }
  return [x0, x1, x2, x3].map(Number);
}

/** Pearson's statistic of counts that should all be equal, in standard deviations from its expectation. */
function unevenness(counts: Float64Array): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const chi2 = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const freedom = counts.length - 1;
  return (chi2 - freedom) / Math.sqrt(2 * freedom);
}

describe('uniform', () => {
  const bins = 64;
  const n = 200;

  it('is even along each of its counters, and across them', () => {
    const rows: ((row: number, i: number) => number)[] = [
      (row, i) => uniform(row, STREAM.test, i),
      (row, i) => uniform(1, STREAM.test, row, i),
      (row, i) => uniform(1, STREAM.test, i, row),
      (row, i) => uniform(1, STREAM.test, 0, i, row),
      (row, i) => uniform(1, STREAM.test, row, 0, 0, i),
      (row, i) => uniform(i, STREAM.test, row),
    ];
    for (const draw of rows) {
      const all = new Float64Array(bins);
      const firsts = new Float64Array(bins);
      let worst = 0;
      for (let row = 0; row < n; row++) {
        const counts = new Float64Array(bins);
        for (let i = 0; i < n * 8; i++) {
          const bin = Math.floor(draw(row, i) * bins);
          counts[bin]!++;
          all[bin]!++;
        }
        worst = Math.max(worst, Math.abs(unevenness(counts)));
        for (let i = 0; i < 8; i++) firsts[Math.floor(draw(row, i) * bins)]!++;
      }
      // The largest of 200 rows lies beyond 5.5 about once in 10⁴ (the statistic's upper tail is a little heavy).
      expect(worst).toBeLessThan(5.5);
      expect(Math.abs(unevenness(all))).toBeLessThan(4);
      expect(Math.abs(unevenness(firsts))).toBeLessThan(4);
    }
  });

  it('does not correlate neighbouring counters, seeds or streams', () => {
    const count = 20_000;
    const pairs: ((i: number) => [number, number])[] = [
      (i) => [uniform(3, STREAM.test, i), uniform(3, STREAM.test, i + 1)],
      (i) => [uniform(i, STREAM.test), uniform(i + 1, STREAM.test)],
      (i) => [uniform(3, STREAM.sample, i), uniform(3, STREAM.prompt, i)],
      (i) => [uniform(3, STREAM.test, i, 0), uniform(3, STREAM.test, 0, i)],
    ];
    for (const pair of pairs) {
      let sum = 0;
      for (let i = 1; i <= count; i++) {
        const [u, v] = pair(i);
        sum += (u - 0.5) * (v - 0.5) * 12;
      }
      expect(Math.abs(sum / Math.sqrt(count))).toBeLessThan(4);
    }
  });

  it('stays in [0, 1) and repeats itself', () => {
    fc.assert(
      fc.property(word, word, word, (seed, a, b) => {
        const u = uniform(seed, STREAM.test, a, b);
        expect(u).toBeGreaterThanOrEqual(0);
        expect(u).toBeLessThan(1);
        expect(uniform(seed, STREAM.test, a, b)).toBe(u);
      }),
    );
  });
});

describe('below', () => {
  it('gives every value, evenly, and none outside', () => {
    for (const n of [1, 2, 7, 10]) {
      const counts = new Float64Array(n);
      for (let i = 0; i < 20_000; i++) counts[below(n, 5, STREAM.test, i)]!++;
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20_000);
      if (n > 1) expect(Math.abs(unevenness(counts))).toBeLessThan(4);
    }
  });
});

describe('normal', () => {
  it('has the moments and the tails of a standard normal', () => {
    const n = 100_000;
    const moments = [0, 0, 0, 0];
    let beyondTwo = 0;
    for (let i = 0; i < n; i++) {
      const x = normal(11, STREAM.test, i);
      for (let k = 0; k < 4; k++) moments[k]! += x ** (k + 1) / n;
      if (Math.abs(x) > 2) beyondTwo++;
    }
    // Standard errors of the four raw moments: √1, √2, √15, √96, each over √n.
    const limits = [1, 2, 15, 96].map((variance) => 4 * Math.sqrt(variance / n));
    [0, 1, 0, 3].forEach((expected, k) => expect(Math.abs(moments[k]! - expected)).toBeLessThan(limits[k]!));
    expect(Math.abs(beyondTwo / n - 0.0455)).toBeLessThan(4 * Math.sqrt((0.0455 * 0.9545) / n));
  });
});

describe('shuffle', () => {
  it('keeps the elements and gives every order equally often', () => {
    const counts = new Map<string, number>();
    const n = 12_000;
    for (let i = 0; i < n; i++) {
      const order = shuffle([0, 1, 2, 3], 2, STREAM.test, i).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    expect(Math.abs(unevenness(Float64Array.from(counts.values())))).toBeLessThan(4);
  });
});
