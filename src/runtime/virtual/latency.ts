/** How long an answer takes, as a distribution, and its random numbers: one a ticket, whatever else happens. */
import { exp, pow } from '../../numerics/elementary.ts';
import { normal, STREAM, uniform } from '../../numerics/random.ts';

/** All have `mean` as their mean, in seconds. */
export type Latency =
  | { readonly kind: 'constant'; readonly mean: number }
  /** `sigma` is the standard deviation of the logarithm. */
  | { readonly kind: 'lognormal'; readonly mean: number; readonly sigma: number }
  /** P(L > x) falls as x^−alpha; alpha > 1, or there would be no mean. */
  | { readonly kind: 'pareto'; readonly mean: number; readonly alpha: number };

/** Seconds that this ticket is answered. Equal seeds and tickets have equal numbers under every schedule. */
export function latencyOf(latency: Latency, seed: number, ticket: number): number {
  switch (latency.kind) {
    case 'constant':
      return latency.mean;
    case 'lognormal': {
      const { mean, sigma } = latency;
      return mean * exp(sigma * normal(seed, STREAM.duration, ticket) - (sigma * sigma) / 2);
    }
    case 'pareto': {
      const { mean, alpha } = latency;
      return mean * (1 - 1 / alpha) * pow(1 - uniform(seed, STREAM.duration, ticket), -1 / alpha);
    }
  }
}
