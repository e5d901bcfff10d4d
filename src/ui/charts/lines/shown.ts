/** What a chart over time shows of its runs: which range of the axis, and where each run's updates lie on it. */
import type { RunView } from '../../run/runView.ts';
import { dataOf } from '../data/runData.ts';
import { between, xDomain } from '../plot/domain.ts';
import type { AxisSpec } from '../plot/Plot.tsx';
import type { Projection } from '../plot/paths.ts';
import type { Area } from '../plot/projection.ts';
import { axes, positionOf, updateAt, type AxisName } from '../view/axis.ts';
import type { Stretch } from '../view/zoom.ts';

/** The x axis: of the stretch, or of the whole run with what there is room for of the previous one. */
export function xAxisOf(
  run: RunView,
  previous: RunView | undefined,
  axis: AxisName,
  zoom: Stretch | undefined,
): AxisSpec {
  const { tick: wording, shortest } = axes[axis];
  if (zoom !== undefined)
    return { ...between(positionOf(run, axis, zoom.from), positionOf(run, axis, zoom.to)), wording };
  const end = (of: RunView) => positionOf(of, axis, dataOf(of).lastUpdate);
  return { ...xDomain(end(run), previous === undefined ? 0 : end(previous), shortest), wording };
}

/**
 * The updates of a run that lie on the axis. The present run's are the zoom's; a previous run shows what it did at
 * the same places of the axis, which are other updates where the axis counts something else.
 */
export function stretchOf(
  run: RunView,
  axis: AxisName,
  x: AxisSpec,
  zoom: Stretch | undefined,
): Stretch | undefined {
  if (zoom === undefined) return undefined;
  return { from: Math.ceil(updateAt(run, axis, x.low)), to: Math.floor(updateAt(run, axis, x.high)) };
}

/** Room for the rounding of the way to the axis and back, in updates. */
const SLACK = 1e-6;

/** From a run's updates to pixels. */
export function along(area: Area, run: RunView, axis: AxisName, x: AxisSpec): Projection {
  const whole = positionOf(run, axis, Infinity) <= x.high;
  return {
    x: (update) => area.x(positionOf(run, axis, update)),
    y: area.y,
    from: updateAt(run, axis, x.low) - SLACK,
    to: whole ? Infinity : updateAt(run, axis, x.high) + SLACK,
  };
}
