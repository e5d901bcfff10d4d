/**
 * exp and expm1: x = k·ln 2 + r with |r| ≤ ln 2 / 2, then the Taylor series of e^r to r¹⁴/14! (the rest is under
 * 2⁻⁶¹). Only + − × / and floor: the same bits in every JavaScript engine.
 */
import { scale } from './bits.ts';

/** ln 2 as a 42-bit head, so that k·head is exact for every exponent k, and the rest. */
export const LN2_HIGH = 0.6931471805598903;
export const LN2_LOW = 5.497923018708371e-14;
const INVERSE_LN2 = 1.4426950408889634;

/** (e^r − 1 − r) / r² for |r| ≤ ln 2 / 2. */
function tail(r: number): number {
  const q = 1 / 479001600 + r * (1 / 6227020800 + r * (1 / 87178291200));
  const p = 1 / 40320 + r * (1 / 362880 + r * (1 / 3628800 + r * (1 / 39916800 + r * q)));
  return 1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720 + r * (1 / 5040 + r * p)))));
}

/** e^(x + extra) where |extra| is tiny beside 1; x must be a number in [−800, 800]. Error under 0.7 ulp. */
export function expOfSum(x: number, extra: number): number {
  const k = Math.floor(x * INVERSE_LN2 + 0.5);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW - extra;
  const r = high - low;
  const rest = r * r * tail(r) - low;
  const sum = 1 + high;
  return scale(sum + (high - (sum - 1) + rest), k);
}

/** e^x. Error under 0.7 ulp, in the subnormal range under 1.1. */
export function exp(x: number): number {
  if (x > 709.8) return Infinity;
  if (x < -745.2) return 0;
  if (x !== x) return NaN;
  return expOfSum(x, 0);
}

/** e^x − 1, without the cancellation near 0. Error under 2 ulp. */
export function expm1(x: number): number {
  if (x > 709.8) return Infinity;
  if (x < -40) return -1;
  if (x !== x) return NaN;
  if (x < 1e-300 && x > -1e-300) return x;
  const k = Math.floor(x * INVERSE_LN2 + 0.5);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  const rest = r * r * tail(r) - low;
  if (k === 0) return high + rest;
  if (k === 1 && high < -0.25) return 2 * (high + 0.5 + rest);
  if (k > 60) return scale(1 + (high + rest), k) - 1;
  return scale(1, k) - 1 + scale(1, k) * (high + rest);
}
