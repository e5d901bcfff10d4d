/** Where the tracks lie in the picture, and what lies under a point of it. In units of the picture, from its top left. */
import type { Timeline, Track } from '../../telemetry/timeline/index.ts';
import type { Stretch } from './sight.ts';

export interface Lane {
  readonly track: Track;
  /** Of its bars. */
  readonly top: number;
  readonly height: number;
}

export interface Layout {
  readonly lanes: readonly Lane[];
  readonly width: number;
  readonly height: number;
  /** Left end of the bars; names are left of it, or above the bars where there is no room beside them. */
  readonly left: number;
  readonly names: 'beside' | 'above';
}

/** Height of the axis at the top. */
export const AXIS = 22;
/** Height of a name above its bars. */
export const NAME = 17;
const GUTTER = 184;
/** Left of names, for the frame of what has the focus. */
export const INSET = 4;
const GAP = 6;
const BARS = { least: 28, most: 56 };
/** Bars beside which there is no room for names. */
const NARROW = 560;
/** How far beside a span one may point. */
const SLACK = 3;

/** @param room height that there is; where it does not suffice the picture is higher, and scrolls */
export function layOut(tracks: readonly Track[], width: number, room: number): Layout {
  const names = width < NARROW ? 'above' : 'beside';
  const above = names === 'above' ? NAME : 0;
  const share = (room - AXIS) / Math.max(1, tracks.length) - GAP - above;
  const height = Math.floor(Math.min(BARS.most, Math.max(BARS.least, share)));
  const pitch = height + GAP + above;
  return {
    lanes: tracks.map((track, n) => ({ track, top: AXIS + n * pitch + above, height })),
    width,
    height: AXIS + tracks.length * pitch,
    left: names === 'above' ? 0 : GUTTER,
    names,
  };
}

export function timeAt({ left, width }: Layout, { from, to }: Stretch, x: number): number {
  return from + ((x - left) / (width - left)) * (to - from);
}

export function placeOf({ left, width }: Layout, { from, to }: Stretch, time: number): number {
  return left + ((time - from) / (to - from)) * (width - left);
}

export function laneAt({ lanes, names }: Layout, y: number): Lane | undefined {
  const above = names === 'above' ? NAME : 0;
  return lanes.find(({ top, height }) => y >= top - above && y < top + height + GAP);
}

/** A span by its track and serial, which stay while spans come and go. */
export interface Place {
  readonly track: Track;
  readonly serial: number;
}

export interface Hit extends Place {
  /** Spans under the same pixel. */
  readonly among: number;
}

/** The span under a point, or just beside it. */
export function spanAt(
  layout: Layout,
  shown: Stretch,
  now: number,
  { x, y }: { readonly x: number; readonly y: number },
): Hit | undefined {
  const track = laneAt(layout, y)?.track;
  if (track === undefined || x < layout.left) return undefined;
  const perPixel = (shown.to - shown.from) / (layout.width - layout.left);
  const time = timeAt(layout, shown, x);
  const after = track.firstAfter(time);
  const nearest = [after, after - 1]
    .filter((index) => index >= 0 && index < track.length)
    .map((index) => {
      const end = Math.min(track.end(index), now);
      return { index, distance: Math.max(0, track.begin(index) - time, time - end) };
    })
    .sort((a, b) => a.distance - b.distance)[0];
  if (nearest === undefined || nearest.distance > SLACK * perPixel) return undefined;
  const [left, right] = [-0.5, 0.5].map((pixels) => track.firstAfter(time + pixels * perPixel));
  return { track, serial: track.serial(nearest.index), among: right! - left! + 1 };
}

/** The span beside another, or the first that is shown; on another track the one at the same time. */
export function travel(
  timeline: Timeline,
  shown: Stretch,
  from: Place | undefined,
  way: 'next' | 'previous' | 'up' | 'down',
): Place | undefined {
  const tracks = timeline.tracks.filter(({ length }) => length > 0);
  const index = from?.track.indexOf(from.serial);
  if (from === undefined || index === undefined) {
    const [track] = tracks;
    return track && placeAt(track, (shown.from + shown.to) / 2);
  }
  const { track } = from;
  if (way === 'next' || way === 'previous') {
    const to = index + (way === 'next' ? 1 : -1);
    return to >= 0 && to < track.length ? { track, serial: track.serial(to) } : from;
  }
  const other = tracks[tracks.indexOf(track) + (way === 'down' ? 1 : -1)];
  if (other === undefined) return from;
  const middle = (track.begin(index) + Math.min(track.end(index), timeline.now)) / 2;
  return placeAt(other, middle);
}

/** The span of a track that goes on at a time, or the nearest after it, or before it. */
function placeAt(track: Track, time: number): Place {
  return { track, serial: track.serial(Math.min(track.firstAfter(time), track.length - 1)) };
}
