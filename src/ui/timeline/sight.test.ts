/** The window follows the run until somebody looks elsewhere, and never leaves it. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { SHORTEST, Sight } from './sight.ts';

let sight: Sight;
beforeEach(() => {
  sight = new Sight();
  sight.advance(100, 20);
});

const shown = () => [sight.shown.from, sight.shown.to];

describe('the window', () => {
  it('shows the usual length of the newest, all of a short run, and goes on with it', () => {
    expect(shown()).toEqual([80, 100]);
    sight.advance(105, 20);
    expect(shown()).toEqual([85, 105]);
    const young = new Sight();
    young.advance(3, 20);
    expect(young.shown).toEqual({ from: 0, to: 3 });
  });

  it('stays where somebody went, until it is to follow again, with the length that they chose', () => {
    sight.pan(-30);
    expect([...shown(), sight.follows]).toEqual([50, 70, false]);
    sight.advance(200, 20);
    expect(shown()).toEqual([50, 70]);
    sight.zoom(0.5, 50);
    expect(shown()).toEqual([50, 60]);
    sight.toEnd();
    expect([...shown(), sight.follows]).toEqual([190, 200, true]);
    sight.advance(201, 20);
    expect(shown()).toEqual([191, 201]);
  });

  it('zooms about the newest moment while it follows, else about the place that is pointed at', () => {
    sight.zoom(0.5, 85);
    expect([...shown(), sight.follows]).toEqual([90, 100, true]);
    sight.zoom(2);
    expect(shown()).toEqual([80, 100]);
    sight.show(20, 40);
    sight.zoom(0.5, 25);
    expect(shown()).toEqual([22.5, 32.5]);
  });

  it('is whole when asked, and when zoomed out far enough, and then grows', () => {
    sight.whole();
    expect([sight.isWhole, ...shown()]).toEqual([true, 0, 100]);
    sight.zoom(0.1);
    sight.zoom(1000);
    sight.advance(150, 20);
    expect([sight.isWhole, ...shown()]).toEqual([true, 0, 150]);
  });

  it('goes to the beginning, and brings what is out of view into it', () => {
    sight.toBegin();
    expect(shown()).toEqual([0, 20]);
    sight.reveal(5, 10);
    expect(shown()).toEqual([0, 20]);
    sight.reveal(50, 52);
    expect(shown()).toEqual([41, 61]);
    sight.reveal(30, 70);
    expect(shown()).toEqual([24, 76]);
  });

  it('tells of changes, and of nothing else', () => {
    let told = 0;
    const stop = sight.subscribe(() => told++);
    sight.advance(100, 20);
    expect(told).toBe(0);
    sight.pan(-10);
    sight.whole();
    expect(told).toBe(2);
    stop();
    sight.pan(-10);
    expect(told).toBe(2);
  });

  it('lies within the run whatever is done with it', () => {
    const number = fc.double({ min: -300, max: 300, noNaN: true });
    const act = fc.oneof(
      number.map((by) => (one: Sight) => one.pan(by)),
      fc.tuple(fc.double({ min: 0.001, max: 1000, noNaN: true }), number).map(
        ([factor, at]) =>
          (one: Sight) =>
            one.zoom(factor, at),
      ),
      fc.constantFrom<(one: Sight) => void>(
        (one) => one.whole(),
        (one) => one.toEnd(),
        (one) => one.toBegin(),
      ),
      fc.tuple(number, number).map(
        ([a, b]) =>
          (one: Sight) =>
            one.show(a, b),
      ),
      fc.tuple(number, number).map(
        ([a, b]) =>
          (one: Sight) =>
            one.reveal(Math.min(a, b), Math.max(a, b)),
      ),
    );
    fc.assert(
      fc.property(fc.array(act, { maxLength: 20 }), (acts) => {
        const one = new Sight();
        one.advance(100, 20);
        for (const doIt of acts) {
          doIt(one);
          const { from, to } = one.shown;
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeLessThanOrEqual(100 + 1e-9);
          expect(to - from).toBeGreaterThanOrEqual(SHORTEST * (1 - 1e-6));
        }
      }),
      { numRuns: 200 },
    );
  });
});
