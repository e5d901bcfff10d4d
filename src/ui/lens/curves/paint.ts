/**
 * Draws the coefficients of methods against the ratio: one panel a sign of the advantage, kinks as rings, and under the panel the
 * ratios at which nothing is left of a token. `scene.ts` what is drawn · `layout.ts` where · `ends.ts` labels · `lines.ts`
 */
import { ratioLabel, tickLabel } from '../../charts/plot/format.ts';
import { paintEnds } from './ends.ts';
import { NUMBERED_LANE, type Panel, TEXT } from './layout.ts';
import { type Context, crisp, fitted, stroke } from './lines.ts';
import type { Palette } from './palette.ts';
import { marksOf, valueAt } from './scale.ts';
import { type Axes, axesOf, type DrawnCurve, type Scene } from './scene.ts';

const LANE_TEXT = 8;
const LINED_LANE = 4;
/** From the name of the upright axis to that. */
const NAME_LEFT = 48;
/** The longest that there is room for. */
const RATIO_NAMES = ['importance ratio θ/μ: how much likelier the token is now', 'importance ratio θ/μ'];
const COEFFICIENT_NAMES = ['coefficient: what is left of the push', 'coefficient'];
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
    paintNames(context, panel, scene, palette);
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

/** What the axes are. */
function paintNames(context: Context, panel: Panel, { curves, layout }: Scene, palette: Palette): void {
  const { left, right, top, bottom, lanes } = panel;
  const longest = (names: readonly string[], room: number): string =>
    names.find((name) => fitted(context, name, room) === name) ?? fitted(context, names.at(-1)!, room);
  context.font = `${TEXT}px ${palette.font}`;
  context.fillStyle = palette.axis;
  context.textAlign = 'center';
  context.textBaseline = 'top';
  const low = lanes + curves.length * layout.lane;
  context.fillText(longest(RATIO_NAMES, right - left), (left + right) / 2, low + 4 + TEXT + 5);
  context.save();
  context.translate(left - NAME_LEFT, (top + bottom) / 2);
  context.rotate(-Math.PI / 2);
  context.fillText(longest(COEFFICIENT_NAMES, bottom - top), 0, 0);
  context.restore();
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
    // Thin lanes would lie on a grey ground.
    if (lane >= LINED_LANE) stroke(context, panel.left, y, panel.right, y);
    context.strokeStyle = palette.curves[curve.look.colour - 1]!;
    if (lane === NUMBERED_LANE) {
      context.fillStyle = deadZones.length > 0 ? context.strokeStyle : palette.axis;
      context.fillText(String(curve.look.number), panel.left - 5, y);
    }
    context.lineWidth = lane >= LINED_LANE ? lane - 2 : 0.75 * lane;
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
