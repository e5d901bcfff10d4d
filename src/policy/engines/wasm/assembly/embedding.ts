/**
 * What enters the policies, and its gradient. `tokens` and `positions` are 32-bit integers, one for each row;
 * `lengths` the numbers of rows of each sequence. Strides in bytes, `bytes` the used part of a row (a multiple of 16).
 */

/** out = embedding[token] + positions[position], for the transformer. */
export function embed(
  rows: i32,
  bytes: usize,
  tokens: usize,
  positions: usize,
  embedding: usize,
  offsets: usize,
  out: usize,
  ldo: usize,
): void {
  for (let row = 0; row < rows; row++) {
    const from = embedding + <usize>load<i32>(tokens) * bytes;
    const at = offsets + <usize>load<i32>(positions) * bytes;
    for (let i: usize = 0; i < bytes; i += 16) {
      v128.store(out + i, f32x4.add(v128.load(from + i), v128.load(at + i)));
    }
    tokens += 4;
    positions += 4;
    out += ldo;
  }
}

/** Adds each row of `slopes` to its token's and its position's row. */
export function embedBackward(
  rows: i32,
  bytes: usize,
  tokens: usize,
  positions: usize,
  slopes: usize,
  lds: usize,
  dembedding: usize,
  doffsets: usize,
): void {
  for (let row = 0; row < rows; row++) {
    accumulate(dembedding + <usize>load<i32>(tokens) * bytes, slopes, bytes);
    accumulate(doffsets + <usize>load<i32>(positions) * bytes, slopes, bytes);
    tokens += 4;
    positions += 4;
    slopes += lds;
  }
}

/**
 * The running sums of the MLP: row p of a sequence = Σ_{j ≤ p} table[j][token j]. The table holds embedding · window:
 * `slot` bytes a position, `ld` bytes a token.
 */
export function sumWindow(
  sequences: i32,
  bytes: usize,
  lengths: usize,
  tokens: usize,
  table: usize,
  slot: usize,
  ld: usize,
  out: usize,
): void {
  for (let b = 0; b < sequences; b++) {
    const length = load<i32>(lengths + <usize>b * 4);
    for (let p = 0; p < length; p++) {
      const from = table + <usize>p * slot + <usize>load<i32>(tokens) * ld;
      if (p == 0) {
        memory.copy(out, from, bytes);
      } else {
        const before = out - ld;
        for (let i: usize = 0; i < bytes; i += 16) {
          v128.store(out + i, f32x4.add(v128.load(before + i), v128.load(from + i)));
        }
      }
      tokens += 4;
      out += ld;
    }
  }
}

/** The gradient by the table, from that by the sums, which become sums over all later rows of their sequence. */
export function sumWindowBackward(
  sequences: i32,
  bytes: usize,
  lengths: usize,
  tokens: usize,
  slopes: usize,
  dtable: usize,
  slot: usize,
  ld: usize,
): void {
  for (let b = 0; b < sequences; b++) {
    const length = load<i32>(lengths + <usize>b * 4);
    for (let p = length - 1; p >= 0; p--) {
      const slope = slopes + <usize>p * ld;
      if (p + 1 < length) accumulate(slope, slope + ld, bytes);
      const token = <usize>load<i32>(tokens + <usize>p * 4);
      accumulate(dtable + <usize>p * slot + token * ld, slope, bytes);
    }
    tokens += <usize>length * 4;
    slopes += <usize>length * ld;
  }
}

/** Each row's running sum goes on with its token at one position; `slot` is the table of that position. */
export function sumNext(rows: i32, bytes: usize, tokens: usize, slot: usize, sums: usize, ld: usize): void {
  for (let row = 0; row < rows; row++) {
    accumulate(sums, slot + <usize>load<i32>(tokens) * ld, bytes);
    tokens += 4;
    sums += ld;
  }
}

/** to += from */
function accumulate(to: usize, from: usize, bytes: usize): void {
  for (let i: usize = 0; i < bytes; i += 16) {
    v128.store(to + i, f32x4.add(v128.load(to + i), v128.load(from + i)));
  }
}
