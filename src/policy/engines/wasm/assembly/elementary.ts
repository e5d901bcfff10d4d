/**
 * exp and log: only + − × /, rounding and bit masks, so the same bits everywhere. `exp` and `log` for doubles are those
 * of `src/numerics/elementary.ts`, term for term, for arguments that a softmax can have.
 */

const INVERSE_LN2: f32 = 1.44269504088896341;
/** ln 2 as a head of 10 bits, so that its products with whole numbers are exact, and the rest. */
const LN2_HEAD: f32 = 0.693359375;
const LN2_REST: f32 = -2.1219444e-4;
/** Below it e^x is no normal float; the result is 0. */
const SMALLEST: f32 = -87.33654;

/** e^x of four floats x ≤ 88. Relative error at most 1.2e-7 for x in [−87.3, 88], 0 below; NaN stays NaN. */
export function exp4(value: v128): v128 {
  // The operand that may be NaN comes first: pmax returns it then.
  const x = f32x4.pmax(value, f32x4.splat(SMALLEST));
  const n = f32x4.nearest(f32x4.mul(x, f32x4.splat(INVERSE_LN2)));
  const head = f32x4.sub(x, f32x4.mul(n, f32x4.splat(LN2_HEAD)));
  const r = f32x4.sub(head, f32x4.mul(n, f32x4.splat(LN2_REST)));
  let p = f32x4.splat(1.98756915e-4);
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1.3981999507e-3));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(8.3334519073e-3));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(4.1665795894e-2));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1.6666665459e-1));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(5.0000001201e-1));
  p = f32x4.add(f32x4.add(f32x4.mul(p, f32x4.mul(r, r)), r), f32x4.splat(1));
  const exponent = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23);
  return v128.andnot(f32x4.mul(p, exponent), f32x4.lt(value, f32x4.splat(SMALLEST)));
}

const LN2_HIGH: f64 = 0.6931471805598903;
const LN2_LOW: f64 = 5.497923018708371e-14;

/** e^x for x ≤ 0, as a softmax needs it. Error under 0.6 ulp, in the subnormal range under 1.1; NaN stays NaN. */
export function exp(x: f64): f64 {
  if (x < -745.2) return 0;
  const k = floor<f64>(x * 1.4426950408889634 + 0.5);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  const q: f64 = 1.0 / 479001600 + r * (1.0 / 6227020800 + r * (1.0 / 87178291200));
  const p = 1.0 / 40320 + r * (1.0 / 362880 + r * (1.0 / 3628800 + r * (1.0 / 39916800 + r * q)));
  const tail =
    1.0 / 2 + r * (1.0 / 6 + r * (1.0 / 24 + r * (1.0 / 120 + r * (1.0 / 720 + r * (1.0 / 5040 + r * p)))));
  const rest = r * r * tail - low;
  const sum = 1 + high;
  const y = sum + (high - (sum - 1) + rest);
  if (k < -1000) return y * powerOfTwo(-500) * powerOfTwo(k + 500);
  return y * powerOfTwo(k);
}

function powerOfTwo(k: f64): f64 {
  return reinterpret<f64>((<i64>k + 1023) << 52);
}

