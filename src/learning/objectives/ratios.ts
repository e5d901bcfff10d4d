/**
 * Log-ratios of two policies and the numeric guards of sheet §0.5, in one place for objectives and diagnostics.
 * Every ratio in this folder is exp of a log-ratio clamped to ±`LOG_RATIO_LIMIT`, as in verl; beyond it the
 * derivative is that of the clamped function, 0. An evaluation may be made with another clamp (sheet §39), by `withClamp`.
 */
import { exp } from '../../numerics/elementary.ts';
import type { Facts, SharedSettings } from './contract.ts';

export const LOG_RATIO_LIMIT = 20;

/** Where there is no clamp: products of two ratios and their squares must still be finite in float64. */
const FINITE_LIMIT = 300;

interface Limits {
  readonly low: number;
  readonly high: number;
}

const CLAMPS: Readonly<Record<SharedSettings['ratioClamp'], Limits>> = {
  both: { low: -LOG_RATIO_LIMIT, high: LOG_RATIO_LIMIT },
  above: { low: -FINITE_LIMIT, high: LOG_RATIO_LIMIT },
  none: { low: -FINITE_LIMIT, high: FINITE_LIMIT },
};

let limits = CLAMPS.both;

/**
 * Evaluates with another clamp of all log-ratios. It holds for this call alone: an evaluation never waits, so that no
 * other one can begin before it ends.
 */
export function withClamp<T>(clamp: SharedSettings['ratioClamp'], evaluate: () => T): T {
  const before = limits;
  limits = CLAMPS[clamp];
  try {
    return evaluate();
  } finally {
    limits = before;
  }
}

/** Log-probabilities below this count as this, so that a token of probability 0 gives no infinite loss or ratio. */
export const LOGP_FLOOR = -1000;

/**
 * log(a/b) of two log-probabilities, each at least the floor: so that it is finite, and sums over a sequence are. Two
 * equal ones have ratio 1 even where both are −∞.
 */
export function logRatio(a: number, b: number): number {
  return a === b ? 0 : Math.max(LOGP_FLOOR, a) - Math.max(LOGP_FLOOR, b);
}

/** Under the clamp of the evaluation. */
export function clampLogRatio(x: number): number {
  return Math.min(limits.high, Math.max(limits.low, x));
}

/** ±20 under every clamp: for what is measured, and for methods that clamp in every library. */
export function clampAlways(x: number): number {
  return Math.min(LOG_RATIO_LIMIT, Math.max(-LOG_RATIO_LIMIT, x));
}

/** Whether the clamp has flattened the ratio here. On the limit itself it has not. */
export function beyondClamp(x: number): boolean {
  return x > limits.high || x < limits.low;
}

/** The ratio that belongs to a log-ratio, in [e^−20, e^20] unless the evaluation has another clamp. */
export function ratioOf(x: number): number {
  return exp(clampLogRatio(x));
}

/** How a ratio is made of its log-ratio, and where that has flattened it. */
export interface Guard {
  readonly ratioOf: (logRatio: number) => number;
  readonly beyond: (logRatio: number) => boolean;
}

export const tokenGuard: Guard = { ratioOf, beyond: beyondClamp };

/** Where token ratios are clamped, verl clamps the log of a sequence's mean ratio above alone, at 10 (sheet §0.5). */
const MEAN_LIMIT = 10;

/** Of the geometric mean of a sequence's ratios. */
export const meanGuard: Guard = {
  ratioOf: (x) => exp(Math.min(meanLimit(), x)),
  beyond: (x) => x > meanLimit(),
};

function meanLimit(): number {
  return limits === CLAMPS.none ? FINITE_LIMIT : MEAN_LIMIT;
}

/** log(a/b) per token, unclamped; 0 where masked. */
export function logRatios(a: Float64Array, b: Float64Array, mask: Uint8Array): Float64Array {
  const result = new Float64Array(mask.length);
  for (let t = 0; t < mask.length; t++) if (mask[t]) result[t] = logRatio(a[t]!, b[t]!);
  return result;
}

/** Facts that only some methods need. */
type OptionalFact = {
  [F in keyof Facts]-?: undefined extends Facts[F] ? F : never;
}[keyof Facts];

/**
 * A fact that a method needs.
 * @throws Error naming the method and the fact when it was not supplied
 */
export function required<F extends OptionalFact>(
  facts: Pick<Facts, F>,
  fact: F,
  method: string,
): NonNullable<Facts[F]> {
  const found = facts[fact];
  if (found === undefined) throw new Error(`${method} needs the fact ${fact}, which was not given`);
  return found;
}
