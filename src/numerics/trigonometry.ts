/**
 * sin and cos in radians: x = q·π/2 + r with |r| ≤ π/4 (r kept as a sum of two doubles), then Taylor series.
 * Error under 1 ulp for every double. Only + − × / and floor, and whole numbers for huge arguments.
 */
import { highWord, lowWord } from './bits.ts';

const TWO_OVER_PI = 0.6366197723675814;
/** π/2 in three pieces. The first two have few enough bits that q times them is exact for q < 2²⁰. */
const PIECE_1 = 1.5707963267341256;
const PIECE_2 = 6.077100506303966e-11;
const PIECE_3 = 2.0222662487959506e-21;

/** Remainder of the last reduction, r = high + low, and the quadrant. */
let high = 0;
let low = 0;

/** Sets `high` and `low`; returns the quadrant, 0 … 3. */
function reduce(x: number): number {
  if (x <= 0.7853981633974483 && x >= -0.7853981633974483) {
    high = x;
    low = 0;
    return 0;
  }
  if (x > 1e6 || x < -1e6) return reduceHuge(x);
  const q = Math.floor(x * TWO_OVER_PI + 0.5);
  const first = x - q * PIECE_1;
  const second = q * PIECE_2;
  const r = first - second;
  const back = r - first;
  const lost = first - (r - back) - (second + back);
  const rest = lost - q * PIECE_3;
  high = r + rest;
  low = r - high + rest;
  return q & 3;
}

const FRACTION_BITS = 1200n;
let halfPi = 0n;

/** π/2·2¹²⁰⁰ by Machin's formula: enough digits for every double, as a whole number. */
function halfPiInteger(): bigint {
  if (halfPi !== 0n) return halfPi;
  const one = 1n << (FRACTION_BITS + 40n);
  const arctanOfInverse = (n: bigint): bigint => {
    let term = one / n;
    let sum = term;
    for (let k = 3n, sign = -1n; term !== 0n; k += 2n, sign = -sign) {
      term /= n * n;
      sum += (sign * term) / k;
    }
    return sum;
  };
  halfPi = (8n * arctanOfInverse(5n) - 2n * arctanOfInverse(239n)) >> 40n;
  return halfPi;
}

/** The same for |x| over 10⁶, where three pieces of π/2 are too few: exact integer arithmetic. */
function reduceHuge(x: number): number {
  const bits = highWord(x);
  const exponent = (bits >>> 20) & 0x7ff;
  const mantissa = (BigInt((bits & 0xfffff) | 0x100000) << 32n) | BigInt(lowWord(x));
  const whole = mantissa << (BigInt(exponent - 1075) + FRACTION_BITS);
  const divisor = halfPiInteger();
  const q = (2n * whole + divisor) / (2n * divisor);
  const kept = 180n;
  const remainder = (whole - q * divisor) >> (FRACTION_BITS - kept);
  const unit = 1 / Number(1n << kept);
  const sign = x < 0 ? -1 : 1;
  const head = Number(remainder);
  high = sign * head * unit;
  low = sign * Number(remainder - BigInt(head)) * unit;
  return (Number(q & 3n) * sign) & 3;
}

function sinKernel(r: number, rest: number): number {
  const z = r * r;
  const p =
    1 / 362880 -
    z * (1 / 39916800 - z * (1 / 6227020800 - z * (1 / 1307674368000 - z * (1 / 355687428096000))));
  const q = 1 / 120 - z * (1 / 5040 - z * p);
  return r - (z * r * (1 / 6 - z * q) - rest * (1 - 0.5 * z));
}

function cosKernel(r: number, rest: number): number {
  const z = r * r;
  const p =
    1 / 3628800 -
    z * (1 / 479001600 - z * (1 / 87178291200 - z * (1 / 20922789888000 - z * (1 / 6402373705728000))));
  const q = z * z * (1 / 24 - z * (1 / 720 - z * (1 / 40320 - z * p)));
  const half = 0.5 * z;
  const w = 1 - half;
  return w + (1 - w - half + (q - r * rest));
}

/** Sine of an angle in radians; NaN for ±∞. */
export function sin(x: number): number {
  if (!(x - x === 0)) return NaN;
  if (x < 1e-8 && x > -1e-8) return x;
  switch (reduce(x)) {
    case 0:
      return sinKernel(high, low);
    case 1:
      return cosKernel(high, low);
    case 2:
      return -sinKernel(high, low);
    default:
      return -cosKernel(high, low);
  }
}

/** Cosine of an angle in radians; NaN for ±∞. */
export function cos(x: number): number {
  if (!(x - x === 0)) return NaN;
  switch (reduce(x)) {
    case 0:
      return cosKernel(high, low);
    case 1:
      return -sinKernel(high, low);
    case 2:
      return -cosKernel(high, low);
    default:
      return sinKernel(high, low);
  }
}
