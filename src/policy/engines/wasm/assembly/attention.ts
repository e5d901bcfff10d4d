/**
 * Causal attention of one sequence after another, all heads of a sequence in turn.
 *
 * A row of `qkv` holds q, k and v of a token, each heads × size floats; `size`, a head's size, is a multiple of 8 (the
 * host pads with zero columns). A sequence of T tokens is T rows. Its attention weights are kept for the backward pass:
 *
 *   weights of a head: ⌈T/4⌉·4 rows (queries) × ⌈T/8⌉·8 columns (keys)      of each row only the columns up to the
 *   ┌ w0  0  0  0  ·  ·  ·  · ┐                                            end of its 4 × 4 tile are ever written
 *   │ w0 w1  0  0  ·  ·  ·  · │  0 = zero, masked                          or read. Rows from T on are zeros.
 *   │ w0 w1 w2  0  ·  ·  ·  · │  · = undefined
 *   └ w0 w1 w2 w3  ·  ·  ·  · ┘
 *
 * Tiles write four rows even where a sequence has fewer left: the surplus lands on the next sequence's rows, which
 * are written later, or on the spare rows behind the last.
 */
import { exp4, lanesBelow, max4, sum4 } from './elementary';
import { copyPanel, transposeBlock } from './product';
import { tileColumns, tileRows } from './tile';

function up4(n: i32): i32 {
  return (n + 3) & ~3;
}

function up8(n: i32): i32 {
  return (n + 7) & ~7;
}

/** Bytes of the weights of one head of a sequence of `length` tokens. */
export function weightBytes(length: i32): i32 {
  return up4(length) * up8(length) * 4;
}

/** Bytes of scratch for sequences of at most `length` tokens. */
export function attentionScratch(length: i32, size: i32): i32 {
  return 4 * up8(length) * size * 4 + weightBytes(length);
}

/** In place: softmax(scale · row) over the first `count` floats; zeros up to the next multiple of four. */
export function softmax(row: usize, count: i32, scale: f32): void {
  const factor = f32x4.splat(scale);
  const least = f32x4.splat(-Infinity);
  let top = least;
  for (let i = 0; i < count; i += 4) {
    const at = row + <usize>i * 4;
    const v = v128.bitselect(f32x4.mul(v128.load(at), factor), least, lanesBelow(i, count));
    v128.store(at, v);
    top = f32x4.pmax(top, v);
  }
  const shift = f32x4.splat(max4(top));
  let sum = f32x4.splat(0);
  for (let i = 0; i < count; i += 4) {
    const at = row + <usize>i * 4;
    const v = exp4(f32x4.sub(v128.load(at), shift));
    v128.store(at, v);
    sum = f32x4.add(sum, v);
  }
  const total = f32x4.splat(sum4(sum));
  for (let i = 0; i < count; i += 4) {
    const at = row + <usize>i * 4;
    v128.store(at, f32x4.div(v128.load(at), total));
  }
}

/** Rows `from` … `to` of a square of weights become zeros where later steps read them. */
function clearRows(weights: usize, stride: usize, from: i32, to: i32): void {
  for (let t = from; t < to; t++) {
    memory.fill(weights + <usize>t * stride, 0, <usize>to * 4);
  }
}

/** Keys as panels of eight, each `size` × 8: what a product with queries takes. Reads whole blocks of eight rows. */
function transposeKeys(length: i32, size: i32, from: usize, ld: usize, to: usize): void {
  for (let s = 0; s < length; s += 8) {
    for (let c = 0; c < size; c += 8) {
      transposeBlock(from + <usize>s * ld + <usize>c * 4, ld, to + (<usize>s * size + <usize>c * 8) * 4, 32);
    }
  }
}

function copyPanels(length: i32, size: i32, from: usize, ld: usize, to: usize): void {
  for (let c = 0; c < size; c += 8) {
    copyPanel(from + <usize>c * 4, ld, length, to + <usize>c * length * 4);
  }
}

/** The lower triangle, in tiles, of queries · keys; keys as `transposeKeys` left them. */
function triangle(
  length: i32,
  size: i32,
  queries: usize,
  ld: usize,
  keys: usize,
  weights: usize,
  stride: usize,
): void {
  for (let t = 0; t < length; t += 4) {
    for (let s = 0; s < min(t + 4, length); s += 8) {
      tileRows(
        queries + <usize>t * ld,
        ld,
        keys + <usize>s * size * 4,
        size,
        weights + <usize>t * stride + <usize>s * 4,
        stride,
      );
    }
  }
}

