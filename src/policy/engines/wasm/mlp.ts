/**
 * The MLP of `policy/layout.ts`, forward, backward and token by token. As there are few tokens, their products with the
 * window are a table, made once for each parameter vector; the first layer only adds up rows of it:
 *
 *   table[j][v] = embedding[v]·window[j]        sums[0] row p = Σ_{j ≤ p} table[j][x_j]
 *   sums[n] ─norm n, ReLU─▶ hidden[n] ─hidden n+1─▶ sums[n + 1]        all kept
 *   hidden[last] ─unembedding─▶ logits
 *
 * The gradient by the table, one row for each position and token, gives those of window and embedding by products.
 */
import { mlpEmbedding, stateSize } from '../../layout.ts';
import type { PolicySpec } from '../../spec.ts';
import type { Arena } from './arena.ts';
import type { Packed } from './batch.ts';
import { Layers } from './layers.ts';
import { type Kernels, strideOf, up4, up8 } from './module.ts';
import type { Cache, Network, Parameters } from './network.ts';
import type { ParameterMap } from './parameters.ts';

interface Workspace {
  readonly base: number;
  readonly inputs: number;
  /** Before each norm, its 1/√…, and after norm and ReLU, for each layer. */
  readonly sums: readonly number[];
  readonly inverses: readonly number[];
  readonly hidden: readonly number[];
  readonly logits: number;
  readonly slopes: number;
  readonly dsums: number;
  readonly dhidden: number;
  readonly dtable: number;
  readonly scratch: number;
}

interface Sums extends Cache {
  readonly sums: number;
  readonly inverse: number;
  readonly hidden: number;
  readonly next: number;
}

export class Mlp implements Network {
  readonly logitStride: number;
  readonly bytesPerInput: number;
  private readonly kernels: Kernels;
  private readonly arena: Arena;
  private readonly spec: PolicySpec;
  private readonly layers: Layers;
  /** Padded size of an embedding, rows of the padded embedding. */
  private readonly small: number;
  private readonly tokens: number;
  /** Size of a hidden layer, the same padded, and bytes of a row. */
  private readonly count: number;
  private readonly wide: number;
  private readonly stride: number;
  /** Bytes of the table at one position. */
  private readonly slot: number;
  private readonly outputs: number;
  private readonly embedding: number;
  private readonly window: number;
  private readonly unembedding: number;
  private readonly norms: readonly number[];
  private readonly matrices: readonly number[];
  /** Tables made, by the version of their vector. Two: a slot that trains and one that is compared with it. */
  private readonly tables: { version: number; address: number }[] = [];
  private workspace: Workspace | undefined;

  constructor(kernels: Kernels, arena: Arena, spec: PolicySpec, map: ParameterMap) {
    this.kernels = kernels;
    this.arena = arena;
    this.spec = spec;
    this.small = up8(mlpEmbedding(spec));
    this.tokens = up4(spec.vocabulary);
    this.count = stateSize(spec);
    this.wide = up8(this.count);
    this.stride = strideOf(this.wide);
    this.slot = this.tokens * this.stride;
    this.outputs = map.outputs;
    this.layers = new Layers(kernels);
    this.logitStride = strideOf(map.outputs);
    this.unembedding = map.offset('unembedding');
    this.embedding = map.offset('embedding');
    this.window = map.offset('window');
    this.norms = Array.from({ length: spec.layers }, (_, n) => map.offset(`norm${n}`));
    this.matrices = this.norms.map((_, n) => (n === 0 ? 0 : map.offset(`hidden${n}`)));
    this.bytesPerInput = spec.layers * (2 * this.stride + 4) + 2 * this.stride + 2 * this.logitStride;
  }

  get logits(): number {
    return this.workspace!.logits;
  }

  get slopes(): number {
    return this.workspace!.slopes;
  }

  reserve(inputs: number): void {
    if (this.workspace !== undefined && this.workspace.inputs >= inputs) return;
    this.release();
    this.workspace = this.plan(inputs);
  }

  forward(parameters: Parameters, chunk: Packed): void {
    const { kernels, layers, stride, wide } = this;
    const { inputs } = chunk;
    const w = this.workspace!;
    const at = parameters.address;
    const table = this.table(parameters);
    kernels.sumWindow(
      chunk.sequences,
      wide * 4,
      chunk.lengths,
      chunk.tokens,
      table,
      this.slot,
      stride,
      w.sums[0]!,
    );
    for (let n = 0; n < this.spec.layers; n++) {
      const sums = w.sums[n]!;
      if (n > 0) layers.linear(inputs, wide, wide, w.hidden[n - 1]!, at + this.matrices[n]!, sums, 0, false);
      layers.norm(inputs, this.count, sums, at + this.norms[n]!, w.hidden[n]!, w.inverses[n]!, true);
    }
    layers.linear(inputs, wide, this.outputs, w.hidden.at(-1)!, at + this.unembedding, w.logits, 0, false);
  }

  backward(parameters: Parameters, chunk: Packed, to: number): void {
    const { layers, wide, outputs, unembedding } = this;
    const w = this.workspace!;
    const { inputs } = chunk;
    const at = parameters.address;
    const { dsums, dhidden, scratch: s } = w;
    const last = w.hidden.at(-1)!;
    layers.linearBackward(
      inputs,
      wide,
      outputs,
      last,
      at + unembedding,
      w.slopes,
      dhidden,
      last,
      to + unembedding,
      s,
    );
    for (let n = this.spec.layers - 1; n >= 0; n--) {
      const norm = this.norms[n]!;
      layers.normBackward(
        inputs,
        this.count,
        w.sums[n]!,
        at + norm,
        w.inverses[n]!,
        dhidden,
        dsums,
        false,
        to + norm,
      );
      if (n === 0) break;
      const before = w.hidden[n - 1]!;
      const matrix = this.matrices[n]!;
      layers.linearBackward(inputs, wide, wide, before, at + matrix, dsums, dhidden, before, to + matrix, s);
    }
    this.tableBackward(parameters, chunk, to);
  }

