import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Envelope } from './envelope.ts';

const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 2000 });

describe('the envelope', () => {
  it('keeps every value of a short series', () => {
    const envelope = new Envelope(8);
    [3, 1, 2].forEach((y, x) => envelope.add(x, y));
    expect(envelope.width).toBe(1);
    expect(
      [0, 1, 2].map((b) => [envelope.centre(b), envelope.low(b), envelope.mean(b), envelope.high(b)]),
    ).toEqual([
      [0, 3, 3, 3],
      [1, 1, 1, 1],
      [2, 2, 2, 2],
    ]);
  });

  it('lets a spike of one update survive a hundred thousand', () => {
    const envelope = new Envelope(300);
    for (let x = 0; x < 100_000; x++) envelope.add(x, x === 77_777 ? 5 : 0);
    expect(envelope.length).toBeLessThanOrEqual(300);
    const bucket = Math.floor(77_777 / envelope.width);
    expect(envelope.high(bucket)).toBe(5);
    expect(envelope.low(bucket)).toBe(0);
    expect(envelope.high(bucket - 1)).toBe(0);
    expect(envelope.high(bucket + 1)).toBe(0);
  });

  it('equals the minimum, maximum and mean of the raw values of each bucket', () => {
    fc.assert(
      fc.property(values, (ys) => {
        const envelope = new Envelope(32);
        ys.forEach((y, x) => envelope.add(x, y));
        expect(envelope.length).toBe(Math.ceil(ys.length / envelope.width));
        expect(envelope.length).toBeLessThanOrEqual(32);
        for (let b = 0; b < envelope.length; b++) {
          const part = ys.slice(b * envelope.width, (b + 1) * envelope.width);
          expect(envelope.low(b)).toBe(Math.min(...part));
          expect(envelope.high(b)).toBe(Math.max(...part));
          const mean = part.reduce((sum, y) => sum + y, 0) / part.length;
          expect(Math.abs(envelope.mean(b) - mean)).toBeLessThanOrEqual(1e-6);
        }
        expect([envelope.least, envelope.greatest]).toEqual([Math.min(...ys), Math.max(...ys)]);
      }),
    );
  });

  it('uses at least half of its buckets once they ran out, so that detail is not thrown away', () => {
    fc.assert(
      fc.property(fc.integer({ min: 33, max: 5000 }), (n) => {
        const envelope = new Envelope(32);
        for (let x = 0; x < n; x++) envelope.add(x, x);
        expect(envelope.length).toBeGreaterThanOrEqual(16);
      }),
    );
  });

  it('leaves a gap where there is no data, before and after merging', () => {
    const envelope = new Envelope(4);
    [1, NaN, NaN, NaN, 5, Infinity, 7].forEach((y, x) => envelope.add(x, y));
    expect(envelope.count).toBe(3);
    expect([0, 1, 2, 3].map((b) => envelope.mean(b))).toEqual([1, NaN, 5, 7]);
    expect(envelope.low(1)).toBeNaN();
    expect(envelope.centre(3)).toBe(6);
  });

  it('knows nothing before the first value and refuses an odd size', () => {
    const envelope = new Envelope();
    expect([envelope.least, envelope.greatest, envelope.mean(0)]).toEqual([NaN, NaN, NaN]);
    expect(() => new Envelope(7)).toThrow(RangeError);
  });
});
