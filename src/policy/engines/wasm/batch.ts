/**
 * A batch without its padding, in the engine's memory. Only inputs that predict something are there: all tokens of a
 * row but the last. Rows with nothing to predict are left out, and so are values at padding.
 *
 *   inputs, one after another:   row 0: x0 x1 x2 │ row 2: x0 │ …
 *   tokens     the input itself                       positions  its place in the row
 *   targets    the token it should predict            places     that token's index, row · length + place
 *   lengths    inputs of each row that is there
 */
import type { TokenBatch } from '../../engine.ts';
import type { Arena } from './arena.ts';

/** Some rows of a batch; addresses of 32-bit integers. */
export interface Packed {
  readonly sequences: number;
  readonly inputs: number;
  readonly tokens: number;
  readonly positions: number;
  readonly targets: number;
  readonly places: number;
  readonly lengths: number;
}

/** Rows `from` … `to` − 1 of a batch, and how many inputs they hold. */
export interface Chunk {
  readonly from: number;
  readonly to: number;
  readonly inputs: number;
}

function inputsOf(batch: TokenBatch, row: number): number {
  return Math.max(0, batch.lengths[row]! - 1);
}

/** Cuts a batch into runs of rows of at most `limit` inputs each (a single longer row counts as a run). */
export function chunksOf(batch: TokenBatch, limit: number): Chunk[] {
  const chunks: Chunk[] = [];
  let from = 0;
  let inputs = 0;
  for (let row = 0; row < batch.rows; row++) {
    const more = inputsOf(batch, row);
    if (inputs > 0 && inputs + more > limit) {
      chunks.push({ from, to: row, inputs });
      from = row;
      inputs = 0;
    }
    inputs += more;
  }
  if (inputs > 0) chunks.push({ from, to: batch.rows, inputs });
  return chunks;
}

/** Bytes that `pack` fills for so many inputs and rows. */
export function packedBytes(inputs: number, rows: number): number {
  return (4 * inputs + rows) * 4;
}

/** Writes a chunk to `at`. */
export function pack(batch: TokenBatch, chunk: Chunk, arena: Arena, at: number): Packed {
  const { i32 } = arena;
  const { inputs } = chunk;
  const tokens = at / 4;
  const positions = tokens + inputs;
  const targets = positions + inputs;
  const places = targets + inputs;
  const lengths = places + inputs;
  let i = 0;
  let sequences = 0;
  for (let row = chunk.from; row < chunk.to; row++) {
    const count = inputsOf(batch, row);
    if (count === 0) continue;
    const start = row * batch.length;
    for (let p = 0; p < count; p++, i++) {
      i32[tokens + i] = batch.tokens[start + p]!;
      i32[positions + i] = p;
      i32[targets + i] = batch.tokens[start + p + 1]!;
      i32[places + i] = start + p + 1;
    }
    i32[lengths + sequences++] = count;
  }
  return {
    sequences,
    inputs,
    tokens: tokens * 4,
    positions: positions * 4,
    targets: targets * 4,
    places: places * 4,
    lengths: lengths * 4,
  };
}

/** A copy to compare later batches with. */
export function copyOf({ rows, length, tokens, lengths }: TokenBatch): TokenBatch {
  return {
    rows,
    length,
    tokens: tokens.slice(0, rows * length),
    lengths: lengths.slice(0, rows),
  };
}

/** Whether two batches hold the same tokens in the same places. */
export function sameBatch(a: TokenBatch, b: TokenBatch): boolean {
  if (a.rows !== b.rows || a.length !== b.length) return false;
  for (let row = 0; row < a.rows; row++) {
    const count = a.lengths[row]!;
    if (count !== b.lengths[row]) return false;
    const start = row * a.length;
    for (let t = start; t < start + count; t++) if (a.tokens[t] !== b.tokens[t]) return false;
  }
  return true;
}
