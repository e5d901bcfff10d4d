/**
 * The register tile that every product is made of: 4 rows × 8 columns, eight accumulators, one multiplication
 * and one addition per term. Each element is the sum of its terms in ascending order of the inner index, so its
 * bits depend on neither the other rows nor the size of the batch.
 *
 *            b: k × 8 panel (two vectors a step)
 *            ┌ b0 ┬ b1 ┐
 *   a0[k] ·  │c00 │c01 │     A product starts from zero, or from `start` (a residual, or its own earlier part),
 *   a1[k] ·  │c10 │c11 │     and ends with an optional ReLU, or with zeros where `mask` is not positive (the
 *   a2[k] ·  │c20 │c21 │     derivative of the ReLU). `c`, `start` and `mask` share the row stride `ldc`.
 *   a3[k] ·  │c30 │c31 │     All strides are in bytes. Pointer 0 = absent.
 *            └────┴────┘
 */

/** Rows of A apart by `lda`, their elements side by side: A·B from zero, nothing after. */
export function tileRows(a: usize, lda: usize, b: usize, k: i32, c: usize, ldc: usize): void {
  const row1 = ldc;
  const row2 = ldc + ldc;
  const row3 = row2 + ldc;
  let c00 = f32x4.splat(0);
  let c01 = f32x4.splat(0);
  let c10 = f32x4.splat(0);
  let c11 = f32x4.splat(0);
  let c20 = f32x4.splat(0);
  let c21 = f32x4.splat(0);
  let c30 = f32x4.splat(0);
  let c31 = f32x4.splat(0);
  let a0 = a;
  let a1 = a0 + lda;
  let a2 = a1 + lda;
  let a3 = a2 + lda;
  const last = b + <usize>k * 32;
  while (b < last) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    let s = v128.load_splat<f32>(a0);
    c00 = f32x4.add(c00, f32x4.mul(s, b0));
    c01 = f32x4.add(c01, f32x4.mul(s, b1));
    s = v128.load_splat<f32>(a1);
    c10 = f32x4.add(c10, f32x4.mul(s, b0));
    c11 = f32x4.add(c11, f32x4.mul(s, b1));
    s = v128.load_splat<f32>(a2);
    c20 = f32x4.add(c20, f32x4.mul(s, b0));
    c21 = f32x4.add(c21, f32x4.mul(s, b1));
    s = v128.load_splat<f32>(a3);
    c30 = f32x4.add(c30, f32x4.mul(s, b0));
    c31 = f32x4.add(c31, f32x4.mul(s, b1));
    a0 += 4;
    a1 += 4;
    a2 += 4;
    a3 += 4;
    b += 32;
  }
  v128.store(c, c00);
  v128.store(c, c01, 16);
  v128.store(c + row1, c10);
  v128.store(c + row1, c11, 16);
  v128.store(c + row2, c20);
  v128.store(c + row2, c21, 16);
  v128.store(c + row3, c30);
  v128.store(c + row3, c31, 16);
}

/**
 * Four columns of A side by side, its rows apart by `lda`: Aᵀ·B, or A·B for a strip of four rows of A that
 * `packStrip` has turned. One pointer steps through A instead of four, which measures a seventh faster.
 */
export function tileColumns(
  a: usize,
  lda: usize,
  b: usize,
  k: i32,
  c: usize,
  ldc: usize,
  start: usize,
  mask: usize,
  relu: bool,
): void {
  const row1 = ldc;
  const row2 = ldc + ldc;
  const row3 = row2 + ldc;
  let c00 = f32x4.splat(0);
  let c01 = f32x4.splat(0);
  let c10 = f32x4.splat(0);
  let c11 = f32x4.splat(0);
  let c20 = f32x4.splat(0);
  let c21 = f32x4.splat(0);
  let c30 = f32x4.splat(0);
  let c31 = f32x4.splat(0);
  if (start != 0) {
    c00 = v128.load(start);
    c01 = v128.load(start, 16);
    c10 = v128.load(start + row1);
    c11 = v128.load(start + row1, 16);
    c20 = v128.load(start + row2);
    c21 = v128.load(start + row2, 16);
    c30 = v128.load(start + row3);
    c31 = v128.load(start + row3, 16);
  }
  const last = b + <usize>k * 32;
  while (b < last) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    let s = v128.load_splat<f32>(a);
    c00 = f32x4.add(c00, f32x4.mul(s, b0));
    c01 = f32x4.add(c01, f32x4.mul(s, b1));
    s = v128.load_splat<f32>(a, 4);
    c10 = f32x4.add(c10, f32x4.mul(s, b0));
    c11 = f32x4.add(c11, f32x4.mul(s, b1));
    s = v128.load_splat<f32>(a, 8);
    c20 = f32x4.add(c20, f32x4.mul(s, b0));
    c21 = f32x4.add(c21, f32x4.mul(s, b1));
    s = v128.load_splat<f32>(a, 12);
    c30 = f32x4.add(c30, f32x4.mul(s, b0));
    c31 = f32x4.add(c31, f32x4.mul(s, b1));
    a += lda;
    b += 32;
  }
  if (relu) {
    // pmax keeps NaN where it is the first operand: a broken policy must not look like a working one.
    const zero = f32x4.splat(0);
    c00 = f32x4.pmax(c00, zero);
    c01 = f32x4.pmax(c01, zero);
    c10 = f32x4.pmax(c10, zero);
    c11 = f32x4.pmax(c11, zero);
    c20 = f32x4.pmax(c20, zero);
    c21 = f32x4.pmax(c21, zero);
    c30 = f32x4.pmax(c30, zero);
    c31 = f32x4.pmax(c31, zero);
  }
  if (mask != 0) {
    const zero = f32x4.splat(0);
    c00 = v128.and(c00, f32x4.gt(v128.load(mask), zero));
    c01 = v128.and(c01, f32x4.gt(v128.load(mask, 16), zero));
    c10 = v128.and(c10, f32x4.gt(v128.load(mask + row1), zero));
    c11 = v128.and(c11, f32x4.gt(v128.load(mask + row1, 16), zero));
    c20 = v128.and(c20, f32x4.gt(v128.load(mask + row2), zero));
    c21 = v128.and(c21, f32x4.gt(v128.load(mask + row2, 16), zero));
    c30 = v128.and(c30, f32x4.gt(v128.load(mask + row3), zero));
    c31 = v128.and(c31, f32x4.gt(v128.load(mask + row3, 16), zero));
  }
  v128.store(c, c00);
  v128.store(c, c01, 16);
  v128.store(c + row1, c10);
  v128.store(c + row1, c11, 16);
  v128.store(c + row2, c20);
  v128.store(c + row2, c21, 16);
  v128.store(c + row3, c30);
  v128.store(c + row3, c31, 16);
}
