/**
 * Draws the coefficients of methods against the ratio: one panel a sign of the advantage, curves with their numbers at their
 * ends, kinks as rings, and under the panel the ratios at which nothing is left of a token.
 */
import { ratioLabel, tickLabel } from '../../charts/plot/format.ts';
import { spread } from '../../charts/plot/spread.ts';
import { NUMBERED_LANE, type Panel, type PanelLayout, TEXT } from './layout.ts';
import type { MethodCurves } from '../thread/protocol.ts';
import type { Look } from './looks.ts';
import type { Palette } from './palette.ts';
import { type Extent, marksOf, valueAt } from './scale.ts';

type Shape = MethodCurves['positive'];

export interface DrawnCurve {
  readonly method: string;
  readonly name: string;
  readonly look: Look;
  /** Of the method that runs, or would run. */
  readonly running: boolean;
  readonly positive: Shape;
  readonly negative: Shape;
}

export interface Scene {
  readonly layout: PanelLayout;
  readonly curves: readonly DrawnCurve[];
  readonly logRatios: Float64Array;
  readonly extent: Extent;
  /** Size of the advantage. */
  readonly advantage: number;
  /** Ratios on the axis. */
  readonly ticks: readonly number[];
  /** ln of the largest ratio that the token can have: its probability is 1 there. */
  readonly largest: number;
  /** ln of the ratio that is read off. */
  readonly pointed: number;
}

type Context = CanvasRenderingContext2D;

const NAME_ROOM = 122;
const NUMBER_ROOM = 46;
const LANE_TEXT = 8;
/** How far a curve may be off, in pixels. */
const STRAIGHT = 0.25;

export function paint(context: Context, all: Scene, palette: Palette): void {
  const { layout } = all;
  context.fillStyle = palette.surface;
  context.fillRect(0, 0, layout.width, layout.height);
  context.lineJoin = 'bevel';
  for (const panel of layout.panels) {
    const axes = axesOf(panel, all);
    const scene = { ...all, curves: all.curves.filter(({ method }) => method !== panel.without) };
    paintBeyond(context, panel, axes, scene, palette);
    paintGrid(context, panel, axes, scene, palette);
    paintLanes(context, panel, axes, scene, palette);
    context.save();
    context.beginPath();
    context.rect(panel.left, panel.top - 1, panel.right - panel.left, panel.bottom - panel.top + 2);
    context.clip();
    // The running one lies over the others, but not over the one that a panel is about.
    const first = panel.without !== undefined;
    for (const curve of scene.curves)
      if (curve.running === first) paintCurve(context, panel, axes, scene, curve, palette);
    for (const curve of scene.curves)
      if (curve.running !== first) paintCurve(context, panel, axes, scene, curve, palette);
    context.restore();
    paintPointed(context, panel, axes, scene, palette);
    paintEnds(context, panel, axes, scene, palette);
  }
}

/** From ln of a ratio and from a coefficient to a place. */
interface Axes {
  x(logRatio: number): number;
  y(coefficient: number): number;
}

export function axesOf(
  panel: Pick<Panel, 'sign' | 'left' | 'right' | 'top' | 'bottom'>,
  { logRatios, extent }: Pick<Scene, 'logRatios' | 'extent'>,
): Axes {
  const from = logRatios[0]!;
  const perRatio = (panel.right - panel.left) / (logRatios.at(-1)! - from);
  const perUnit = (panel.bottom - panel.top) / (extent.high - extent.low);
  return {
    x: (logRatio) => panel.left + (logRatio - from) * perRatio,
    // A good answer is pushed up, a bad one down.
    y: (coefficient) =>
      panel.sign > 0
        ? panel.bottom - (coefficient - extent.low) * perUnit
        : panel.top + (-coefficient - extent.low) * perUnit,
  };
}

/** Ratios that the token cannot have. */
function paintBeyond(context: Context, panel: Panel, axes: Axes, scene: Scene, palette: Palette): void {
  if (scene.largest >= scene.logRatios.at(-1)!) return;
  const x = axes.x(scene.largest);
  context.fillStyle = palette.sunken;
  context.fillRect(x, panel.top, panel.right - x, panel.bottom - panel.top);
  context.fillStyle = palette.axis;
  context.textAlign = 'right';
  context.textBaseline = 'bottom';
  const text = fitted(context, 'probability above 1', panel.right - x - 8);
  if (text.length > 4) context.fillText(text, panel.right - 4, panel.bottom - 4);
}

