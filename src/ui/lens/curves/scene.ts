/** What is drawn of the curves, and where a ratio and a coefficient lie in a panel. */
import type { MethodCurves } from '../thread/protocol.ts';
import type { Panel, PanelLayout } from './layout.ts';
import type { Look } from './looks.ts';
import type { Extent } from './scale.ts';

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

/** From ln of a ratio and from a coefficient to a place. */
export interface Axes {
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
