/** A stretch of updates that all charts over time show instead of the whole run, and how it is chosen. */

export interface Stretch {
  /** First and last update shown, whole numbers ≥ 0. */
  readonly from: number;
  readonly to: number;
}

/** Nobody sees a line in fewer updates than these. */
export const FEWEST = 4;

/**
 * The stretch between two places of a drag, in either order.
 * @param last the newest update, which no stretch goes beyond
 * @returns undefined where there are too few updates to choose from
 */
export function stretchBetween(a: number, b: number, last: number): Stretch | undefined {
  if (last < FEWEST) return undefined;
  const from = clamp(Math.floor(Math.min(a, b)), 0, last - FEWEST);
  const to = clamp(Math.ceil(Math.max(a, b)), from + FEWEST, last);
  return { from, to };
}

/**
 * A stretch half (`factor` 0.5) or twice (2) as long about an update, which keeps its place on the screen.
 * @returns undefined when it would be the whole run
 */
export function zoomed(shown: Stretch, about: number, factor: number, last: number): Stretch | undefined {
  const length = Math.max(FEWEST, Math.round((shown.to - shown.from) * factor));
  if (length >= last) return undefined;
  const share = (clamp(about, shown.from, shown.to) - shown.from) / (shown.to - shown.from);
  const from = clamp(Math.round(about - share * length), 0, last - length);
  return { from, to: from + length };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
