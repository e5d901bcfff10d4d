/** The labels at the ends of the curves, moved apart where they would overlap. */
import { spread } from '../../charts/plot/spread.ts';
import { type Panel, TEXT } from './layout.ts';
import { type Context, fitted, stroke } from './lines.ts';
import type { Palette } from './palette.ts';
import type { Axes, DrawnCurve, Scene } from './scene.ts';

const NAME_ROOM = 122;
const NUMBER_ROOM = 46;

/** Curves that end in the same place have one label: their numbers. */
export function paintEnds(context: Context, panel: Panel, axes: Axes, scene: Scene, palette: Palette): void {
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
