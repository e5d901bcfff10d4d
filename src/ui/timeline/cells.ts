/**
 * Level of detail: which rectangles a track has at a scale. A span that is wide enough is one by itself; those that are
 * narrower are merged, pixel by pixel, into the kind that takes the most time there. So there are at most as many
 * rectangles as pixels, and finding each costs the logarithm of the spans.
 *
 * The pixels of merged spans lie on a grid that is fixed in time, not on the screen: panning moves them and does not mix
 * them anew.
 */
import { SPAN_KINDS, type Track } from '../../telemetry/timeline/index.ts';
import type { Stretch } from './sight.ts';

/** Pixels from which on a span is a rectangle by itself. */
export const WIDE = 2;
/** Spans of a pixel that are looked at for one of the kind that it shows. */
const LOOKS = 8;

export interface CellVisitor {
  /**
   * @param x0 left and @param x1 right end, in pixels from the left of what is shown, cut off there and at the right
   * @param kind index into SPAN_KINDS
   * @param index of the span, or of one of those merged that is of this kind
   * @param filled share of the pixel that merged spans of any kind take; NaN where it is a span by itself
   */
  (x0: number, x1: number, kind: number, index: number, filled: number): void;
}

const before = new Float64Array(SPAN_KINDS.length);
const until = new Float64Array(SPAN_KINDS.length);

/** @param pixels width of what is shown @param now until when spans go that have not ended */
export function visitCells(
  track: Track,
  { from, to }: Stretch,
  pixels: number,
  now: number,
  visit: CellVisitor,
): void {
  const perPixel = (to - from) / pixels;
  let index = track.firstAfter(from);
  let last = -Infinity;
  while (index < track.length) {
    const begin = track.begin(index);
    if (begin >= to) return;
    const end = Math.min(track.end(index), now);
    if (end - begin >= WIDE * perPixel) {
      const x0 = Math.max(0, (begin - from) / perPixel);
      const x1 = Math.min(pixels, (end - from) / perPixel);
      if (x1 > x0) visit(x0, x1, SPAN_KINDS.indexOf(track.kind(index)), index, NaN);
      index++;
      continue;
    }
    const pixel = Math.max(Math.floor(begin / perPixel), Math.floor(from / perPixel), last + 1);
    // What has not ended goes on for ever on its track, but here only until now.
    if (pixel * perPixel >= end) {
      index++;
      continue;
    }
    const pixelEnd = (pixel + 1) * perPixel;
    const { kind, seconds } = inPixel(
      track,
      Math.max(begin, pixel * perPixel),
      Math.min(pixelEnd, now),
      index,
    );
    const next = track.firstAfter(pixelEnd, index);
    if (kind >= 0) {
      const x0 = Math.max(0, pixel - from / perPixel);
      const x1 = Math.min(pixels, pixel + 1 - from / perPixel);
      if (x1 > x0) visit(x0, x1, kind, ofKind(track, index, next, kind), seconds / perPixel);
    }
    last = pixel;
    index = next;
  }
}

/** Kind with the most seconds between two times, by index into SPAN_KINDS, −1 where there is none; and those of all. */
function inPixel(track: Track, from: number, to: number, index: number): { kind: number; seconds: number } {
  track.secondsBefore(from, before, index);
  track.secondsBefore(to, until, index);
  let most = 0;
  let all = 0;
  let kind = -1;
  for (let k = 0; k < SPAN_KINDS.length; k++) {
    const seconds = until[k]! - before[k]!;
    all += seconds;
    if (seconds > most) {
      most = seconds;
      kind = k;
    }
  }
  return { kind, seconds: all };
}

function ofKind(track: Track, index: number, next: number, kind: number): number {
  const end = Math.min(next, index + LOOKS, track.length - 1);
  for (let at = index; at <= end; at++) if (track.kind(at) === SPAN_KINDS[kind]) return at;
  return index;
}
