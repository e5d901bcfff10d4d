import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STREAM, uniform } from '../numerics/random.ts';
import { type Draw, logSoftmax, Sampler, type SamplingSettings, scoringTemperature } from './sampling.ts';

const logits = fc.array(fc.double({ min: -20, max: 20, noNaN: true }), { minLength: 2, maxLength: 12 });
const temperature = fc.double({ min: 0.1, max: 2, noNaN: true });
const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

function drawn(row: number[], settings: Partial<SamplingSettings>, u: number, forced = -1): Draw {
  const out = { token: -1, logprob: NaN };
  new Sampler(row.length).draw(row, 0, { temperature: 1, topK: 0, topP: 1, ...settings }, u, forced, out);
  return out;
}

describe('logSoftmax', () => {
  it('gives logarithms of probabilities that sum to one, and their entropy', () => {
    fc.assert(
      fc.property(logits, temperature, (row, t) => {
        const out = new Float64Array(row.length);
        const entropy = logSoftmax(row, 0, t, out);
        const probabilities = [...out].map((value) => Math.exp(value));
        expect(probabilities.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
        expect(entropy).toBeCloseTo(
          probabilities.reduce((sum, p, i) => sum - (p > 0 ? p * out[i]! : 0), 0),
          10,
        );
        row.forEach((z, i) => expect(out[i]! - out[0]!).toBeCloseTo((z - row[0]!) / t, 9));
      }),
    );
  });

  it('survives logits that would overflow, and reads at an offset', () => {
    const out = new Float64Array(2);
    logSoftmax([7, 1000, 1000], 1, 1, out);
    expect(out[0]).toBeCloseTo(-Math.LN2, 12);
    logSoftmax([0, -Infinity], 0, 1, out);
    expect([...out]).toEqual([0, -Infinity]);
  });
});

describe('Sampler', () => {
  it('inverts the cumulative distribution in order of index', () => {
    fc.assert(
      fc.property(logits, temperature, unit, (row, t, u) => {
        const out = new Float64Array(row.length);
        logSoftmax(row, 0, t, out);
        const { token, logprob } = drawn(row, { temperature: t }, u);
        const below = out.subarray(0, token).reduce((sum, value) => sum + Math.exp(value), 0);
        expect(logprob).toBe(out[token]);
        expect(below).toBeLessThanOrEqual(u + 1e-12);
        expect(below + Math.exp(out[token]!)).toBeGreaterThan(u - 1e-12);
      }),
    );
  });

  it('draws tokens as often as they are likely', () => {
    const row = [0, 1, 2, -1];
    const counts = [0, 0, 0, 0];
    const n = 40_000;
    for (let i = 0; i < n; i++) counts[drawn(row, {}, uniform(1, STREAM.test, i)).token]!++;
    const out = new Float64Array(4);
    logSoftmax(row, 0, 1, out);
    const chiSquare = counts.reduce((sum, count, i) => {
      const expected = n * Math.exp(out[i]!);
      return sum + (count - expected) ** 2 / expected;
    }, 0);
    expect(chiSquare).toBeLessThan(16.3);
  });

  it('takes the likeliest token when greedy, the first of equals, with its probability at temperature 1', () => {
    expect(drawn([1, 3, 3, 2], { temperature: 0, topK: 1 }, 0.99).token).toBe(1);
    const out = new Float64Array(4);
    logSoftmax([1, 3, 3, 2], 0, 1, out);
    expect(drawn([1, 3, 3, 2], { temperature: 0, topK: 1 }, 0.99).logprob).toBe(out[1]);
    expect(scoringTemperature(0)).toBe(1);
    expect(scoringTemperature(0.3)).toBe(0.3);
  });

  it('keeps to the k likeliest tokens, lower indices first, and renormalises', () => {
    fc.assert(
      fc.property(logits, fc.integer({ min: 1, max: 12 }), unit, (row, topK, u) => {
        const { token, logprob } = drawn(row, { topK }, u);
        const kept = row
          .map((_, i) => i)
          .sort((a, b) => row[b]! - row[a]! || a - b)
          .slice(0, topK);
        const highest = Math.max(...row);
        const sum = kept.reduce((total, i) => total + Math.exp(row[i]! - highest), 0);
        expect(row.filter((value) => value > row[token]!).length).toBeLessThan(topK);
        expect(logprob).toBeCloseTo(row[token]! - highest - Math.log(sum), 6);
      }),
    );
  });

  it('keeps the fewest tokens that hold top-p, counted after top-k', () => {
    const row = [4, 3, 2, 1].map(Math.log);
    for (const [topP, last] of [
      [0.39, 0],
      [0.41, 1],
      [0.71, 2],
      [0.91, 3],
    ] as const) {
      expect(drawn(row, { topP }, 0.999999).token).toBe(last);
    }
    // Of the three that top-k leaves, the first two hold 7/9.
    expect(drawn(row, { topK: 3, topP: 0.77 }, 0.999999).token).toBe(1);
    expect(drawn(row, { topK: 3, topP: 0.77 }, 0.999999).logprob).toBeCloseTo(Math.log(3 / 7), 12);
    expect(drawn(row, { topP: 1e-9 }, 0.999999)).toEqual({ token: 0, logprob: 0 });
  });

  it('reports forced tokens under the same distribution', () => {
    expect(drawn([0, 0], {}, 0.9, 0)).toEqual({ token: 0, logprob: drawn([0, 0], {}, 0).logprob });
    expect(drawn([1, 0, -1], { topK: 1 }, 0.5, 2).logprob).toBe(-Infinity);
    expect(drawn([1, 0], { temperature: 0 }, 0.5, 1).token).toBe(1);
  });

  it('carries nothing over from one row to the next', () => {
    const sampler = new Sampler(3);
    const out = { token: 0, logprob: 0 };
    const settings = { temperature: 1, topK: 2, topP: 1 };
    sampler.draw([3, 2, 1], 0, settings, 0.5, -1, out);
    sampler.draw([0, 0, 0], 0, settings, 0.75, -1, out);
    expect(out).toEqual(drawn([0, 0, 0], settings, 0.75));
  });
});