function paintGrid(context: Context, panel: Panel, axes: Axes, scene: Scene, palette: Palette): void {
  const { left, right, top, sign } = panel;
  context.font = `${TEXT}px ${palette.font}`;
  context.lineWidth = 1;
  context.setLineDash([]);
  context.fillStyle = palette.axis;
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  for (const mark of marksOf(scene.extent)) {
    const y = crisp(axes.y(sign * mark));
    context.strokeStyle = mark === 0 ? palette.line : palette.grid;
    stroke(context, left, y, right, y);
    context.fillText(tickLabel(sign * Number(mark.toPrecision(6))), left - 5, y);
  }
  const low = panel.lanes + scene.curves.length * scene.layout.lane;
  context.textAlign = 'center';
  context.textBaseline = 'top';
  for (const tick of scene.ticks) {
    const x = crisp(axes.x(Math.log(tick)));
    context.strokeStyle = tick === 1 ? palette.line : palette.grid;
    stroke(context, x, top, x, low);
    context.fillText(ratioLabel(tick), x, low + 4);
  }
  // What REINFORCE would give.
  context.strokeStyle = palette.axis;
  context.setLineDash([2, 4]);
  const y = crisp(axes.y(sign * scene.advantage));
  stroke(context, left, y, right, y);
  context.setLineDash([]);
  context.fillStyle = palette.ink;
  context.font = `600 ${TEXT}px ${palette.font}`;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(fitted(context, panel.title, right - left), left, top - 11);
  context.font = `${TEXT}px ${palette.font}`;
}

