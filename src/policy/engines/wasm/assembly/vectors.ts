/** Adam and the other operations on whole parameter vectors; n floats, a multiple of 4. */
import { sum2 } from './elementary';

/** Σ x², in double. */
export function sumOfSquares(n: i32, x: usize): f64 {
  let even = f64x2.splat(0);
  let odd = f64x2.splat(0);
  const bytes = <usize>n * 4;
  for (let i: usize = 0; i < bytes; i += 16) {
    const v = v128.load(x + i);
    const low = f64x2.promote_low_f32x4(v);
    const high = f64x2.promote_low_f32x4(v128.shuffle<f32>(v, v, 2, 3, 2, 3));
    even = f64x2.add(even, f64x2.mul(low, low));
    odd = f64x2.add(odd, f64x2.mul(high, high));
  }
  return sum2(f64x2.add(even, odd));
}

/**
 * One step of Adam as `policy/adam.ts` writes it, with its scalars; the gradient becomes zero.
 * keep1 = β₁, add1 = s·(1−β₁), keep2 = β₂, scale = s, add2 = 1−β₂, step = α, correction = c.
 */
export function adam(
  n: i32,
  parameters: usize,
  gradient: usize,
  first: usize,
  second: usize,
  keep1: f32,
  add1: f32,
  keep2: f32,
  scale: f32,
  add2: f32,
  step: f32,
  correction: f32,
  epsilon: f32,
): void {
  const bytes = <usize>n * 4;
  const k1 = f32x4.splat(keep1);
  const a1 = f32x4.splat(add1);
  const k2 = f32x4.splat(keep2);
  const s = f32x4.splat(scale);
  const a2 = f32x4.splat(add2);
  const alpha = f32x4.splat(step);
  const c = f32x4.splat(correction);
  const e = f32x4.splat(epsilon);
  for (let i: usize = 0; i < bytes; i += 16) {
    const g = v128.load(gradient + i);
    const scaled = f32x4.mul(g, s);
    const m = f32x4.add(f32x4.mul(v128.load(first + i), k1), f32x4.mul(g, a1));
    const v = f32x4.add(f32x4.mul(v128.load(second + i), k2), f32x4.mul(f32x4.mul(scaled, scaled), a2));
    const root = f32x4.add(f32x4.sqrt(f32x4.mul(v, c)), e);
    const change = f32x4.div(f32x4.mul(m, alpha), root);
    v128.store(parameters + i, f32x4.sub(v128.load(parameters + i), change));
    v128.store(first + i, m);
    v128.store(second + i, v);
    v128.store(gradient + i, f32x4.splat(0));
  }
}

/** to ← keep·to + add·from */
export function blend(n: i32, to: usize, keep: f32, from: usize, add: f32): void {
  const bytes = <usize>n * 4;
  const k = f32x4.splat(keep);
  const a = f32x4.splat(add);
  for (let i: usize = 0; i < bytes; i += 16) {
    const v = f32x4.add(f32x4.mul(v128.load(to + i), k), f32x4.mul(v128.load(from + i), a));
    v128.store(to + i, v);
  }
}
