/** What an objective measured itself in each of its evaluations, as of one batch. */
import type { Evaluation, Facts } from '../objectives/contract.ts';

type Metrics = Evaluation['metrics'];

/** An evaluation, with the tokens that it is of. */
export interface Measured {
  readonly metrics: Metrics;
  readonly mask: Facts['mask'];
}

/**
 * Largest values of what is called `…_max`, smallest of `…_min`, and means of all else, weighted by counted tokens. What an
 * evaluation does not have it does not count for.
 */
export function mergeMeasured(parts: readonly Measured[]): Metrics {
  if (parts.length === 1) return parts[0]!.metrics;
  const counts = parts.map(({ mask }) => mask.reduce((sum, counts) => sum + (counts ? 1 : 0), 0));
  const names = new Set(parts.flatMap(({ metrics }) => Object.keys(metrics)));
  const merged: Record<string, number> = {};
  for (const name of names) {
    const values = parts.flatMap(({ metrics }, i) =>
      metrics[name] === undefined ? [] : [{ value: metrics[name], weight: counts[i]! }],
    );
    if (name.endsWith('_max')) merged[name] = Math.max(...values.map(({ value }) => value));
    else if (name.endsWith('_min')) merged[name] = Math.min(...values.map(({ value }) => value));
    else {
      const total = values.reduce((sum, { weight }) => sum + weight, 0);
      if (total > 0)
        merged[name] = values.reduce((sum, { value, weight }) => sum + value * weight, 0) / total;
    }
  }
  return merged;
}
