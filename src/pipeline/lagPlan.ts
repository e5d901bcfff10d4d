/**
 * How old each batch shall be, for the schedules that prescribe it: batch u is sampled wholly from version
 * max(0, u − lag(u)), one version an update.
 */
export interface LagPlan {
  /** The largest lag of any batch. */
  readonly largest: number;
  lagOf(batch: number): number;
  /** The batch that is sampled as the n-th: those of earlier versions first, those of one version in order. */
  nth(n: number): number;
  /** How many batches are sampled from this version and those before it. */
  upTo(version: number): number;
}

/** Every batch is k updates old. */
export function constantLag(k: number): LagPlan {
  return { largest: k, lagOf: () => k, nth: (n) => n, upTo: (version) => version + k + 1 };
}

/**
 * The record of a run: batch u is `lags[u]` updates old, and after the end of the record it begins anew. A batch with
 * a larger lag than the one before is sampled earlier than that one, so the order of sampling is not that of training.
 */
export function recordedLags(lags: readonly number[]): LagPlan {
  const largest = Math.max(...lags);
  const lagOf = (batch: number): number => lags[batch % lags.length]!;
  /** Batches in the order of sampling, and how many are sampled up to each version, as far as anybody has asked. */
  const order: number[] = [];
  const counts: number[] = [];

  function extend(): void {
    const version = counts.length;
    for (let batch = version; batch <= version + largest; batch++) {
      if (Math.max(0, batch - lagOf(batch)) === version) order.push(batch);
    }
    counts.push(order.length);
  }

  return {
    largest,
    lagOf,
    nth: (n) => {
      while (order.length <= n) extend();
      return order[n]!;
    },
    upTo: (version) => {
      while (counts.length <= version) extend();
      return counts[version]!;
    },
  };
}