  open(lanes: number): Sums {
    const spare = up4(lanes);
    return {
      ...this.arena.carve({
        tokens: lanes * 4,
        sums: spare * this.stride,
        inverse: spare * 4,
        hidden: spare * this.stride,
        next: spare * this.stride,
        logits: spare * this.logitStride,
      }),
    };
  }

  split(cache: Cache, from: number, to: number): void {
    const { sums } = cache as Sums;
    this.arena.copy(sums + from * this.stride, sums + to * this.stride, this.stride);
  }

  next(parameters: Parameters, cache: Cache, rows: number, position: number, logitsWanted: boolean): void {
    const { layers, stride, wide } = this;
    const c = cache as Sums;
    const at = parameters.address;
    if (position === 0) this.arena.f32.fill(0, c.sums / 4, (c.sums + rows * stride) / 4);
    const slot = this.table(parameters) + position * this.slot;
    this.kernels.sumNext(rows, wide * 4, c.tokens, slot, c.sums, stride);
    if (!logitsWanted) return;
    layers.norm(rows, this.count, c.sums, at + this.norms[0]!, c.hidden, c.inverse, true);
    for (let n = 1; n < this.spec.layers; n++) {
      layers.linear(rows, wide, wide, c.hidden, at + this.matrices[n]!, c.next, 0, false);
      layers.norm(rows, this.count, c.next, at + this.norms[n]!, c.hidden, c.inverse, true);
    }
    layers.linear(rows, wide, this.outputs, c.hidden, at + this.unembedding, c.logits, 0, false);
  }

  dispose(): void {
    this.release();
    for (const { address } of this.tables) this.arena.release(address);
    this.tables.length = 0;
  }

  /** Address of the vector's table; the one used longest ago makes room. */
  private table(parameters: Parameters): number {
    const { kernels: k, tables, spec, small, tokens, wide, stride } = this;
    const found = tables.findIndex(({ version }) => version === parameters.version);
    if (found >= 0) {
      const [table] = tables.splice(found, 1);
      tables.push(table!);
      return table!.address;
    }
    const oldest = tables.length < 2 ? undefined : tables.shift();
    const address = oldest?.address ?? this.arena.allocateZeros(spec.maxLength * this.slot);
    const embedding = parameters.address + this.embedding;
    for (let j = 0; j < spec.maxLength; j++) {
      const window = parameters.address + this.window + j * small * wide * 4;
      const to = address + j * this.slot;
      k.product(tokens, wide, small, embedding, small * 4, window, to, stride, 0, 0, false);
    }
    tables.push({ version: parameters.version, address });
    return address;
  }

  private tableBackward(parameters: Parameters, chunk: Packed, gradient: number): void {
    const { kernels: k, spec, small, tokens, wide, stride, slot } = this;
    const w = this.workspace!;
    this.arena.f32.fill(0, w.dtable / 4, (w.dtable + spec.maxLength * slot) / 4);
    k.sumWindowBackward(
      chunk.sequences,
      wide * 4,
      chunk.lengths,
      chunk.tokens,
      w.dsums,
      w.dtable,
      slot,
      stride,
    );
    const embedding = parameters.address + this.embedding;
    const dembedding = gradient + this.embedding;
    for (let j = 0; j < spec.maxLength; j++) {
      const at = this.window + j * small * wide * 4;
      const slopes = w.dtable + j * slot;
      k.productTransposed(
        spec.vocabulary,
        small,
        wide,
        embedding,
        small * 4,
        slopes,
        stride,
        gradient + at,
        w.scratch,
      );
      k.transposePanels(small, wide, parameters.address + at, w.scratch);
      k.product(tokens, small, wide, slopes, stride, w.scratch, dembedding, small * 4, dembedding, 0, false);
    }
  }

  private release(): void {
    if (this.workspace !== undefined) this.arena.release(this.workspace.base);
    this.workspace = undefined;
  }

  private plan(inputs: number): Workspace {
    const { arena, spec, stride, wide, small, outputs } = this;
    const rows = up4(inputs);
    const layers = Array.from({ length: spec.layers }, (_, n) => n);
    const bytes: Record<string, number> = {
      logits: rows * this.logitStride,
      slopes: rows * this.logitStride,
      dsums: rows * stride,
      dhidden: rows * stride,
      dtable: spec.maxLength * this.slot,
      scratch: Math.max(
        this.layers.linearScratch(wide, outputs),
        this.layers.linearScratch(wide, spec.layers > 1 ? wide : small),
        this.layers.linearScratch(small, wide),
      ),
    };
    for (const n of layers) {
      bytes[`sums ${n}`] = rows * stride;
      bytes[`inverse ${n}`] = rows * 4;
      bytes[`hidden ${n}`] = rows * stride;
    }
    const pieces = arena.carve(bytes);
    const each = (name: string): number[] => layers.map((n) => pieces[`${name} ${n}`]!);
    return {
      ...(pieces as unknown as Workspace),
      inputs,
      sums: each('sums'),
      inverses: each('inverse'),
      hidden: each('hidden'),
    };
  }
}
