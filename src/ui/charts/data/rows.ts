/** Finding rows of a run by what a column says. */
import type { Series } from '../../run/runView.ts';

/** Newest row of an ascending column whose value is at most `value`; −1 if there is none. */
export function rowAt(column: Series, value: number): number {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (column.at(middle) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
