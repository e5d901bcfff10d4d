/** Envelopes as SVG path data. A missing value breaks the line; nothing is drawn beyond `xEnd`. */
import type { Envelope } from '../../../telemetry/envelope.ts';

/** From data to pixels. */
export interface Projection {
  x(update: number): number;
  y(value: number): number;
  /** Last update on the axis. */
  readonly xEnd: number;
}

type Reading = 'low' | 'mean' | 'high';

/** A line through one reading of every bucket; single points become short dashes, so that they are seen. */
export function linePath(envelope: Envelope, reading: Reading, to: Projection): string {
  let path = '';
  let run = 0;
  let pen = '';
  for (let bucket = 0; bucket < envelope.length; bucket++) {
    const update = envelope.centre(bucket);
    const value = envelope[reading](bucket);
    if (update > to.xEnd || Number.isNaN(value)) {
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
export function bandPath(envelope: Envelope, to: Projection): string {
  if (envelope.width === 1) return '';
  let path = '';
  let upper: string[] = [];
  let lower: string[] = [];
  const close = () => {
    if (upper.length > 1) path += `M${upper.join('L')}L${lower.reverse().join('L')}Z`;
    upper = [];
    lower = [];
  };
  for (let bucket = 0; bucket < envelope.length; bucket++) {
    const update = envelope.centre(bucket);
    if (update > to.xEnd || Number.isNaN(envelope.mean(bucket))) {
      close();
      continue;
    }
    const x = round(to.x(update));
    upper.push(`${x} ${round(to.y(envelope.high(bucket)))}`);
    lower.push(`${x} ${round(to.y(envelope.low(bucket)))}`);
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
    .filter(({ update }) => update <= to.xEnd)
    .map(
      ({ update, value }, index) => `${index === 0 ? 'M' : 'L'}${round(to.x(update))} ${round(to.y(value))}`,
    )
    .join('');
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
