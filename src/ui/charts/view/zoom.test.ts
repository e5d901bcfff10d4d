import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gestureOf } from './gestures.ts';
import { FEWEST, stretchBetween, zoomed } from './zoom.ts';

describe('a zoom', () => {
  it('takes a drag in either direction and stays within what has happened', () => {
    expect(stretchBetween(30.2, 59.7, 100)).toEqual({ from: 30, to: 60 });
    expect(stretchBetween(59.7, 30.2, 100)).toEqual({ from: 30, to: 60 });
    expect(stretchBetween(-20, 400, 100)).toEqual({ from: 0, to: 100 });
    expect(stretchBetween(50, 50, 100)).toEqual({ from: 50, to: 50 + FEWEST });
    expect(stretchBetween(100, 100, 100)).toEqual({ from: 100 - FEWEST, to: 100 });
    expect(stretchBetween(0, 1, 1)).toBeUndefined();
  });

  it('keeps what it zooms about in its place, and ends at the whole run', () => {
    expect(zoomed({ from: 0, to: 100 }, 50, 0.5, 100)).toEqual({ from: 25, to: 75 });
    expect(zoomed({ from: 0, to: 100 }, 100, 0.5, 100)).toEqual({ from: 50, to: 100 });
    expect(zoomed({ from: 25, to: 75 }, 30, 2, 1000)).toEqual({ from: 20, to: 120 });
    expect(zoomed({ from: 25, to: 75 }, 50, 2, 100)).toBeUndefined();
  });

  it('is always a valid stretch', () => {
    const update = fc.integer({ min: 0, max: 5000 });
    fc.assert(
      fc.property(update, update, update, fc.constantFrom(0.5, 2), (a, b, about, factor) => {
        const last = Math.max(a, b, FEWEST + 1);
        const chosen = stretchBetween(a, b, last)!;
        for (const stretch of [chosen, zoomed(chosen, about, factor, last)]) {
          if (stretch === undefined) continue;
          expect(stretch.from).toBeGreaterThanOrEqual(0);
          expect(stretch.to).toBeLessThanOrEqual(last);
          expect(stretch.to - stretch.from).toBeGreaterThanOrEqual(FEWEST);
          expect(Number.isInteger(stretch.from) && Number.isInteger(stretch.to)).toBe(true);
        }
      }),
    );
  });
});

describe('keys on a chart', () => {
  const whole = { at: undefined, shown: { from: 0, to: 200 }, last: 200, zoom: undefined };
  const zoom = { from: 50, to: 90 };
  const inside = { at: 60, shown: zoom, last: 200, zoom };

  it('move the cross-hair from the newest update, and no further than what is shown', () => {
    expect(gestureOf('ArrowLeft', false, whole)).toEqual({ kind: 'hover', update: 199 });
    expect(gestureOf('ArrowLeft', true, whole)).toEqual({ kind: 'hover', update: 180 });
    expect(gestureOf('ArrowRight', false, whole)).toEqual({ kind: 'hover', update: 200 });
    expect(gestureOf('Home', false, inside)).toEqual({ kind: 'hover', update: 50 });
    expect(gestureOf('PageUp', false, inside)).toEqual({ kind: 'hover', update: 64 });
  });

  it('zoom in and out about the cross-hair', () => {
    expect(gestureOf('+', false, inside)).toEqual({ kind: 'zoom', stretch: { from: 55, to: 75 } });
    expect(gestureOf('-', false, inside)).toEqual({ kind: 'zoom', stretch: { from: 40, to: 120 } });
    expect(gestureOf('0', false, inside)).toEqual({ kind: 'zoom', stretch: undefined });
    expect(gestureOf('-', false, whole)).toBeUndefined();
  });

  it('let go by Escape, the cross-hair first, and leave all other keys to others', () => {
    expect(gestureOf('Escape', false, inside)).toEqual({ kind: 'hover', update: undefined });
    expect(gestureOf('Escape', false, { ...inside, at: undefined })).toEqual({
      kind: 'zoom',
      stretch: undefined,
    });
    for (const key of ['Escape', 's', ' ', 'Tab']) expect(gestureOf(key, false, whole)).toBeUndefined();
  });
});
