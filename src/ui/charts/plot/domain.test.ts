import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { between, fromZero, lagDomain, shareTop, xDomain, yDomain } from './domain.ts';

const positive = fc.double({ min: 1e-9, max: 1e9, noNaN: true });

describe('ranges of the axes', () => {
  it('hold the value, waste less than half, and end on a tick', () => {
    fc.assert(
      fc.property(positive, (value) => {
        const { low, high, ticks } = fromZero(value);
        expect(low).toBe(0);
        expect(value).toBeLessThanOrEqual(high * (1 + 1e-8));
        expect(high).toBeLessThanOrEqual(1.6 * value);
        expect(ticks[0]).toBe(0);
        expect(ticks.at(-1)).toBe(high);
        expect(ticks.length).toBeLessThanOrEqual(4);
      }),
    );
  });

  it('never shrink as the values grow, and take few steps', () => {
    const tops = new Set<number>();
    let last = 0;
    for (let value = 0.001; value < 1000; value *= 1.01) {
      const { high } = fromZero(value);
      expect(high).toBeGreaterThanOrEqual(last);
      last = high;
      tops.add(high);
    }
    expect(tops.size).toBeLessThanOrEqual(6 * 7 + 1);
  });

  it('have round ends', () => {
    expect(fromZero(0.3)).toEqual({ low: 0, high: 0.3, ticks: [0, 0.1, 0.2, 0.3] });
    expect(fromZero(7)).toEqual({ low: 0, high: 8, ticks: [0, 4, 8] });
    expect(fromZero(1001).high).toBe(1500);
    for (const nothing of [0, -3, NaN, Infinity]) expect(fromZero(nothing).high).toBe(1);
  });

  it('are fixed for shares, symmetric for signed values and for ratios', () => {
    expect(yDomain('unit', -5, 7)).toEqual({ low: 0, high: 1, ticks: [0, 0.5, 1] });
    expect(yDomain('signed', -0.3, 0.02)).toEqual({ low: -0.3, high: 0.3, ticks: [-0.3, 0, 0.3] });
    expect(yDomain('free', 0.1, 0.25)).toEqual(fromZero(0.25));
    expect(yDomain('free', -0.02, 0.25)).toEqual({ low: -0.02, high: 0.3, ticks: [0, 0.1, 0.2, 0.3] });
    expect(yDomain('free', -0.2, 0.25)).toEqual({ low: -0.2, high: 0.3, ticks: [-0.2, 0, 0.3] });
    expect(yDomain('free', -4, 0.1).ticks).toEqual([-4, 0]);
    expect(yDomain('free', -4, -1)).toMatchObject({ low: -4, high: 0 });
    expect(yDomain('free', NaN, NaN).high).toBe(1);
    expect(yDomain('correlation', 0.2, 0.3)).toMatchObject({ low: -1, high: 1 });
    expect(yDomain('ratio', 0.6, 1.3)).toEqual({ low: 0.5, high: 2, ticks: [0.5, 1, 2] });
    expect(yDomain('ratio', NaN, NaN).high).toBe(1.1);
    expect(yDomain('factor', 1, 60)).toEqual({ low: 1, high: 100, ticks: [1, 10, 100] });
    expect(yDomain('factor', 1, 1e30).high).toBe(1e24);
  });

  it('hold the values in powers of ten, however small the least', () => {
    expect(yDomain('decades', 0.3, 6)).toEqual({ low: 0.1, high: 10, ticks: [0.1, 1, 10] });
    expect(yDomain('decades', 1, 1)).toMatchObject({ low: 0.1, high: 1 });
    expect(yDomain('decades', 0, 310).ticks).toEqual([0.1, 1, 10, 100, 1000]);
    expect(yDomain('decades', NaN, NaN).high).toBe(10);
    fc.assert(
      fc.property(positive, positive, (a, b) => {
        const { low, high } = yDomain('decades', Math.min(a, b), Math.max(a, b));
        expect(high * (1 + 1e-8)).toBeGreaterThanOrEqual(Math.max(a, b));
        if (Math.min(a, b) > high * 1e-4) expect(low).toBeLessThanOrEqual(Math.min(a, b) * (1 + 1e-8));
      }),
    );
  });

  it('show the whole previous run unless that squeezes this one', () => {
    expect(xDomain(0, 0, 40).high).toBe(40);
    expect(xDomain(3, 300, 40).high).toBe(300);
    expect(xDomain(310, 300, 40).high).toBe(400);
    expect(xDomain(10, 50_000, 40).high).toBe(400);
    expect(xDomain(1000, 50_000, 40).high).toBe(3000);
  });

  it('keep the ends of a stretch and put a few round ticks inside', () => {
    expect(between(37, 83)).toEqual({ low: 37, high: 83, ticks: [40, 50, 60, 70, 80] });
    expect(between(0.2, 0.9).ticks).toEqual([0.2, 0.4, 0.6, 0.8]);
    expect(between(5, 5)).toMatchObject({ low: 5, high: 6 });
    fc.assert(
      fc.property(positive, positive, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        fc.pre(high - low > 1e-6 * high);
        const { ticks } = between(low, high);
        expect(ticks.length).toBeGreaterThanOrEqual(1);
        expect(ticks.length).toBeLessThanOrEqual(5);
        const slack = 1e-8 * high;
        for (const tick of ticks) {
          expect(tick).toBeGreaterThanOrEqual(low - slack);
          expect(tick).toBeLessThanOrEqual(high + slack);
        }
      }),
    );
  });

  it('hold every lag up to the frame’s last bin', () => {
    const tops = [0, 3, 4, 8, 16, 17, 256, 257].map((lag) => lagDomain(lag).high);
    expect(tops).toEqual([4, 4, 6, 12, 24, 24, 256, 256]);
    for (let lag = 0; lag < 256; lag++) expect(lagDomain(lag).ticks.every(Number.isInteger)).toBe(true);
  });

  it('grow at once for a share and shrink only with ample room', () => {
    expect(shareTop(0, 0.09)).toBe(0.1);
    expect(shareTop(0.1, 0.11)).toBe(0.2);
    expect(shareTop(0.2, 0.095)).toBe(0.2);
    expect(shareTop(0.2, 0.06)).toBe(0.1);
    expect(shareTop(1, 0.3)).toBe(0.6);
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom(0, 0.1, 0.2, 0.4, 0.6, 1),
        (share, top) => {
          const next = shareTop(top, share);
          expect(next).toBeGreaterThanOrEqual(share);
          expect(shareTop(next, share)).toBe(next);
        },
      ),
    );
  });
});
