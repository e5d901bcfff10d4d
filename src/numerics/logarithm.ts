/**
 * log and log1p: x = 2^k·(1 + f) with 1 + f in [√½, √2), s = f/(2 + f), and the series of log((1 + s)/(1 − s)) in s²
 * to s²² (the rest is under 2⁻⁶¹). Only + − × / and bit masks: the same bits in every JavaScript engine.
 */
import { exponent, mantissa } from './bits.ts';
import { LN2_HIGH, LN2_LOW } from './exponential.ts';

/** k·ln 2 + log(1 + f) + extra, where f is exact and |extra| is at most an ulp of 1 + f. */
function combine(k: number, f: number, extra: number): number {
  const s = f / (2 + f);
  const z = s * s;
  const q = 2 / 15 + z * (2 / 17 + z * (2 / 19 + z * (2 / 21 + z * (2 / 23))));
  const r = z * (2 / 3 + z * (2 / 5 + z * (2 / 7 + z * (2 / 9 + z * (2 / 11 + z * (2 / 13 + z * q))))));
  const half = 0.5 * f * f;
  // log(1 + f) = f − (f²/2 − s·(f²/2 + r)): the large term f is exact, so that only small ones are rounded.
  return k * LN2_HIGH - (half - (s * (half + r) + (k * LN2_LOW + extra)) - f);
}

/** Natural logarithm. −∞ at 0, NaN below. Error under 1 ulp. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return Infinity;
  return logOf(x, 0);
}

/** log(1 + x), without the cancellation near 0. Error under 1 ulp. */
export function log1p(x: number): number {
  if (!(x > -1)) return x === -1 ? -Infinity : NaN;
  if (x === Infinity) return Infinity;
  if (x > -0.29 && x < 0.41) {
    // Too small for f²/2 to count, and −0 stays −0.
    return x < 1e-17 && x > -1e-17 ? x : combine(0, x, 0);
  }
  const sum = 1 + x;
  const lost = x < 1 ? x - (sum - 1) : 1 - (sum - x);
  return logOf(sum, lost / sum);
}

function logOf(x: number, extra: number): number {
  const m = mantissa(x);
  return combine(exponent, m - 1, extra);
}
