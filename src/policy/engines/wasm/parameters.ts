/**
 * Parameters as the kernels want them, and the way between that and the flat vector of `policy/layout.ts`.
 *
 * A matrix lies in panels of eight columns, which is what a register tile walks through:
 *
 *   K × N, row-major            panels: for each 8 columns, K rows of 8 numbers without gaps
 *   ┌ 0…7 │ 8…15 ┐              ┌ row 0: 0…7 │ row 1: 0…7 │ … │ row 0: 8…15 │ row 1: 8…15 │ …
 *   └ …   │ …    ┘
 *
 * All sizes are padded with zeros to multiples of 8: width, a head, hidden layers, logits with the value behind them.
 * Padding has a zero gradient and stays zero. Gains and embeddings are plain rows.
 * Gradient and Adam's moments are laid out in the same way.
 */
import { layoutOf, mlpEmbedding, stateSize } from '../../layout.ts';
import type { PolicySpec } from '../../spec.ts';
import { up4, up8 } from './module.ts';

/** Where one tensor of the flat vector goes: element (r, c) to `base + row[r] + column[c]`. */
interface Tensor {
  readonly base: number;
  readonly row: Int32Array;
  readonly column: Int32Array;
}

export class ParameterMap {
  /** Length of the flat vector. */
  readonly parameters: number;
  /** Floats of a vector as the kernels want it; a multiple of 16. */
  readonly size: number;
  /** Padded size of a head. */
  readonly headSize: number;
  /** Padded number of outputs: the logits, then the value. */
  readonly outputs: number;
  /** Where each number of the flat vector goes. Published weights come this way at every update. */
  private readonly places: Int32Array;
  private readonly offsets = new Map<string, number>();

  constructor(spec: PolicySpec) {
    const layout = layoutOf(spec);
    this.parameters = layout.total;
    this.headSize = up8(spec.width / spec.heads);
    this.outputs = up8(spec.vocabulary + (spec.valueHead ? 1 : 0));
    const context = spec.heads * this.headSize;
    let end = 0;
    const take = (name: string, floats: number): number => {
      const base = end;
      this.offsets.set(name, base);
      end += Math.ceil(floats / 16) * 16;
      return base;
    };
    const tensors = layout.tensors.map(({ name, shape }): Tensor => {
      if (name === 'value.weight') return this.valueWeight(spec);
      const columns = shape.at(-1)!;
      const rows = shape.slice(0, -1).reduce((product, n) => product * n, 1);
      const height = up8(rows);
      const padded = up8(columns);
      switch (name.replace(/^block\d+\.|\d+$/, '')) {
        case 'qkv': {
          const base = take(name, height * 3 * context);
          return panels(base, range(rows), height, this.headColumns(spec, 3));
        }
        case 'output':
          return panels(take(name, context * padded), this.headColumns(spec, 1), context, range(columns));
        case 'up':
        case 'down':
        case 'hidden':
          return panels(take(name, height * padded), range(rows), height, range(columns));
        case 'unembedding':
          return panels(take(name, height * this.outputs), range(rows), height, range(columns));
        case 'window': {
          const base = take(name, spec.maxLength * up8(mlpEmbedding(spec)) * padded);
          return windows(base, spec, padded, range(columns));
        }
        default:
          return { base: take(name, up4(rows) * padded), row: range(rows, padded), column: range(columns) };
      }
    });
    this.size = end;
    this.places = placesOf(tensors, this.parameters);
  }

  /** Bytes from the start of a vector to a tensor. */
  offset(name: string): number {
    const floats = this.offsets.get(name);
    if (floats === undefined) throw new Error(`no tensor "${name}"`);
    return floats * 4;
  }

  /** Writes a flat vector to `native` from `at`; padding there must be zero. */
  scatter(flat: Float32Array, native: Float32Array, at: number): void {
    const { places } = this;
    for (let i = 0; i < places.length; i++) native[at + places[i]!] = flat[i]!;
  }

  /** The flat vector of `native` from `at`. */
  gather(native: Float32Array, at: number): Float32Array {
    const flat = new Float32Array(this.parameters);
    const { places } = this;
    for (let i = 0; i < places.length; i++) flat[i] = native[at + places[i]!]!;
    return flat;
  }

  /** Columns of all heads of `parts` matrices side by side, each head padded. */
  private headColumns(spec: PolicySpec, parts: number): Int32Array {
    const size = spec.width / spec.heads;
    return Int32Array.from(
      { length: parts * spec.width },
      (_, c) => Math.floor(c / size) * this.headSize + (c % size),
    );
  }

  /** The value's weights are one more column of the unembedding. */
  private valueWeight(spec: PolicySpec): Tensor {
    const rows = stateSize(spec);
    const base = this.offset('unembedding') / 4;
    return panels(base, range(rows), up8(rows), Int32Array.of(spec.vocabulary));
  }
}

function placesOf(tensors: readonly Tensor[], parameters: number): Int32Array {
  const places = new Int32Array(parameters);
  let i = 0;
  for (const { base, row, column } of tensors) {
    for (const r of row) for (const c of column) places[i++] = base + r + c;
  }
  return places;
}

/** Flat row i is row `rows[i]` of a matrix of `height` rows in panels, and its columns are `columns`. */
function panels(base: number, rows: Int32Array, height: number, columns: Int32Array): Tensor {
  return {
    base,
    row: rows.map((r) => r * 8),
    column: columns.map((c) => (c >> 3) * height * 8 + (c & 7)),
  };
}

/** One matrix in panels a position. */
function windows(base: number, spec: PolicySpec, padded: number, columns: Int32Array): Tensor {
  const size = mlpEmbedding(spec);
  const height = up8(size);
  const { column } = panels(0, range(0), height, columns);
  const row = Int32Array.from(
    { length: spec.maxLength * size },
    (_, r) => Math.floor(r / size) * height * padded + (r % size) * 8,
  );
  return { base, row, column };
}

function range(length: number, step = 1): Int32Array {
  return Int32Array.from({ length }, (_, i) => i * step);
}
