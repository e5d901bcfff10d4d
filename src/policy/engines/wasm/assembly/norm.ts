/**
 * RMSNorm over rows of `count` floats, padded with zeros to n (a multiple of 4): y = gain ⊙ x / √(mean(x²) + ε), sums in
 * double. Strides in bytes.
 */
import { addWide, sum2 } from './elementary';

const EPSILON: f64 = 1e-5;

/** y and, per row, 1/√(mean(x²) + ε); with `relu` y = max(y, 0). */
export function normalise(
  rows: i32,
  n: i32,
  count: i32,
  x: usize,
  ldx: usize,
  gain: usize,
  y: usize,
  ldy: usize,
  inverse: usize,
  relu: bool,
): void {
  const bytes = <usize>n * 4;
  for (let row = 0; row < rows; row++) {
    let sum = f64x2.splat(0);
    for (let i: usize = 0; i < bytes; i += 16) {
      const v = v128.load(x + i);
      const low = f64x2.promote_low_f32x4(v);
      const high = f64x2.promote_low_f32x4(v128.shuffle<f32>(v, v, 2, 3, 2, 3));
      sum = f64x2.add(f64x2.add(sum, f64x2.mul(low, low)), f64x2.mul(high, high));
    }
    const r = <f32>(1 / sqrt<f64>(sum2(sum) / <f64>count + EPSILON));
    store<f32>(inverse, r);
    const scale = f32x4.splat(r);
    const zero = f32x4.splat(0);
    for (let i: usize = 0; i < bytes; i += 16) {
      let v = f32x4.mul(f32x4.mul(v128.load(x + i), scale), v128.load(gain + i));
      if (relu) v = f32x4.pmax(v, zero);
      v128.store(y + i, v);
    }
    x += ldx;
    y += ldy;
    inverse += 4;
  }
}

/** dx ← dx·keep + the derivative, keep 0 or 1; dgain += Σ over rows of dy ⊙ x / √(…). */
export function normaliseBackward(
  rows: i32,
  n: i32,
  count: i32,
  x: usize,
  ldx: usize,
  gain: usize,
  inverse: usize,
  dy: usize,
  ldy: usize,
  dx: usize,
  lddx: usize,
  keep: bool,
  dgain: usize,
): void {
  const bytes = <usize>n * 4;
  for (let row = 0; row < rows; row++) {
    const scale = f32x4.splat(load<f32>(inverse));
    let sum = f64x2.splat(0);
    for (let i: usize = 0; i < bytes; i += 16) {
      const unit = f32x4.mul(v128.load(x + i), scale);
      const product = f32x4.mul(v128.load(dy + i), unit);
      v128.store(dgain + i, f32x4.add(v128.load(dgain + i), product));
      sum = addWide(sum, f32x4.mul(product, v128.load(gain + i)));
    }
    const mean = f32x4.splat(<f32>(sum2(sum) / <f64>count));
    for (let i: usize = 0; i < bytes; i += 16) {
      const unit = f32x4.mul(v128.load(x + i), scale);
      const slope = f32x4.mul(v128.load(dy + i), v128.load(gain + i));
      const v = f32x4.mul(scale, f32x4.sub(slope, f32x4.mul(unit, mean)));
      v128.store(dx + i, keep ? f32x4.add(v128.load(dx + i), v) : v);
    }
    x += ldx;
    dy += ldy;
    dx += lddx;
    inverse += 4;
  }
}
