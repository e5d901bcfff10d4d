import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reach } from '../state/schema.ts';
import { layOutPanels, panelAt, type PanelSpec } from './layout.ts';
import { lookOf } from './looks.ts';
import { keyTo } from './pointed.ts';
import { extentOf, logRatiosOf, marksOf, nearestPoint, POINTS, ratioMarks, valueAt } from './scale.ts';
import { axesOf } from './scene.ts';

const SPECS: readonly [PanelSpec, PanelSpec] = [
  { sign: 1, title: 'good' },
  { sign: -1, title: 'bad' },
];

describe('the axes of the curves', () => {
  it('go from 1/reach to reach, and ratio 1 is a point', () => {
    const logRatios = logRatiosOf(8);
    expect(logRatios).toHaveLength(POINTS);
    expect([logRatios[0], logRatios[(POINTS - 1) / 2], logRatios.at(-1)]).toEqual([
      -Math.log(8),
      0,
      Math.log(8),
    ]);
    expect(ratioMarks(8, false)).toEqual([1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8]);
    expect(ratioMarks(32, true)).toEqual([1 / 16, 1 / 4, 1, 4, 16]);
    expect(valueAt(logRatios, logRatios, Math.log(2))).toBeCloseTo(Math.log(2), 1);
    expect([valueAt(logRatios, logRatios, -9), valueAt(logRatios, logRatios, 9)]).toEqual([
      logRatios[0],
      logRatios.at(-1),
    ]);
  });

  it('show the advantage and all of a curve, but not what runs away; what is none does not count', () => {
    expect(extentOf([[0, 1, NaN]], 1)).toEqual({ low: 0, high: 1.06 });
    expect(extentOf([[0, 900]], 2).high).toBe(6.4);
    expect(extentOf([[-0.5, 1]], 1).low).toBeCloseTo(-0.53);
    expect(marksOf({ low: 0, high: 3.2 })).toEqual(
      [0, 0.8, 1.6, 2.4, 3.2].map((mark) => expect.closeTo(mark)),
    );
  });

  it('put a good answer’s push upwards and a bad one’s downwards, within the panel', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 300, max: 1400 }),
        fc.integer({ min: 240, max: 700 }),
        fc.integer({ min: 1, max: 52 }),
        (width, height, curves) => {
          const layout = layOutPanels(width, height, SPECS, curves);
          const logRatios = logRatiosOf(4);
          for (const panel of layout.panels) {
            const axes = axesOf(panel, { logRatios, extent: { low: -0.5, high: 2 } });
            expect(axes.x(logRatios[0]!)).toBeCloseTo(panel.left);
            expect(axes.x(logRatios.at(-1)!)).toBeCloseTo(panel.right);
            const [none, full] = [axes.y(0), axes.y(2 * panel.sign)];
            expect(Math.sign(none - full)).toBe(panel.sign);
            for (const y of [none, full]) {
              expect(y).toBeGreaterThan(panel.top - 1e-6);
              expect(y).toBeLessThan(panel.bottom + 1e-6);
            }
            expect(panel.right).toBeGreaterThan(panel.left);
            expect(panel.lanes + curves * layout.lane).toBeLessThan(layout.height);
            if (width >= 440) expect(layout.height).toBeLessThanOrEqual(height + 1e-9);
            expect(panelAt(layout, panel.left + 1, panel.bottom - 1)).toBe(panel);
          }
          expect(panelAt(layout, -1, 5)).toBeUndefined();
        },
      ),
    );
  });
});

describe('the looks of the curves', () => {
  it('tell eight apart by dash alone, and twenty-four by dash and colour', () => {
    const looks = Array.from({ length: 24 }, (_, index) => lookOf(index));
    expect(new Set(looks.slice(0, 8).map(({ dash }) => dash.join())).size).toBe(8);
    expect(new Set(looks.map(({ dash, colour }) => `${colour} ${dash.join()}`)).size).toBe(24);
  });
});

describe('the ratio that is read off', () => {
  it('is one at which curves are computed, so that REINFORCE’s weight is the ratio itself', () => {
    fc.assert(
      fc.property(fc.constantFrom(2, 4, 8, 32), fc.double({ min: -4, max: 4, noNaN: true }), (reach, at) => {
        const logRatios = logRatiosOf(reach as Reach);
        const weights = logRatios.map(Math.exp);
        const named = nearestPoint(at, reach as Reach);
        expect(logRatios).toContain(named);
        expect(valueAt(weights, logRatios, at)).toBe(Math.exp(named));
        expect(nearestPoint(named, reach as Reach)).toBe(named);
      }),
    );
  });

  it('goes by keys along the axis and not beyond it', () => {
    const press = (key: string, from: number, shiftKey = false) => keyTo({ key, shiftKey }, from, 2);
    expect(press('ArrowRight', 0)).toBeGreaterThan(0);
    expect(press('ArrowRight', 0, true)! / press('ArrowRight', 0)!).toBeCloseTo(10);
    expect([press('ArrowRight', 2), press('ArrowLeft', -2), press('Home', 1), press('End', 1)]).toEqual([
      2, -2, -2, 2,
    ]);
    expect([press('1', 1.5), press('x', 1)]).toEqual([0, undefined]);
  });
});
