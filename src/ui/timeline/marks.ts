/** What is drawn over the tracks: frames about the spans that are pointed at and chosen, and the way of a prompt. */
import type { Palette } from '../pipeline/draw/palette.ts';
import { type Layout, type Place, placeOf } from './lanes.ts';
import type { Station } from './prompts.ts';
import type { Stretch } from './sight.ts';

export interface Picture {
  readonly layout: Layout;
  readonly shown: Stretch;
  /** The newest moment of the run. */
  readonly now: number;
  readonly learnerVersion: number;
  readonly pointed: Place | undefined;
  readonly chosen: Place | undefined;
  /** Of the prompt that is followed. */
  readonly way: readonly Station[];
  /** Pixels of the canvas to a unit of the picture. */
  readonly density: number;
}

export function paintMarks(context: CanvasRenderingContext2D, picture: Picture, palette: Palette): void {
  const { chosen, pointed, way } = picture;
  if (chosen !== undefined) outline(context, chosen, picture, palette.ink);
  if (way.length > 0) paintWay(context, picture, palette);
  if (pointed !== undefined) outline(context, pointed, picture, palette.focus);
}

/** A frame about a span, also where it is narrower than the frame. */
function outline(
  context: CanvasRenderingContext2D,
  { track, serial }: Place,
  { layout, shown, now }: Picture,
  colour: string,
): void {
  const lane = layout.lanes.find((other) => other.track === track);
  const index = track.indexOf(serial);
  if (lane === undefined || index === undefined) return;
  const x0 = Math.max(layout.left, placeOf(layout, shown, track.begin(index)));
  const x1 = Math.min(layout.width, placeOf(layout, shown, Math.min(track.end(index), now)));
  if (x1 < layout.left || x0 > layout.width) return;
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.strokeRect(x0 - 1, lane.top - 1, Math.max(2, x1 - x0) + 1, lane.height + 2);
}

/** A prompt's way: a line from station to station, each with its number, as the list beside the picture has them. */
function paintWay(
  context: CanvasRenderingContext2D,
  { layout, shown, way }: Picture,
  palette: Palette,
): void {
  const points = way.map(({ track, at }) => {
    const lane = layout.lanes.find((other) => other.track === track)!;
    return { x: placeOf(layout, shown, at), y: lane.top + lane.height / 2 };
  });
  context.save();
  context.beginPath();
  context.rect(layout.left, 0, layout.width - layout.left, layout.height);
  context.clip();
  for (const [colour, width] of [
    [palette.surface, 5],
    [palette.ink, 2],
  ] as const) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    points.forEach(({ x, y }, i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
    context.stroke();
  }
  context.textAlign = 'center';
  context.font = `700 10px ${palette.font}`;
  points.forEach(({ x, y }, i) => {
    const left = way[i]!.what === 'left';
    context.beginPath();
    context.arc(x, y, 8, 0, 2 * Math.PI);
    context.fillStyle = left ? palette.bad : palette.ink;
    context.fill();
    context.strokeStyle = palette.surface;
    context.lineWidth = 1.5;
    context.stroke();
    context.fillStyle = palette.surface;
    context.fillText(left ? '×' : String(i + 1), x, y + 0.5);
  });
  context.restore();
}
