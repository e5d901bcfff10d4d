/** Level of detail against spans counted one by one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SPAN_KINDS, type SpanKind, Track } from '../../telemetry/timeline/index.ts';
import { visitCells, WIDE } from './cells.ts';
import type { Stretch } from './sight.ts';

interface Cell {
  readonly x0: number;
  readonly x1: number;
  readonly kind: SpanKind;
  readonly index: number;
  readonly merged: boolean;
  readonly filled: number;
}

function cellsOf(track: Track, shown: Stretch, pixels: number, now = Infinity): readonly Cell[] {
  const cells: Cell[] = [];
  visitCells(track, shown, pixels, now, (x0, x1, kind, index, filled) =>
    cells.push({ x0, x1, kind: SPAN_KINDS[kind]!, index, merged: !Number.isNaN(filled), filled }),
  );
  return cells;
}

/** Back to back, or with gaps, of these lengths. */
function trackOf(lengths: readonly (readonly [SpanKind | undefined, number])[]): Track {
  const track = new Track('worker 1', 100_000);
  let at = 0;
  for (const [kind, length] of lengths) {
    if (kind !== undefined) track.add(kind, at, at + length, at);
    at += length;
  }
  return track;
}

describe('cells', () => {
  it('are the spans themselves where these are wide, cut off at the ends of what is shown', () => {
    const track = trackOf([
      ['decode', 10],
      ['admission', 5],
      [undefined, 5],
      ['decode', Infinity],
    ]);
    expect(cellsOf(track, { from: 4, to: 24 }, 200, 22)).toEqual([
      { x0: 0, x1: 60, kind: 'decode', index: 0, merged: false, filled: NaN },
      { x0: 60, x1: 110, kind: 'admission', index: 1, merged: false, filled: NaN },
      { x0: 160, x1: 180, kind: 'decode', index: 2, merged: false, filled: NaN },
    ]);
    expect(cellsOf(track, { from: 15.5, to: 19.5 }, 100, 22)).toEqual([]);
  });

  it('are merged pixel by pixel into the kind with the most time, with one span of that kind', () => {
    const track = trackOf(
      Array.from({ length: 100 }, (_, i) => [i % 2 === 0 ? 'admission' : 'decode', i % 2 === 0 ? 0.1 : 0.3]),
    );
    const cells = cellsOf(track, { from: 0, to: 20 }, 20);
    expect(cells.map(({ x0, x1 }) => [x0, x1])).toEqual(Array.from({ length: 20 }, (_, i) => [i, i + 1]));
    expect(new Set(cells.map(({ kind }) => kind))).toEqual(new Set(['decode']));
    for (const { index, merged, filled } of cells) {
      expect([track.kind(index), merged]).toEqual(['decode', true]);
      expect(filled).toBeCloseTo(1, 9);
    }
  });

  it('show a short span in an empty stretch, and stay the same when the window is moved', () => {
    const track = trackOf([
      [undefined, 50.2],
      ['eval', 0.01],
      [undefined, 30],
      ['rollout', 0.001],
    ]);
    const at = (from: number) =>
      cellsOf(track, { from, to: from + 100 }, 100).map(({ x0, kind, filled }) => [
        x0 + from,
        kind,
        Number(filled.toFixed(9)),
      ]);
    expect(at(0)).toEqual([
      [50, 'eval', 0.01],
      [80, 'rollout', 0.001],
    ]);
    expect(at(20.25)).toEqual(at(0));
  });

  it('end with a span that has not ended, however short it is so far', () => {
    const track = trackOf([
      ['decode', 5],
      ['admission', Infinity],
    ]);
    for (const now of [5, 5.001, 5.8, 6.5]) {
      const cells = cellsOf(track, { from: 0, to: 10 }, 10, now);
      expect(cells.map(({ kind }) => kind).slice(0, 2)).toEqual(
        now === 5 ? ['decode'] : ['decode', 'admission'],
      );
      expect(cells.length).toBeLessThanOrEqual(3);
    }
  });

  const kinds = fc.constantFrom<SpanKind | undefined>('decode', 'admission', 'prefill', undefined);
  const lengthsUpTo = (max: number, count: number) =>
    fc.array(fc.tuple(kinds, fc.double({ min: 1e-3, max, noNaN: true })), { minLength: 1, maxLength: count });

  it('are no more than the pixels allow, in order and in the window, for any track', () => {
    fc.assert(
      fc.property(
        fc.oneof(lengthsUpTo(0.5, 300), lengthsUpTo(20, 40)),
        fc.double({ min: 0, max: 0.9, noNaN: true }),
        fc.integer({ min: 5, max: 120 }),
        (lengths, share, pixels) => {
          const track = trackOf(lengths);
          if (track.length === 0) return;
          const end = track.end(track.length - 1);
          const cells = cellsOf(track, { from: share * end, to: end }, pixels);
          expect(cells.length).toBeGreaterThan(0);
          expect(cells.filter(({ merged }) => merged).length).toBeLessThanOrEqual(pixels + 1);
          expect(cells.filter(({ merged }) => !merged).length).toBeLessThanOrEqual(pixels / WIDE + 2);
          cells.forEach(({ x0, x1, kind, index, merged }, i) => {
            expect(x1).toBeGreaterThan(x0);
            expect(x0).toBeGreaterThanOrEqual(i === 0 ? 0 : cells[i - 1]!.x0);
            expect(x1).toBeLessThanOrEqual(pixels + 1e-6);
            if (!merged) expect(track.kind(index)).toBe(kind);
          });
        },
      ),
      { numRuns: 200 },
    );
  });

  it('are of the kind that counting finds, for any track of short spans', () => {
    fc.assert(
      fc.property(lengthsUpTo(0.5, 300), (lengths) => {
        const track = trackOf(lengths);
        if (track.length === 0) return;
        const pixels = 1 + Math.floor(track.end(track.length - 1));
        for (const { x0, kind } of cellsOf(track, { from: 0, to: pixels }, pixels)) {
          const seconds = new Map<SpanKind, number>();
          for (let n = 0; n < track.length; n++) {
            const inPixel = Math.min(track.end(n), x0 + 1) - Math.max(track.begin(n), x0);
            if (inPixel > 0) seconds.set(track.kind(n), (seconds.get(track.kind(n)) ?? 0) + inPixel);
          }
          expect(seconds.get(kind)).toBeGreaterThanOrEqual(Math.max(...seconds.values()) - 1e-9);
        }
      }),
      { numRuns: 200 },
    );
  });
});