/** weights · values: row t sums over keys 0 … t. */
function weigh(
  length: i32,
  size: i32,
  weights: usize,
  stride: usize,
  values: usize,
  out: usize,
  ld: usize,
): void {
  for (let t = 0; t < length; t += 4) {
    const depth = min(t + 4, length);
    for (let c = 0; c < size; c += 8) {
      tileRows(
        weights + <usize>t * stride,
        stride,
        values + <usize>c * length * 4,
        depth,
        out + <usize>t * ld + <usize>c * 4,
        ld,
      );
    }
  }
}

/** weightsᵀ · values: row s sums over queries s … T−1. */
function weighTransposed(
  length: i32,
  size: i32,
  weights: usize,
  stride: usize,
  values: usize,
  out: usize,
  ld: usize,
): void {
  for (let s = 0; s < length; s += 4) {
    for (let c = 0; c < size; c += 8) {
      tileColumns(
        weights + <usize>s * stride + <usize>s * 4,
        stride,
        values + (<usize>c * length + <usize>s * 8) * 4,
        length - s,
        out + <usize>s * ld + <usize>c * 4,
        ld,
        0,
        0,
        false,
      );
    }
  }
}

/** out = softmax(scale·q·kᵀ)·v of every head and sequence; `lengths` are 32-bit integers. Keeps the weights. */
export function attend(
  sequences: i32,
  lengths: usize,
  heads: i32,
  size: i32,
  scale: f32,
  qkv: usize,
  ldq: usize,
  out: usize,
  ldo: usize,
  weights: usize,
  scratch: usize,
): void {
  const part = <usize>heads * size * 4;
  for (let b = 0; b < sequences; b++) {
    const length = load<i32>(lengths + <usize>b * 4);
    const stride = <usize>up8(length) * 4;
    const keys = scratch;
    const values = keys + <usize>up8(length) * size * 4;
    for (let h = 0; h < heads; h++) {
      const q = qkv + <usize>h * size * 4;
      transposeKeys(length, size, q + part, ldq, keys);
      copyPanels(length, size, q + 2 * part, ldq, values);
      triangle(length, size, q, ldq, keys, weights, stride);
      for (let t = 0; t < length; t++) softmax(weights + <usize>t * stride, t + 1, scale);
      clearRows(weights, stride, length, up4(length));
      weigh(length, size, weights, stride, values, out + <usize>h * size * 4, ldo);
      weights += weightBytes(length);
    }
    qkv += <usize>length * ldq;
    out += <usize>length * ldo;
  }
}

/** dqkv from the gradient of `attend`'s result; `qkv` and `weights` as `attend` left them. */
export function attendBackward(
  sequences: i32,
  lengths: usize,
  heads: i32,
  size: i32,
  scale: f32,
  qkv: usize,
  dqkv: usize,
  ldq: usize,
  dout: usize,
  ldo: usize,
  weights: usize,
  scratch: usize,
): void {
  const part = <usize>heads * size * 4;
  for (let b = 0; b < sequences; b++) {
    const length = load<i32>(lengths + <usize>b * 4);
    const stride = <usize>up8(length) * 4;
    const block = <usize>up8(length) * size * 4;
    const transposed = scratch;
    const gradients = transposed + block;
    const keys = gradients + block;
    const queries = keys + block;
    const slopes = queries + block;
    for (let h = 0; h < heads; h++) {
      const at = <usize>h * size * 4;
      const q = qkv + at;
      const dq = dqkv + at;
      const dvalue = dout + at;
      transposeKeys(length, size, q + 2 * part, ldq, transposed);
      copyPanels(length, size, dvalue, ldo, gradients);
      copyPanels(length, size, q + part, ldq, keys);
      copyPanels(length, size, q, ldq, queries);
      triangle(length, size, dvalue, ldo, transposed, slopes, stride);
      for (let t = 0; t < length; t++) {
        softmaxBackward(weights + <usize>t * stride, slopes + <usize>t * stride, t + 1, scale);
      }
      clearRows(slopes, stride, length, up4(length));
      weigh(length, size, slopes, stride, keys, dq, ldq);
      weighTransposed(length, size, slopes, stride, queries, dq + part, ldq);
      weighTransposed(length, size, weights, stride, gradients, dq + 2 * part, ldq);
      weights += weightBytes(length);
    }
    qkv += <usize>length * ldq;
    dqkv += <usize>length * ldq;
    dout += <usize>length * ldo;
  }
}

