/**
 * Paints the timeline. Its cost follows from the pixels, not from the spans: rectangles are those of `cells.ts`, and those
 * of one colour are filled together, because changing the colour is what costs.
 */
import { SPAN_KINDS, type SpanKind, type Track, utilisation } from '../../telemetry/timeline/index.ts';
import { between } from '../charts/plot/domain.ts';
import type { Palette } from '../pipeline/draw/palette.ts';
import { visitCells } from './cells.ts';
import { AXIS, INSET, type Lane, NAME, placeOf } from './lanes.ts';
import { colourOfSpan, inkOn, lagOf, looks } from './looks.ts';
import { paintMarks, type Picture } from './marks.ts';
import { Patterns } from './patterns.ts';
import { moment, nameOf } from './words.ts';

const patterns = new Patterns();
/** Rectangles of a colour: x, y, width, height, one after another. */
type Rectangles = number[];

interface Label {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly ink: string;
  /** Drawn beneath it, where it lies on stripes. */
  readonly ground?: string;
}

/** Merged spans are as high as their pixel is full, in steps, so that neighbours are alike; the least can be seen. */
const LEVELS = 8;
const LEAST_FILLED = 0.25;
const LETTER = 6.1;
const TEXT = '500 11px';

export function paint(context: CanvasRenderingContext2D, picture: Picture, palette: Palette): void {
  const { layout } = picture;
  context.clearRect(0, 0, layout.width, layout.height);
  context.textBaseline = 'middle';
  paintAxis(context, picture, palette);
  const fills = new Map<string, Rectangles>();
  const stripes = new Map<SpanKind, Rectangles>();
  const labels: Label[] = [];
  for (const lane of layout.lanes) collect(lane, picture, palette, fills, stripes, labels);
  fill(
    context,
    layout.lanes.map(({ top, height }) => [layout.left, top, layout.width - layout.left, height]).flat(),
    palette.sunken,
  );
  for (const [colour, rectangles] of fills) fill(context, rectangles, colour);
  for (const [kind, rectangles] of stripes) {
    const { pattern, colour } = looks[kind];
    const { density } = picture;
    fill(
      context,
      rectangles,
      patterns.of(context, pattern!, String(palette[colour]), palette.surface, density),
    );
  }
  for (const lane of layout.lanes) paintSwaps(context, lane, picture, palette);
  paintLabels(context, labels, palette);
  for (const lane of layout.lanes) paintName(context, lane, picture, palette);
  paintMarks(context, picture, palette);
}

function fill(
  context: CanvasRenderingContext2D,
  rectangles: Rectangles,
  style: string | CanvasPattern,
): void {
  context.fillStyle = style;
  for (let i = 0; i < rectangles.length; i += 4) {
    context.fillRect(rectangles[i]!, rectangles[i + 1]!, rectangles[i + 2]!, rectangles[i + 3]!);
  }
}

function paintAxis(context: CanvasRenderingContext2D, { layout, shown }: Picture, palette: Palette): void {
  const { ticks } = between(shown.from, shown.to);
  const step = ticks.length > 1 ? ticks[1]! - ticks[0]! : shown.to - shown.from;
  context.font = `${TEXT} ${palette.font}`;
  context.strokeStyle = palette.line;
  context.fillStyle = palette.faint;
  context.lineWidth = 1;
  context.beginPath();
  for (const tick of ticks) {
    const x = Math.round(placeOf(layout, shown, tick)) + 0.5;
    context.moveTo(x, AXIS - 6);
    context.lineTo(x, layout.height);
    const text = moment(tick, step);
    const width = context.measureText(text).width;
    context.textAlign = 'left';
    context.fillText(text, Math.max(layout.left, Math.min(layout.width - width - 2, x + 4)), AXIS / 2);
  }
  context.stroke();
}

/** The rectangles of a track, by colour, and the words on those that have room for them. */
function collect(
  { track, top, height }: Lane,
  { layout, shown, now, learnerVersion }: Picture,
  palette: Palette,
  fills: Map<string, Rectangles>,
  stripes: Map<SpanKind, Rectangles>,
  labels: Label[],
): void {
  const bottom = top + height;
  // Neighbouring pixels of one colour are filled at once.
  let run: Rectangles | undefined;
  visitCells(track, shown, layout.width - layout.left, now, (x0, x1, k, index, filled) => {
    const kind = SPAN_KINDS[k]!;
    const look = looks[kind];
    const merged = !Number.isNaN(filled);
    const full = merged ? Math.max(LEAST_FILLED, Math.round(filled * LEVELS) / LEVELS) : 1;
    const tall = Math.round(look.height * height * full);
    const behind = track.behind(index);
    const lag = kind === 'decode' ? lagOf({ behind, detail: track.detail(index) }, learnerVersion) : 0;
    const colour = colourOfSpan(kind, lag, palette);
    const striped = look.pattern !== undefined && !merged;
    const target = striped ? listOf(stripes, kind) : listOf(fills, colour);
    const left = layout.left + x0;
    if (merged && run === target) {
      const at = target.length - 4;
      if (target[at + 1] === bottom - tall && Math.abs(target[at]! + target[at + 2]! - left) < 0.01) {
        target[at + 2] = layout.left + x1 - target[at]!;
        return;
      }
    }
    const width = x1 - x0;
    target.push(left, bottom - tall, width > 4 ? width - 1 : width, tall);
    run = merged ? target : undefined;
    const text = merged ? undefined : labelOf(kind, track.detail(index), lag, width);
    if (text === undefined) return;
    const low = look.height < 0.5;
    labels.push({
      text,
      x: left + 4,
      y: low ? top + (height - tall) / 2 : bottom - tall / 2,
      ink: low || striped ? palette.ink : inkOn(colour),
      ...(striped && { ground: palette.surface }),
    });
  });
}

