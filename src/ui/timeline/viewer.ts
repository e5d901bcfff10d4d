/**
 * Draws the timeline on its canvas: after news of the run, and after whatever somebody does with it, once a frame at most,
 * and nothing while it is out of sight. It knows what is pointed at, because spans move under the pointer.
 */
import type { Journeys, Timeline } from '../../telemetry/timeline/index.ts';
import { fitCanvas, Painter, type Size } from '../components/painter.ts';
import { currentPalette } from '../pipeline/draw/palette.ts';
import type { RunView } from '../run/runView.ts';
import { type Hit, layOut, type Layout, type Place, placeOf, spanAt, timeAt, travel } from './lanes.ts';
import { paint } from './paint.ts';
import { wayOf } from './prompts.ts';
import type { Sight } from './sight.ts';
import { advance, nowOf, timelineStore } from './timelineStore.ts';

/** Pictures since the page was opened, and the main thread's milliseconds for them. */
export const drawing = { pictures: 0, milliseconds: 0 };

export interface ViewerParts {
  readonly canvas: HTMLCanvasElement;
  readonly run: RunView;
  readonly sight: Sight;
  /** Told after every picture. */
  readonly onPicture: () => void;
}

export class Viewer {
  readonly #parts: ViewerParts;
  readonly #painter: Painter;
  #layout: Layout | undefined;
  #scale = 1;
  #pointer: { readonly x: number; readonly y: number } | undefined;
  /** What keys have gone to. */
  #focused: Place | undefined;
  #hit: Hit | undefined;

  constructor(parts: ViewerParts) {
    this.#parts = parts;
    this.#painter = new Painter({
      canvas: parts.canvas,
      alpha: true,
      paint: (context, room) => this.#paint(context, room),
      painted: (begun, ended) => {
        drawing.pictures++;
        drawing.milliseconds += ended - begun;
        parts.onPicture();
      },
    });
  }

  /** Room for the picture, in pixels of the page. */
  set size(size: Size) {
    this.#painter.size = size;
  }

  set visible(visible: boolean) {
    this.#painter.visible = visible;
  }

  /** Under the pointer, or where keys have gone to. */
  get pointed(): Place | undefined {
    return this.#pointer === undefined ? this.#focused : this.#hit;
  }

  /** Spans under the pointer's pixel. */
  get among(): number {
    return this.#pointer === undefined ? 1 : (this.#hit?.among ?? 1);
  }

  /** Where a place lies, in pixels of the page from the canvas's corner; undefined while that is not known. */
  boxOf({ track, serial }: Place): { left: number; right: number; top: number; bottom: number } | undefined {
    const layout = this.#layout;
    const lane = layout?.lanes.find((other) => other.track === track);
    const index = track.indexOf(serial);
    if (layout === undefined || lane === undefined || index === undefined) return undefined;
    const { shown } = this.#parts.sight;
    const within = (time: number): number =>
      this.#scale * Math.min(layout.width, Math.max(layout.left, placeOf(layout, shown, time)));
    return {
      left: within(track.begin(index)),
      right: within(Math.min(track.end(index), nowOf(this.#parts.run))),
      top: this.#scale * lane.top,
      bottom: this.#scale * (lane.top + lane.height),
    };
  }

  /** Left end and width of what is shown, in pixels of the page. */
  get stage(): { readonly left: number; readonly width: number } {
    const { left = 0, width = 0 } = this.#layout ?? {};
    return { left: this.#scale * left, width: this.#scale * (width - left) };
  }

  /** The moment under a place of the page, in pixels from the canvas's left end. */
  timeAt(x: number): number {
    const { shown } = this.#parts.sight;
    return this.#layout === undefined ? shown.to : timeAt(this.#layout, shown, x / this.#scale);
  }

  /** @param at in pixels of the page from the canvas's corner; undefined = nowhere */
  pointAt(at: { readonly x: number; readonly y: number } | undefined): void {
    this.#pointer = at;
    this.#findHit();
    this.soon();
  }

  /** Goes to another span by keys, and brings it into view. */
  go(way: Parameters<typeof travel>[3]): void {
    const { run, sight } = this.#parts;
    const from = this.#focused ?? this.#hit ?? timelineStore.getState().chosen;
    this.#pointer = undefined;
    this.#focused = travel(run.timeline, sight.shown, from, way);
    if (this.#focused !== undefined) {
      const { track, serial } = this.#focused;
      const index = track.indexOf(serial)!;
      sight.reveal(track.begin(index), Math.min(track.end(index), nowOf(run)));
    }
    this.soon();
  }

  /** Points at nothing any more. Returns whether it pointed at anything. */
  leave(): boolean {
    const pointed = this.pointed !== undefined;
    this.#pointer = this.#focused = this.#hit = undefined;
    this.soon();
    return pointed;
  }

  soon(): void {
    this.#painter.soon();
  }

  stop(): void {
    this.#painter.stop();
  }

  /** Draws now, whether or not it is in sight: for another theme. */
  draw(): void {
    this.#painter.now();
  }

  #paint(context: CanvasRenderingContext2D, { width, height }: Size): true {
    const { run, sight } = this.#parts;
    const { timeline, journeys } = run;
    const now = nowOf(run);
    advance(run);
    const palette = currentPalette();
    this.#scale = palette.scale;
    this.#layout = layOut(timeline.tracks, width / this.#scale, height / this.#scale);
    const density = fitCanvas(context, this.#layout, this.#scale);
    this.#findHit();
    const { chosen, ticket } = timelineStore.getState();
    paint(
      context,
      {
        layout: this.#layout,
        shown: sight.shown,
        now,
        learnerVersion: timeline.learnerVersion,
        pointed: this.pointed,
        chosen,
        way: wayOfTicket(ticket, journeys, timeline),
        density,
      },
      palette,
    );
    return true;
  }

  #findHit(): void {
    const { run, sight } = this.#parts;
    this.#hit =
      this.#pointer === undefined || this.#layout === undefined
        ? undefined
        : spanAt(this.#layout, sight.shown, nowOf(run), {
            x: this.#pointer.x / this.#scale,
            y: this.#pointer.y / this.#scale,
          });
  }
}

function wayOfTicket(ticket: number | undefined, journeys: Journeys, timeline: Timeline) {
  const journey = ticket === undefined ? undefined : journeys.of(ticket);
  return journey === undefined ? [] : wayOf(journey, timeline);
}
