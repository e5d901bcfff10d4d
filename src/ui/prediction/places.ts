/** Where the prediction's curves lie: the bound by its square root, so that small ones have room. */
import type { Point } from './curve.ts';

export interface PlotSize {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Places {
  x(eta: number): number;
  /** Of a share of time, from 0 to 1. */
  idle(share: number): number;
  /** Of a lag in versions. */
  lag(versions: number): number;
  readonly ticks: readonly number[];
}

const TICKS = [0, 1, 2, 4, 8, 16, 32, 64] as const;

/** @param measuredLag must have its place too, where there is one */
export function placesOf(points: readonly Point[], measuredLag: number, size: PlotSize): Places {
  const widest = Math.max(1, ...points.map(({ eta }) => eta));
  const highest = Math.max(1, measuredLag || 0, ...points.map(({ lag }) => lag || 0));
  const span = size.width - size.left - size.right;
  const rise = size.height - size.top - size.bottom;
  const upward = (share: number): number => size.top + rise * (1 - Math.min(1, Math.max(0, share)));
  return {
    x: (eta) => size.left + span * Math.sqrt(Math.min(eta, widest) / widest),
    idle: upward,
    lag: (versions) => upward(versions / highest),
    ticks: TICKS.filter((tick) => tick <= widest),
  };
}
