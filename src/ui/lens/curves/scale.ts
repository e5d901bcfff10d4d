/** Where curves lie: the ratios at which they are computed, and how much of the coefficients is shown. Pure. */
import type { Reach } from '../state/schema.ts';

/** Points of a curve; odd, so that ratio 1 is one of them. */
export const POINTS = 241;

/** ln of the ratios at which curves are computed, from 1/reach to reach, even steps. */
export function logRatiosOf(reach: Reach): Float64Array {
  const end = Math.log(reach);
  return Float64Array.from({ length: POINTS }, (_, i) => ((2 * i) / (POINTS - 1) - 1) * end);
}

/** Coefficients in the direction of the advantage: `low` ≤ 0 is what turns round, `high` what goes along. */
export interface Extent {
  readonly low: number;
  readonly high: number;
}

/** More times the advantage than this is cut off at the edge, so that a weight without a cap does not flatten the rest. */
const MOST = 3.2;
const STEPS = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/**
 * What is shown of curves, which both signs share.
 * @param curves in the direction of the advantage
 * @param advantage its size
 */
export function extentOf(curves: Iterable<ArrayLike<number>>, advantage: number): Extent {
  let low = 0;
  let high = advantage;
  for (const curve of curves) {
    for (let i = 0; i < curve.length; i++) {
      if (curve[i]! > high) high = curve[i]!;
      if (curve[i]! < low) low = curve[i]!;
    }
  }
  const most = MOST * advantage;
  return { low: Math.max(1.06 * low, -most), high: Math.min(1.06 * high, most) };
}

/** The next larger number with few digits. */
function round(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  return power * STEPS.find((step) => step * power >= size * (1 - 1e-9))!;
}

/** Some four even marks from 0 on, within what is shown. */
export function marksOf({ low, high }: Extent): readonly number[] {
  const step = round((high - low) / 4.5);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

/** Ratios that are marked on the axis. */
export function ratioMarks(reach: Reach, narrow: boolean): readonly number[] {
  const powers = reach === 2 ? [1 / 2, 2 / 3, 1, 1.5, 2] : [1];
  if (reach === 2) return powers;
  const step = reach === 32 || (narrow && reach === 8) ? 4 : 2;
  for (let ratio = step; ratio <= reach; ratio *= step) powers.push(ratio, 1 / ratio);
  return powers.sort((a, b) => a - b);
}

/** ln of the ratio nearest to another at which curves are computed. What is read off there is exact. */
export function nearestPoint(logRatio: number, reach: Reach): number {
  const logRatios = logRatiosOf(reach);
  return valueAt(logRatios, logRatios, logRatio);
}

/** The coefficient of a curve at a ratio: that of the nearest point at which it was computed. */
export function valueAt(curve: ArrayLike<number>, logRatios: ArrayLike<number>, logRatio: number): number {
  const last = logRatios.length - 1;
  const from = logRatios[0]!;
  const share = (logRatio - from) / (logRatios[last]! - from);
  return curve[Math.min(last, Math.max(0, Math.round(share * last)))]!;
}