/** In place: slope ← scale · w ⊙ (slope − Σ w·slope). */
function softmaxBackward(weight: usize, slope: usize, count: i32, scale: f32): void {
  let sum = f32x4.splat(0);
  for (let i = 0; i < count; i += 4) {
    const at = <usize>i * 4;
    const v = v128.and(v128.load(slope + at), lanesBelow(i, count));
    v128.store(slope + at, v);
    sum = f32x4.add(sum, f32x4.mul(v128.load(weight + at), v));
  }
  const mean = f32x4.splat(sum4(sum));
  const factor = f32x4.splat(scale);
  for (let i = 0; i < count; i += 4) {
    const at = <usize>i * 4;
    const v = f32x4.mul(v128.load(weight + at), f32x4.sub(v128.load(slope + at), mean));
    v128.store(slope + at, f32x4.mul(v, factor));
  }
}

/**
 * One more token of every row: stores its key and value in the cache and attends to all so far. The same terms in the
 * same order as `attend`, hence the same bits.
 *
 *   keys:   [rows][heads][size][⌈capacity/8⌉·8]   transposed, so that eight keys are scored at a time
 *   values: [rows][heads][capacity][size]
 */
export function attendNext(
  rows: i32,
  position: i32,
  capacity: i32,
  heads: i32,
  size: i32,
  scale: f32,
  qkv: usize,
  ldq: usize,
  out: usize,
  ldo: usize,
  keys: usize,
  values: usize,
  scratch: usize,
): void {
  const bytes = <usize>size * 4;
  const part = <usize>heads * bytes;
  const lane = <usize>up8(capacity) * 4;
  const count = position + 1;
  for (let row = 0; row < rows; row++) {
    for (let at: usize = 0; at < part; at += bytes) {
      const q = qkv + at;
      let key = keys + <usize>position * 4;
      for (let c: usize = 0; c < bytes; c += 4) {
        store<f32>(key, load<f32>(q + part + c));
        key += lane;
      }
      memory.copy(values + <usize>position * bytes, q + 2 * part, bytes);
      scoreKeys(q, bytes, keys, lane, count, scratch);
      softmax(scratch, count, scale);
      for (let c: usize = 0; c < bytes; c += 32) mixValues(scratch, count, values + c, bytes, out + at + c);
      keys += lane * size;
      values += <usize>capacity * bytes;
    }
    qkv += ldq;
    out += ldo;
  }
}

/** Scores of a query and `count` keys, rounded up to eight. */
function scoreKeys(query: usize, bytes: usize, keys: usize, lane: usize, count: i32, scores: usize): void {
  for (let s = 0; s < count; s += 8) {
    let sum0 = f32x4.splat(0);
    let sum1 = f32x4.splat(0);
    let key = keys + <usize>s * 4;
    for (let c: usize = 0; c < bytes; c += 4) {
      const q = v128.load_splat<f32>(query + c);
      sum0 = f32x4.add(sum0, f32x4.mul(q, v128.load(key)));
      sum1 = f32x4.add(sum1, f32x4.mul(q, v128.load(key, 16)));
      key += lane;
    }
    v128.store(scores + <usize>s * 4, sum0);
    v128.store(scores + <usize>s * 4, sum1, 16);
  }
}

/** Eight columns of the weighted sum of `count` values. */
function mixValues(weights: usize, count: i32, values: usize, bytes: usize, out: usize): void {
  let sum0 = f32x4.splat(0);
  let sum1 = f32x4.splat(0);
  for (let s = 0; s < count; s++) {
    const w = v128.load_splat<f32>(weights + <usize>s * 4);
    sum0 = f32x4.add(sum0, f32x4.mul(w, v128.load(values)));
    sum1 = f32x4.add(sum1, f32x4.mul(w, v128.load(values, 16)));
    values += bytes;
  }
  v128.store(out, sum0);
  v128.store(out, sum1, 16);
}
