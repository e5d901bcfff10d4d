/** How old the data is, by every definition of it. */
import type { ChartSpec } from './spec.ts';

export const staleness: readonly ChartSpec[] = [];