function paintCurve(
  context: Context,
  { sign, without }: Panel,
  axes: Axes,
  { logRatios }: Scene,
  curve: DrawnCurve,
  palette: Palette,
): void {
  const { coefficients, kinks } = sign > 0 ? curve.positive : curve.negative;
  context.strokeStyle = palette.curves[curve.look.colour - 1]!;
  context.lineWidth = (curve.running && without === undefined ? 3 : 1.75) * palette.bold;
  context.setLineDash(curve.look.dash as number[]);
  context.beginPath();
  trace(context, coefficients, logRatios, axes);
  context.stroke();
  context.setLineDash([]);
  context.lineWidth = 1.25 * palette.bold;
  context.fillStyle = palette.surface;
  for (let i = 0; i < kinks.length; i++) {
    const value = valueAt(coefficients, logRatios, kinks[i]!);
    context.beginPath();
    context.arc(axes.x(kinks[i]!), axes.y(value), 2.75 * palette.bold, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
}

/** Points on a straight line with those beside them are left out: a flat stretch is one stroke. */
function trace(context: Context, values: Float64Array, logRatios: Float64Array, axes: Axes): void {
  const end = values.findIndex((value) => !Number.isFinite(value));
  const count = end < 0 ? values.length : end;
  /** How far the curve is off the stroke from one point to another at a point between. */
  const offAt = (from: number, to: number, between: number): number => {
    const share = (logRatios[between]! - logRatios[from]!) / (logRatios[to]! - logRatios[from]!);
    const straight = values[from]! + share * (values[to]! - values[from]!);
    return Math.abs(axes.y(straight) - axes.y(values[between]!));
  };
  let from = 0;
  for (let i = 0; i < count; i++) {
    const [x, y] = [axes.x(logRatios[i]!), axes.y(values[i]!)];
    if (i === 0) context.moveTo(x, y);
    else if (
      i === count - 1 ||
      offAt(from, i + 1, i) > STRAIGHT ||
      offAt(from, i + 1, (from + i + 1) >> 1) > STRAIGHT
    ) {
      context.lineTo(x, y);
      from = i;
    }
  }
}

/** A line for every curve, thick where it is exactly 0. */
function paintLanes(context: Context, panel: Panel, axes: Axes, scene: Scene, palette: Palette): void {
  const { lane } = scene.layout;
  const ends = [scene.logRatios[0]!, scene.logRatios.at(-1)!] as const;
  context.font = `${LANE_TEXT}px ${palette.font}`;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  scene.curves.forEach((curve, index) => {
    const { deadZones } = panel.sign > 0 ? curve.positive : curve.negative;
    const y = panel.lanes + (index + 0.5) * lane;
    context.strokeStyle = palette.grid;
    context.lineWidth = 1;
    stroke(context, panel.left, y, panel.right, y);
    context.strokeStyle = palette.curves[curve.look.colour - 1]!;
    if (lane === NUMBERED_LANE) {
      context.fillStyle = deadZones.length > 0 ? context.strokeStyle : palette.axis;
      context.fillText(String(curve.look.number), panel.left - 5, y);
    }
    context.lineWidth = lane - 2;
    for (const [from, to] of deadZones) {
      const [a, b] = [axes.x(Math.max(from, ends[0])), axes.x(Math.min(to, ends[1]))];
      if (b > a) stroke(context, a, y, b, y);
    }
  });
}

function paintPointed(context: Context, panel: Panel, axes: Axes, scene: Scene, palette: Palette): void {
  const { pointed, curves, logRatios } = scene;
  const x = axes.x(pointed);
  context.strokeStyle = palette.focus;
  context.lineWidth = 1;
  stroke(context, crisp(x), panel.top, crisp(x), panel.lanes + curves.length * scene.layout.lane);
  for (const curve of curves) {
    const { coefficients } = panel.sign > 0 ? curve.positive : curve.negative;
    const y = axes.y(valueAt(coefficients, logRatios, pointed));
    if (!(y >= panel.top - 1 && y <= panel.bottom + 1)) continue;
    context.fillStyle = palette.curves[curve.look.colour - 1]!;
    context.beginPath();
    context.arc(x, y, 3 * palette.bold, 0, 2 * Math.PI);
    context.fill();
  }
}

/** Curves that end in the same place have one label: their numbers. */
function paintEnds(context: Context, panel: Panel, axes: Axes, scene: Scene, palette: Palette): void {
  const groups: { x: number; y: number; off: string; readonly members: DrawnCurve[] }[] = [];
  const ends = scene.curves
    .flatMap((curve) => {
      const { coefficients } = panel.sign > 0 ? curve.positive : curve.negative;
      const last = coefficients.findLastIndex(Number.isFinite);
      if (last < 0) return [];
      return [{ curve, x: axes.x(scene.logRatios[last]!), wanted: axes.y(coefficients[last]!) }];
    })
    .sort((a, b) => a.wanted - b.wanted);
  for (const { curve, x, wanted } of ends) {
    const y = Math.min(panel.bottom, Math.max(panel.top, wanted));
    const off = wanted < panel.top - 1 ? ' ↑' : wanted > panel.bottom + 1 ? ' ↓' : '';
    const last = groups.at(-1);
    if (last !== undefined && last.off === off && y - last.y < 2) last.members.push(curve);
    else groups.push({ x, y, off, members: [curve] });
  }
  const places = spread(
    groups.map(({ y }) => y),
    TEXT + 2,
    panel.top + 3,
    panel.bottom - 3,
  );
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  groups.forEach(({ x, y, off, members }, index) => {
    const place = places[index]!;
    const [first] = members;
    const numbers = members.map(({ look }) => look.number).sort((a, b) => a - b);
    const text =
      scene.layout.named && members.length === 1 ? `${numbers[0]} ${first!.name}` : ranges(numbers);
    context.strokeStyle = palette.curves[first!.look.colour - 1]!;
    context.lineWidth = 0.75;
    if (x < panel.right - 2) {
      context.setLineDash([1, 4]);
      stroke(context, x + 2, y, panel.right, y);
      context.setLineDash([]);
    }
    stroke(context, panel.right + 1, y, panel.right + 6, place);
    context.fillStyle = context.strokeStyle;
    context.font = `${members.some(({ running }) => running) ? 700 : 500} ${TEXT}px ${palette.font}`;
    const room = scene.layout.named ? NAME_ROOM : NUMBER_ROOM;
    context.fillText(fitted(context, text + off, room), panel.right + 8, place);
  });
}

/** Numbers in as little room as can be: 1–3, 5. @param numbers ascending */
function ranges(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs
    .map(([from, to]) => (from === to ? from : `${from}${to === from + 1 ? ',' : '–'}${to}`))
    .join(',');
}

/** Measuring a text takes longer than drawing it. */
const fits = new Map<string, string>();
const MOST_FITS = 500;

/** A text with its end left out where it is too long. */
function fitted(context: Context, text: string, room: number): string {
  const key = `${context.font} ${room} ${text}`;
  let kept = fits.get(key);
  if (kept === undefined) {
    let length = text.length;
    kept = text;
    while (length > 1 && context.measureText(kept).width > room)
      kept = `${text.slice(0, --length).trimEnd()}…`;
    if (fits.size > MOST_FITS) fits.clear();
    fits.set(key, kept);
  }
  return kept;
}

function stroke(context: Context, x0: number, y0: number, x1: number, y1: number): void {
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
  context.stroke();
}

/** On the middle of a pixel, where a thin line is sharp. */
function crisp(place: number): number {
  return Math.round(place) + 0.5;
}
