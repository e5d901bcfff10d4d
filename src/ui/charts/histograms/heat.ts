/** The heat map's cells: counts of tokens per age and log ratio, as depths of colour. */
import { RATIO_BINS } from '../../../telemetry/frame.ts';

/** Bins of log ρ in a column, the two open ones included. */
export const ROWS = RATIO_BINS + 2;

export interface Shade {
  readonly column: number;
  /** Of log ρ, from below. */
  readonly bin: number;
  /** From 0 to 1. */
  readonly depth: number;
}

export function tokensIn(counts: Float64Array, column: number): number {
  let sum = 0;
  for (let bin = 0; bin < ROWS; bin++) sum += counts[column * ROWS + bin]!;
  return sum;
}

/**
 * The cells that hold tokens. A depth is the square root of the cell's share of its column over the greatest such
 * share there is in any column, so that thin tails are seen and columns compare.
 */
export function shadesOf(counts: Float64Array, columns: number): readonly Shade[] {
  const cells: Shade[] = [];
  let most = 0;
  for (let column = 0; column < columns; column++) {
    const tokens = tokensIn(counts, column);
    if (tokens === 0) continue;
    for (let bin = 0; bin < ROWS; bin++) {
      const share = counts[column * ROWS + bin]! / tokens;
      if (share === 0) continue;
      cells.push({ column, bin, depth: share });
      most = Math.max(most, share);
    }
  }
  return cells.map(({ column, bin, depth }) => ({ column, bin, depth: Math.sqrt(depth / most) }));
}