/** `exp` of two doubles at once, the same bits. */
export function expPair(x: v128): v128 {
  if (v128.any_true(f64x2.lt(x, f64x2.splat(-690)))) {
    return f64x2(exp(f64x2.extract_lane(x, 0)), exp(f64x2.extract_lane(x, 1)));
  }
  const k = f64x2.floor(f64x2.add(f64x2.mul(x, f64x2.splat(1.4426950408889634)), f64x2.splat(0.5)));
  const high = f64x2.sub(x, f64x2.mul(k, f64x2.splat(LN2_HIGH)));
  const low = f64x2.mul(k, f64x2.splat(LN2_LOW));
  const r = f64x2.sub(high, low);
  let p = f64x2.splat(1.0 / 87178291200);
  p = f64x2.add(f64x2.splat(1.0 / 6227020800), f64x2.mul(r, p));
  p = f64x2.add(f64x2.splat(1.0 / 479001600), f64x2.mul(r, p));
  p = f64x2.add(f64x2.splat(1.0 / 39916800), f64x2.mul(r, p));
  p = f64x2.add(f64x2.splat(1.0 / 3628800), f64x2.mul(r, p));
  p = f64x2.add(f64x2.splat(1.0 / 362880), f64x2.mul(r, p));
  p = f64x2.add(f64x2.splat(1.0 / 40320), f64x2.mul(r, p));
  p = f64x2.add(f64x2.splat(1.0 / 5040), f64x2.mul(r, p));
  p = f64x2.add(f64x2.splat(1.0 / 720), f64x2.mul(r, p));
  p = f64x2.add(f64x2.splat(1.0 / 120), f64x2.mul(r, p));
  p = f64x2.add(f64x2.splat(1.0 / 24), f64x2.mul(r, p));
  p = f64x2.add(f64x2.splat(1.0 / 6), f64x2.mul(r, p));
  p = f64x2.add(f64x2.splat(1.0 / 2), f64x2.mul(r, p));
  const rest = f64x2.sub(f64x2.mul(f64x2.mul(r, r), p), low);
  const one = f64x2.splat(1);
  const sum = f64x2.add(one, high);
  const y = f64x2.add(sum, f64x2.add(f64x2.sub(high, f64x2.sub(sum, one)), rest));
  const exponent = i32x4.add(i32x4.trunc_sat_f64x2_s_zero(k), i32x4.splat(1023));
  return f64x2.mul(y, i64x2.shl(i64x2.extend_low_i32x4_s(exponent), 52));
}

/** Natural logarithm of a positive normal double, ∞ or NaN. Error under 1 ulp. */
export function log(x: f64): f64 {
  if (!(x < Infinity)) return x;
  const bits = reinterpret<u64>(x);
  // Adding the distance from √2 to 2 carries into the exponent exactly when the mantissa is at least √2.
  const carried = <i32>(bits >> 32) + 0x95f64;
  const k = <f64>((carried >> 20) - 1023);
  const high = <u64>(<u32>((carried & 0xfffff) + 0x3fe6a09c));
  const f = reinterpret<f64>((high << 32) | (bits & 0xffffffff)) - 1;
  const s = f / (2 + f);
  const z = s * s;
  const q: f64 = 2.0 / 15 + z * (2.0 / 17 + z * (2.0 / 19 + z * (2.0 / 21 + z * (2.0 / 23))));
  const p = z * (2.0 / 7 + z * (2.0 / 9 + z * (2.0 / 11 + z * (2.0 / 13 + z * q))));
  const r = z * (2.0 / 3 + z * (2.0 / 5 + p));
  const half = 0.5 * f * f;
  return k * LN2_HIGH - (half - (s * (half + r) + k * LN2_LOW) - f);
}

/** Lanes i … i+3 that are below `count`, all bits set. */
export function lanesBelow(i: i32, count: i32): v128 {
  return i32x4.lt_s(i32x4.add(i32x4(0, 1, 2, 3), i32x4.splat(i)), i32x4.splat(count));
}

/** The sum of four floats, (0 + 1) + (2 + 3). */
export function sum4(v: v128): f32 {
  return (
    f32x4.extract_lane(v, 0) +
    f32x4.extract_lane(v, 1) +
    (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3))
  );
}

/** The largest of four floats. */
export function max4(v: v128): f32 {
  return max(
    max(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1)),
    max(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3)),
  );
}

/** Adds the four floats of v to a pair of double sums: lanes 0 and 2 to the first, 1 and 3 to the second. */
export function addWide(sum: v128, v: v128): v128 {
  const high = v128.shuffle<f32>(v, v, 2, 3, 2, 3);
  return f64x2.add(f64x2.add(sum, f64x2.promote_low_f32x4(v)), f64x2.promote_low_f32x4(high));
}

/** The sum of a pair of doubles. */
export function sum2(v: v128): f64 {
  return f64x2.extract_lane(v, 0) + f64x2.extract_lane(v, 1);
}

/** In place: e^x of n doubles, an even number. */
export function exponentialPairs(n: i32, x: usize): void {
  for (let i: usize = 0; i < <usize>n * 8; i += 16) v128.store(x + i, expPair(v128.load(x + i)));
}

/** In place: e^x of n floats, a multiple of 4. For tests. */
export function exponentials(n: i32, x: usize): void {
  for (let i: usize = 0; i < <usize>n * 4; i += 16) v128.store(x + i, exp4(v128.load(x + i)));
}
