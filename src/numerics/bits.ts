/**
 * The bits of a double, through one shared view. Works on either byte order. Not re-entrant across an `await`,
 * which nothing here has; every thread has its own copy of this module.
 */
const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);
double[0] = 1;
const HIGH = words[1] === 0x3ff00000 ? 1 : 0;
const LOW = 1 - HIGH;

/** Upper 32 bits: sign, 11 bits of exponent, 20 bits of mantissa. */
export function highWord(x: number): number {
  double[0] = x;
  return words[HIGH]!;
}

/** Lower 32 bits of the mantissa. */
export function lowWord(x: number): number {
  double[0] = x;
  return words[LOW]!;
}

export function fromWords(high: number, low: number): number {
  words[HIGH] = high;
  words[LOW] = low;
  return double[0]!;
}

/** 2^k for −1022 ≤ k ≤ 1023: exactly the normal powers. */
export function powerOfTwo(k: number): number {
  words[HIGH] = (k + 1023) << 20;
  words[LOW] = 0;
  return double[0]!;
}

/** x·2^k, rounded once, for |x| in [1/4, 4] and any integer k that an exponent of a double can need. */
export function scale(x: number, k: number): number {
  if (k > 1000) return x * powerOfTwo(1000) * powerOfTwo(Math.min(k - 1000, 1000));
  if (k < -1000) return x * powerOfTwo(-500) * powerOfTwo(Math.max(k + 500, -1022));
  return x * powerOfTwo(k);
}

/** Exponent that belongs to the result of the last call of `mantissa`. */
export let exponent = 0;

/** m in [√½, √2) with x = m·2^`exponent`, exactly, for positive finite x. */
export function mantissa(x: number): number {
  const subnormal = x < 2.2250738585072014e-308;
  double[0] = subnormal ? x * 18014398509481984 : x;
  // Adding the distance from √2 to 2 carries into the exponent exactly when the mantissa is at least √2.
  const carried = (words[HIGH]! + 0x95f64) | 0;
  exponent = (carried >> 20) - (subnormal ? 1077 : 1023);
  words[HIGH] = (carried & 0xfffff) + 0x3fe6a09c;
  return double[0]!;
}
