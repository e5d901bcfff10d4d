/**
 * pow: e^(y·log x) with log x and the product carried as a sum of two doubles, so that the error stays under
 * 1 ulp over the whole range and exact powers come out exact. Slower than exp and log; meant for scalars.
 */
import { exponent, highWord, mantissa } from './bits.ts';
import { expOfSum } from './exponential.ts';

/** ln 2 to 106 bits. */
const LN2 = 0.6931471805599453;
const LN2_REST = 2.3190468138462996e-17;
const SPLITTER = 134217729;

/** Second part of the result of the last call of a function below. */
let rest = 0;

/** a + b exactly, as result + `rest`, for |a| ≥ |b|. */
function fastSum(a: number, b: number): number {
  const sum = a + b;
  rest = b - (sum - a);
  return sum;
}

/** a·b exactly, as result + `rest` (Dekker), for magnitudes well inside the range of doubles. */
function product(a: number, b: number): number {
  const p = a * b;
  const aWide = SPLITTER * a;
  const aHigh = aWide - (aWide - a);
  const aLow = a - aHigh;
  const bWide = SPLITTER * b;
  const bHigh = bWide - (bWide - b);
  const bLow = b - bHigh;
  rest = aLow * bLow - (p - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
  return p;
}

/** (aHigh + aLow)·(bHigh + bLow) to about 104 bits, as result + `rest`. */
function longProduct(aHigh: number, aLow: number, bHigh: number, bLow: number): number {
  const p = product(aHigh, bHigh);
  return fastSum(p, rest + (aHigh * bLow + aLow * bHigh));
}

/** log of a positive finite x, as result + `rest`, to about 70 bits. */
function longLog(x: number): number {
  const f = mantissa(x) - 1;
  const k = exponent;

  // s = f / (2 + f), corrected by one Newton step.
  const denominator = fastSum(2, f);
  const denominatorRest = rest;
  const s = f / denominator;
  const back = product(s, denominator);
  const sRest = (f - back - rest - s * denominatorRest) / denominator;

  // log(1 + f) = 2s·(1 + z/3 + z²/5 + z³·(1/7 + …)), the first terms in two doubles.
  const z = longProduct(s, sRest, s, sRest);
  const zRest = rest;
  const q = 1 / 15 + z * (1 / 17 + z * (1 / 19 + z * (1 / 21 + z * (1 / 23))));
  const small = z * (1 / 7 + z * (1 / 9 + z * (1 / 11 + z * (1 / 13 + z * q))));
  let head = fastSum(0.2, small + -1.1102230246251566e-17);
  head = longProduct(z, zRest, head, rest);
  const headRest = rest;
  head = fastSum(1 / 3, head);
  head = longProduct(z, zRest, head, rest + headRest + 1.850371707708594e-17);
  head = longProduct(s, sRest, head, rest);
  const cubicRest = rest;
  const log1 = fastSum(s, head);
  const log1Rest = rest + cubicRest + sRest;
  if (k === 0) return fastSum(2 * log1, 2 * log1Rest);
  const shift = product(k, LN2);
  const shiftRest = rest + k * LN2_REST;
  const sum = fastSum(shift, 2 * log1);
  return fastSum(sum, rest + (shiftRest + 2 * log1Rest));
}

/** x^y with the special cases of `Math.pow`. Error under 1 ulp, in the subnormal range under 1.1. */
export function pow(x: number, y: number): number {
  if (y === 0) return 1;
  if (x !== x || y !== y) return NaN;
  const magnitude = x < 0 ? -x : x;
  const negative = highWord(x) >>> 31 === 1 && isOdd(y);
  if (y === Infinity || y === -Infinity) {
    if (magnitude === 1) return NaN;
    return magnitude > 1 === y > 0 ? Infinity : 0;
  }
  if (magnitude === 0 || magnitude === Infinity) {
    const result = (magnitude === 0) === y > 0 ? 0 : Infinity;
    return negative ? -result : result;
  }
  if (x < 0 && Math.floor(y) !== y) return NaN;
  if (magnitude === 1) return negative ? -1 : 1;
  const result = positivePower(magnitude, y);
  return negative ? -result : result;
}

function positivePower(x: number, y: number): number {
  const head = longLog(x);
  const headRest = rest;
  const rough = head * y;
  if (rough > 709.8) return Infinity;
  if (rough < -745.2) return 0;
  // |log x| is at least 2⁻⁵³, so that y is at most 2⁶³ here and the product cannot overflow.
  const exponent = product(head, y);
  return expOfSum(exponent, rest + headRest * y);
}

function isOdd(y: number): boolean {
  // Beyond 2⁵³ every double is even.
  return Math.floor(y) === y && y - 2 * Math.floor(y / 2) === 1;
}
