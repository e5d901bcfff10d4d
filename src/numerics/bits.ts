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