function listOf<Key>(lists: Map<Key, Rectangles>, key: Key): Rectangles {
  let list = lists.get(key);
  if (list === undefined) lists.set(key, (list = []));
  return list;
}

/** The longest wording that has room; undefined where none has. */
function labelOf(kind: SpanKind, detail: number, lag: number, width: number): string | undefined {
  return wordings(kind, detail, lag).find((text) => text.length * LETTER + 8 <= width);
}

function wordings(kind: SpanKind, detail: number, lag: number): readonly string[] {
  const { title } = looks[kind];
  switch (kind) {
    case 'decode':
      return [`v${detail} · ${lag === 0 ? 'fresh' : `${lag} behind`}`, `v${detail}`];
    case 'train_step':
      return [`${title} ${detail}`, String(detail)];
    case 'publication':
      return [`version ${detail}`, `v${detail}`];
    case 'prefill':
    case 'admission':
    case 'rollout':
    case 'update_weights':
    case 'eval':
      return [title];
  }
}

function paintLabels(context: CanvasRenderingContext2D, labels: readonly Label[], palette: Palette): void {
  context.font = `${TEXT} ${palette.font}`;
  context.textAlign = 'left';
  for (const { text, x, y, ink, ground } of labels) {
    if (ground !== undefined) {
      context.fillStyle = ground;
      context.fillRect(x - 2, y - 7, text.length * LETTER + 4, 14);
    }
    context.fillStyle = ink;
    context.fillText(text, x, y);
  }
}

/** Newer weights in the middle of answers: a notch at the top, where there is room to tell one from another. */
function paintSwaps(
  context: CanvasRenderingContext2D,
  { track: { swaps }, top }: Lane,
  { layout, shown }: Picture,
  palette: Palette,
): void {
  const first = firstSwap(swaps, shown.from);
  const most = (layout.width - layout.left) / 6;
  if ((swaps[Math.floor(first + most)]?.at ?? Infinity) < shown.to) return;
  context.fillStyle = palette.ink;
  for (let i = first; i < swaps.length && swaps[i]!.at <= shown.to; i++) {
    const x = placeOf(layout, shown, swaps[i]!.at);
    context.beginPath();
    context.moveTo(x - 3, top);
    context.lineTo(x + 3, top);
    context.lineTo(x, top + 5);
    context.fill();
  }
}

function firstSwap(swaps: Track['swaps'], from: number): number {
  let [low, high] = [0, swaps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (swaps[middle]!.at >= from) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Its name, and how its time in the window was used: a sample of each look with its share. */
function paintName(
  context: CanvasRenderingContext2D,
  { track, top, height }: Lane,
  { layout, shown, now }: Picture,
  palette: Palette,
): void {
  const shares = utilisation(track, shown.from, Math.min(shown.to, now));
  const beside = layout.names === 'beside';
  const name = nameOf(track);
  context.textAlign = 'left';
  context.font = `600 12px ${palette.font}`;
  context.fillStyle = palette.ink;
  const y = beside ? top + Math.max(8, height / 2 - 8) : top - NAME / 2;
  context.fillText(name, INSET, y);
  let x = INSET + (beside ? 0 : context.measureText(name).width + 10);
  const line = beside ? y + 15 : y;
  context.font = `${TEXT} ${palette.font}`;
  for (const [kind, share] of Object.entries(shares) as [SpanKind, number][]) {
    if (share < 0.005) continue;
    swatch(context, kind, x, line, palette);
    const text = `${Math.round(100 * share)} %`;
    context.fillStyle = palette.soft;
    context.fillText(text, x + 12, line);
    x += 12 + context.measureText(text).width + 7;
  }
}

function swatch(
  context: CanvasRenderingContext2D,
  kind: SpanKind,
  x: number,
  y: number,
  palette: Palette,
): void {
  const { height } = looks[kind];
  const tall = Math.max(3, Math.round(9 * height));
  context.fillStyle = colourOfSpan(kind, 0, palette);
  context.fillRect(x, y + 4 - tall, 9, tall);
}
