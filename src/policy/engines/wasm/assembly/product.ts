/**
 * Products of whole matrices, blocked so that what a tile needs lies in the first-level cache.
 *
 * Weights lie in panels of eight columns (see `parameters.ts` on the host's side): panel j of a K × N matrix is
 * K × 8 numbers without gaps, N is a multiple of 8. Rows of activations are `ld` bytes apart, and their number is
 * rounded up to a multiple of four: what the surplus rows hold is never read by a sum over rows.
 */
import { tileColumns } from './tile';

/** Inner indices a block takes: a panel of 512 × 8 floats is 16 KiB. */
const INNER: i32 = 512;
/** Numbers of A a block takes: 16 KiB. */
const BLOCK: i32 = 4096;
/** Where a block of A lies while `product` goes through the panels of B. */
const PACKED: usize = memory.data(BLOCK * 4, 16);
/** Rows that a block of Aᵀ·B sums over. */
const SPAN: i32 = 128;
/** Bytes between packed strips of A: one line more than the data, lest all strips share one set of the cache. */
const STRIP: usize = <usize>SPAN * 16 + 64;

/** Bytes of scratch that `productTransposed` needs for K columns of A. */
export function productScratch(k: i32): i32 {
  return <i32>STRIP * (k / 4) + SPAN * 32;
}

/** C = start + A·B, m × n, with the tile's `relu` and `mask`. B in panels; m and k multiples of 4. */
export function product(
  m: i32,
  n: i32,
  k: i32,
  a: usize,
  lda: usize,
  b: usize,
  c: usize,
  ldc: usize,
  start: usize,
  mask: usize,
  relu: bool,
): void {
  const inner = min(k, INNER);
  const rows = max(4, (BLOCK / inner) & ~3);
  for (let i0 = 0; i0 < m; i0 += rows) {
    const i1 = min(i0 + rows, m);
    for (let k0 = 0; k0 < k; k0 += INNER) {
      const depth = min(INNER, k - k0);
      const last = k0 + depth == k;
      for (let i = i0; i < i1; i += 4) {
        packStrip(a + <usize>i * lda + <usize>k0 * 4, lda, depth, PACKED + <usize>(i - i0) * depth * 4);
      }
      for (let j = 0; j < n; j += 8) {
        const panel = b + (<usize>j * k + <usize>k0 * 8) * 4;
        for (let i = i0; i < i1; i += 4) {
          const at = <usize>i * ldc + <usize>j * 4;
          tileColumns(
            PACKED + <usize>(i - i0) * depth * 4,
            16,
            panel,
            depth,
            c + at,
            ldc,
            k0 > 0 ? c + at : start == 0 ? 0 : start + at,
            last && mask != 0 ? mask + at : 0,
            last && relu,
          );
        }
      }
    }
  }
}

/** Four rows of `depth` floats, a multiple of 4, turned: four floats of an inner index side by side. */
function packStrip(from: usize, ld: usize, depth: i32, to: usize): void {
  for (let k = 0; k < depth; k += 4) {
    transposeQuarter(from, ld, to, 16);
    from += 16;
    to += 64;
  }
}

/** C += Aᵀ·B for A m × k and B m × n; C in panels. k a multiple of 4, n of 8. */
export function productTransposed(
  m: i32,
  k: i32,
  n: i32,
  a: usize,
  lda: usize,
  b: usize,
  ldb: usize,
  c: usize,
  scratch: usize,
): void {
  const panel = scratch + STRIP * (k / 4);
  for (let m0 = 0; m0 < m; m0 += SPAN) {
    const depth = min(SPAN, m - m0);
    for (let r = 0; r < depth; r++) {
      let from = a + <usize>(m0 + r) * lda;
      let to = scratch + <usize>r * 16;
      for (let i = 0; i < k; i += 4) {
        v128.store(to, v128.load(from));
        from += 16;
        to += STRIP;
      }
    }
    for (let j = 0; j < n; j += 8) {
      copyPanel(b + <usize>m0 * ldb + <usize>j * 4, ldb, depth, panel);
      let strip = scratch;
      let at = c + <usize>j * k * 4;
      for (let i = 0; i < k; i += 4) {
        tileColumns(strip, 16, panel, depth, at, 32, at, 0, false);
        strip += STRIP;
        at += 128;
      }
    }
  }
}

/** Eight columns of `rows` rows, packed. */
export function copyPanel(from: usize, ld: usize, rows: i32, to: usize): void {
  for (let r = 0; r < rows; r++) {
    v128.store(to, v128.load(from));
    v128.store(to, v128.load(from, 16), 16);
    from += ld;
    to += 32;
  }
}

/** The transpose, in panels, of a K × N matrix in panels (both multiples of 8): N × K. */
export function transposePanels(k: i32, n: i32, from: usize, to: usize): void {
  for (let i = 0; i < k; i += 8) {
    for (let j = 0; j < n; j += 8) {
      transposeBlock(
        from + (<usize>j * k + <usize>i * 8) * 4,
        32,
        to + (<usize>i * n + <usize>j * 8) * 4,
        32,
      );
    }
  }
}

/** Transposes an 8 × 8 block; rows `lds` and `ldd` bytes apart. */
export function transposeBlock(from: usize, lds: usize, to: usize, ldd: usize): void {
  transposeQuarter(from, lds, to, ldd);
  transposeQuarter(from + 16, lds, to + 4 * ldd, ldd);
  transposeQuarter(from + 4 * lds, lds, to + 16, ldd);
  transposeQuarter(from + 4 * lds + 16, lds, to + 4 * ldd + 16, ldd);
}

function transposeQuarter(from: usize, lds: usize, to: usize, ldd: usize): void {
  const r0 = v128.load(from);
  const r1 = v128.load(from + lds);
  const r2 = v128.load(from + 2 * lds);
  const r3 = v128.load(from + 3 * lds);
  const low01 = v128.shuffle<f32>(r0, r1, 0, 4, 1, 5);
  const high01 = v128.shuffle<f32>(r0, r1, 2, 6, 3, 7);
  const low23 = v128.shuffle<f32>(r2, r3, 0, 4, 1, 5);
  const high23 = v128.shuffle<f32>(r2, r3, 2, 6, 3, 7);
  v128.store(to, v128.shuffle<f32>(low01, low23, 0, 1, 4, 5));
  v128.store(to + ldd, v128.shuffle<f32>(low01, low23, 2, 3, 6, 7));
  v128.store(to + 2 * ldd, v128.shuffle<f32>(high01, high23, 0, 1, 4, 5));
  v128.store(to + 3 * ldd, v128.shuffle<f32>(high01, high23, 2, 3, 6, 7));
}
