/** Reduced series as SVG path data. A missing value breaks the line; nothing is drawn outside the shown updates. */
import type { Buckets } from '../data/buckets.ts';

/** From data to pixels. */
export interface Projection {
  x(update: number): number;
  y(value: number): number;
  /** First and last update shown. */
  readonly from: number;
  readonly to: number;
}

export function shows({ from, to }: Projection, update: number): boolean {
  return update >= from && update <= to;
}

type Reading = 'low' | 'mean' | 'high';

/** A line through one reading of every bucket; single points become short dashes, so that they are seen. */
export function linePath(buckets: Buckets, reading: Reading, to: Projection): string {
  let path = '';
  let run = 0;
  let pen = '';
  for (let bucket = 0; bucket < buckets.length; bucket++) {
    const update = buckets.centre(bucket);
    const value = buckets[reading](bucket);
    if (!shows(to, update) || Number.isNaN(value)) {
      if (run === 1) path += 'h0.01';
      run = 0;
      continue;
    }
    pen = run === 0 ? 'M' : 'L';
    path += `${pen}${round(to.x(update))} ${round(to.y(value))}`;
    run++;
  }
  return run === 1 ? path + 'h0.01' : path;
}

/** The area between the least and the greatest value; empty while every bucket holds one value. */
export function bandPath(buckets: Buckets, to: Projection): string {
  return buckets.width === 1 ? '' : areaPath(buckets, 'low', buckets, 'high', to);
}

/** The area between one reading of a series and one of another, over the same updates. */
export function areaPath(
  below: Buckets,
  low: Reading,
  above: Buckets,
  high: Reading,
  to: Projection,
): string {
  let path = '';
  let upper: string[] = [];
  let lower: string[] = [];
  const close = () => {
    if (upper.length > 1) path += `M${upper.join('L')}L${lower.reverse().join('L')}Z`;
    upper = [];
    lower = [];
  };
  for (let bucket = 0; bucket < below.length; bucket++) {
    const update = below.centre(bucket);
    const ends = [below[low](bucket), above[high](bucket)] as const;
    if (!shows(to, update) || ends.some(Number.isNaN)) {
      close();
      continue;
    }
    const x = round(to.x(update));
    lower.push(`${x} ${round(to.y(ends[0]))}`);
    upper.push(`${x} ${round(to.y(ends[1]))}`);
  }
  close();
  return path;
}

/** A line through given points in data coordinates. */
export function pointsPath(
  points: readonly { readonly update: number; readonly value: number }[],
  to: Projection,
): string {
  return points
    .filter(({ update }) => shows(to, update))
    .map(
      ({ update, value }, index) => `${index === 0 ? 'M' : 'L'}${round(to.x(update))} ${round(to.y(value))}`,
    )
    .join('');
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
