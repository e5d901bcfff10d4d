/** Pearson's correlation of two series of equal length, in [−1, 1]; NaN where either does not vary. */
import { mean } from './intervals.ts';

export function correlation(xs: ArrayLike<number>, ys: ArrayLike<number>): number {
  const [centreX, centreY] = [mean(xs), mean(ys)];
  let [xx, yy, xy] = [0, 0, 0];
  for (let i = 0; i < xs.length; i++) {
    const [x, y] = [xs[i]! - centreX, ys[i]! - centreY];
    xx += x * x;
    yy += y * y;
    xy += x * y;
  }
  // Rounding may carry a perfect correlation past 1; 0/0 is the NaN that is meant.
  return Math.min(1, Math.max(-1, xy / Math.sqrt(xx * yy)));
}
