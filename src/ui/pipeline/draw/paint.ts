/** Paints a scene. Squares of one colour are painted together, because changing the colour is what costs. */
import type { Box, Item, Label, Scene } from '../scene/scene.ts';
import { lagColour, type Palette } from './palette.ts';
import type { Dot } from './particles.ts';

export interface Picture {
  readonly scene: Scene;
  readonly dots: readonly Dot[];
  /** What is pointed at. */
  readonly marked: Item | undefined;
}

const FONTS: Readonly<Record<Label['style'], string>> = {
  title: '600 13px',
  figure: '500 13px',
  note: '400 12px',
  small: '500 12px',
  packet: '600 11px',
};

export function paint(context: CanvasRenderingContext2D, picture: Picture, palette: Palette): void {
  const { scene, dots, marked } = picture;
  context.clearRect(0, 0, scene.width, scene.height);
  paintWays(context, scene, palette);
  paintSquares(context, scene.items);
  for (const { box, lag } of scene.swatches) fillRound(context, box, 2, lagColour(lag));
  if (scene.progress !== undefined) paintProgress(context, scene.progress, palette);
  for (const item of scene.items) {
    if (item.thing.kind === 'publication') fillRound(context, item.box, 8, palette.accent);
  }
  for (const dot of dots) paintDot(context, dot, palette);
  paintLabels(context, scene.labels, palette);
  if (marked !== undefined) mark(context, marked, palette);
}

function paintWays(context: CanvasRenderingContext2D, { arrows, ways }: Scene, palette: Palette): void {
  context.strokeStyle = palette.way;
  context.lineWidth = 1.5;
  context.lineJoin = 'round';
  for (const way of [...arrows, ways.weights]) {
    context.beginPath();
    way.forEach(({ x, y }, i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
    const end = way.at(-1)!;
    const before = way.at(-2)!;
    const dx = Math.sign(end.x - before.x);
    const dy = Math.sign(end.y - before.y);
    context.moveTo(end.x - 5 * dx - 4 * dy, end.y - 5 * dy - 4 * dx);
    context.lineTo(end.x, end.y);
    context.lineTo(end.x - 5 * dx + 4 * dy, end.y - 5 * dy + 4 * dx);
    context.stroke();
  }
}

function paintSquares(context: CanvasRenderingContext2D, items: readonly Item[]): void {
  const byLag = new Map<number, Box[]>();
  for (const { thing, box, lag } of items) {
    if (thing.kind !== 'ticket') continue;
    const boxes = byLag.get(lag);
    if (boxes === undefined) byLag.set(lag, [box]);
    else boxes.push(box);
  }
  for (const [lag, boxes] of byLag) {
    context.fillStyle = lagColour(lag);
    for (const { x, y, width, height } of boxes) context.fillRect(x, y, width, height);
  }
}

function paintProgress(
  context: CanvasRenderingContext2D,
  { box, share }: NonNullable<Scene['progress']>,
  palette: Palette,
): void {
  fillRound(context, box, 2, palette.sunken);
  fillRound(context, { ...box, width: box.width * share }, 2, palette.accent);
}

function paintDot(
  context: CanvasRenderingContext2D,
  { at, lag, look, opacity }: Dot,
  palette: Palette,
): void {
  context.globalAlpha = opacity;
  if (look === 'weights')
    fillRound(context, { x: at.x - 9, y: at.y - 4, width: 18, height: 8 }, 4, palette.accent);
  else {
    context.fillStyle = lagColour(lag);
    context.fillRect(at.x - 3, at.y - 3, 6, 6);
  }
  context.globalAlpha = 1;
}

/** Style by style: a font that is set costs more than the text written in it. */
function paintLabels(context: CanvasRenderingContext2D, labels: readonly Label[], palette: Palette): void {
  context.textBaseline = 'middle';
  for (const style of STYLES) {
    context.font = `${FONTS[style]} ${palette.font}`;
    for (const label of labels) {
      if (label.style !== style || label.text === '') continue;
      const { text, at, align, tone } = label;
      context.textAlign = align;
      context.fillStyle = palette[tone ?? INKS[style]];
      context.fillText(shortened(context, text, label.room, style), at.x, at.y);
    }
  }
}

const STYLES = Object.keys(FONTS) as Label['style'][];
const INKS = { title: 'ink', figure: 'soft', note: 'faint', small: 'soft', packet: 'accentInk' } as const;

/** Widths by style and text: the same words come again and again. */
const widths = new Map<string, number>();
const WIDTHS = 2000;

function widthOf(context: CanvasRenderingContext2D, text: string, style: Label['style']): number {
  const key = `${style}${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    if (widths.size >= WIDTHS) widths.clear();
    width = context.measureText(text).width;
    widths.set(key, width);
  }
  return width;
}

function shortened(
  context: CanvasRenderingContext2D,
  text: string,
  room: number,
  style: Label['style'],
): string {
  if (widthOf(context, text, style) <= room) return text;
  let length = text.length - 1;
  while (length > 0 && widthOf(context, `${text.slice(0, length).trimEnd()}…`, style) > room) length--;
  return `${text.slice(0, length).trimEnd()}…`;
}

function mark(context: CanvasRenderingContext2D, { box }: Item, palette: Palette): void {
  context.lineWidth = 2;
  context.strokeStyle = palette.surface;
  context.strokeRect(box.x - 1, box.y - 1, box.width + 2, box.height + 2);
  context.strokeStyle = palette.focus;
  context.strokeRect(box.x - 2.5, box.y - 2.5, box.width + 5, box.height + 5);
}

function fillRound(context: CanvasRenderingContext2D, box: Box, radius: number, colour: string): void {
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(box.x, box.y, Math.max(0, box.width), box.height, radius);
  context.fill();
}
