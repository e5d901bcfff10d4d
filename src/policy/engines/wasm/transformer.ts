/**
 * The transformer of `policy/layout.ts`, forward, backward and token by token. Activations of a chunk of N inputs:
 *
 *   stream[0] ─norm1─▶ normed1 ─qkv─▶ qkv ─attention─▶ context ─output─▶ + ─▶ middle        for each block n,
 *   middle ─norm2─▶ normed2 ─up, ReLU─▶ hidden ─down─▶ + ─▶ stream[n + 1]                    all kept
 *   stream[last] ─norm─▶ state ─unembedding─▶ logits
 *
 * Rows are tokens, sequences one after another. Where they lie is planned in `transformerMemory.ts`.
 */
import type { PolicySpec } from '../../spec.ts';
import type { Arena } from './arena.ts';
import type { Packed } from './batch.ts';
import { Layers } from './layers.ts';
import type { Kernels } from './module.ts';
import type { Cache, Network, Parameters } from './network.ts';
import type { ParameterMap } from './parameters.ts';
import {
  bytesPerInput,
  type KeysAndValues,
  planCache,
  planWorkspace,
  type Sizes,
  sizesOf,
  type Workspace,
} from './transformerMemory.ts';

/** Offsets of a block's tensors in a vector. */
interface Block {
  readonly norm1: number;
  readonly qkv: number;
  readonly output: number;
  readonly norm2: number;
  readonly up: number;
  readonly down: number;
}

export class Transformer implements Network {
  readonly logitStride: number;
  readonly bytesPerInput: number;
  private readonly kernels: Kernels;
  private readonly layers: Layers;
  private readonly arena: Arena;
  private readonly spec: PolicySpec;
  private readonly sizes: Sizes;
  private readonly scale: number;
  private readonly blocks: readonly Block[];
  private readonly embedding: number;
  private readonly offsets: number;
  private readonly norm: number;
  private readonly unembedding: number;
  private workspace: Workspace | undefined;

  constructor(kernels: Kernels, arena: Arena, spec: PolicySpec, map: ParameterMap) {
    this.kernels = kernels;
    this.layers = new Layers(kernels);
    this.arena = arena;
    this.spec = spec;
    this.sizes = sizesOf(spec, map);
    this.scale = 1 / Math.sqrt(spec.width / spec.heads);
    this.logitStride = this.sizes.stride.logits;
    this.bytesPerInput = bytesPerInput(kernels, this.sizes);
    this.embedding = map.offset('embedding');
    this.offsets = map.offset('positions');
    this.norm = map.offset('norm');
    this.unembedding = map.offset('unembedding');
    this.blocks = Array.from({ length: spec.layers }, (_, n) => ({
      norm1: map.offset(`block${n}.norm1`),
      qkv: map.offset(`block${n}.qkv`),
      output: map.offset(`block${n}.output`),
      norm2: map.offset(`block${n}.norm2`),
      up: map.offset(`block${n}.up`),
      down: map.offset(`block${n}.down`),
    }));
  }

  get logits(): number {
    return this.workspace!.logits;
  }

  get slopes(): number {
    return this.workspace!.slopes;
  }

  reserve(inputs: number): void {
    if (this.workspace !== undefined && this.workspace.inputs >= inputs) return;
    this.dispose();
    this.workspace = planWorkspace(this.kernels, this.layers, this.arena, this.sizes, inputs);
  }

  forward({ address: at }: Parameters, chunk: Packed): void {
    const { layers, spec } = this;
    const { width, three, one, wide, outputs } = this.sizes;
    const { inputs } = chunk;
    const w = this.workspace!;
    this.embed(inputs, chunk.tokens, chunk.positions, at, w.blocks[0]!.stream);
    for (let n = 0; n < spec.layers; n++) {
      const a = w.blocks[n]!;
      const t = this.blocks[n]!;
      const after = w.blocks[n + 1]?.stream ?? w.stream;
      layers.norm(inputs, spec.width, a.stream, at + t.norm1, a.normed1, a.inverse1);
      layers.linear(inputs, width, three, a.normed1, at + t.qkv, a.qkv, 0, false);
      this.attend(chunk, a.qkv, a.context, a.weights, w.scratch);
      layers.linear(inputs, one, width, a.context, at + t.output, a.middle, a.stream, false);
      layers.norm(inputs, spec.width, a.middle, at + t.norm2, a.normed2, a.inverse2);
      layers.linear(inputs, width, wide, a.normed2, at + t.up, a.hidden, 0, true);
      layers.linear(inputs, wide, width, a.hidden, at + t.down, after, a.middle, false);
    }
    layers.norm(inputs, spec.width, w.stream, at + this.norm, w.state, w.inverse);
    layers.linear(inputs, width, outputs, w.state, at + this.unembedding, w.logits, 0, false);
  }

  backward({ address: at }: Parameters, chunk: Packed, to: number): void {
    const { kernels, layers, spec, unembedding, norm } = this;
    const { stride, width, three, one, wide, outputs } = this.sizes;
    const { inputs } = chunk;
    const w = this.workspace!;
    /** Gradient by the residual stream, and by what a norm gave. */
    const d = w.dstream;
    const y = w.dnormed;
    const s = w.scratch;
    layers.linearBackward(
      inputs,
      width,
      outputs,
      w.state,
      at + unembedding,
      w.slopes,
      y,
      0,
      to + unembedding,
      s,
    );
    layers.normBackward(inputs, spec.width, w.stream, at + norm, w.inverse, y, d, false, to + norm);
    for (let n = spec.layers - 1; n >= 0; n--) {
      const a = w.blocks[n]!;
      const { norm1, qkv, output, norm2, up, down } = this.blocks[n]!;
      layers.linearBackward(inputs, wide, width, a.hidden, at + down, d, w.dhidden, a.hidden, to + down, s);
      layers.linearBackward(inputs, width, wide, a.normed2, at + up, w.dhidden, y, 0, to + up, s);
      layers.normBackward(inputs, spec.width, a.middle, at + norm2, a.inverse2, y, d, true, to + norm2);
      layers.linearBackward(inputs, one, width, a.context, at + output, d, w.dcontext, 0, to + output, s);
      this.attendBackward(chunk, a.qkv, w.dqkv, w.dcontext, a.weights, s);
      layers.linearBackward(inputs, width, three, a.normed1, at + qkv, w.dqkv, y, 0, to + qkv, s);
      layers.normBackward(inputs, spec.width, a.stream, at + norm1, a.inverse1, y, d, true, to + norm1);
    }
    kernels.embedBackward(
      inputs,
      width * 4,
      chunk.tokens,
      chunk.positions,
      d,
      stride.stream,
      to + this.embedding,
      to + this.offsets,
    );
  }

  open(lanes: number, capacity: number): KeysAndValues {
    return planCache(this.arena, this.sizes, lanes, capacity);
  }

  split(cache: Cache, from: number, to: number): void {
    const { arena } = this;
    const c = cache as KeysAndValues;
    for (let n = 0; n < this.spec.layers; n++) {
      const keys = c.keys + n * c.lanes * c.keyBytes;
      const values = c.values + n * c.lanes * c.valueBytes;
      arena.copy(keys + from * c.keyBytes, keys + to * c.keyBytes, c.keyBytes);
      arena.copy(values + from * c.valueBytes, values + to * c.valueBytes, c.valueBytes);
    }
  }

  next(
    { address: at }: Parameters,
    cache: Cache,
    rows: number,
    position: number,
    logitsWanted: boolean,
  ): void {
    const { layers, spec } = this;
    const { width, three, one, wide, outputs } = this.sizes;
    const c = cache as KeysAndValues;
    this.arena.i32.fill(position, c.positions / 4, c.positions / 4 + rows);
    this.embed(rows, c.tokens, c.positions, at, c.stream);
    for (let n = 0; n < spec.layers; n++) {
      const t = this.blocks[n]!;
      layers.norm(rows, spec.width, c.stream, at + t.norm1, c.normed, c.inverse);
      layers.linear(rows, width, three, c.normed, at + t.qkv, c.qkv, 0, false);
      this.attendNext(c, rows, n, position);
      if (!logitsWanted && n === spec.layers - 1) return;
      layers.linear(rows, one, width, c.context, at + t.output, c.stream, c.stream, false);
      layers.norm(rows, spec.width, c.stream, at + t.norm2, c.normed, c.inverse);
      layers.linear(rows, width, wide, c.normed, at + t.up, c.hidden, 0, true);
      layers.linear(rows, wide, width, c.hidden, at + t.down, c.stream, c.stream, false);
    }
    layers.norm(rows, spec.width, c.stream, at + this.norm, c.normed, c.inverse);
    layers.linear(rows, width, outputs, c.normed, at + this.unembedding, c.logits, 0, false);
  }

  dispose(): void {
    if (this.workspace !== undefined) this.arena.release(this.workspace.base);
    this.workspace = undefined;
  }

  private embed(rows: number, tokens: number, positions: number, at: number, out: number): void {
    const { width, stride } = this.sizes;
    this.kernels.embed(
      rows,
      width * 4,
      tokens,
      positions,
      at + this.embedding,
      at + this.offsets,
      out,
      stride.stream,
    );
  }

  private attend(chunk: Packed, qkv: number, out: number, weights: number, scratch: number): void {
    const { stride, head } = this.sizes;
    this.kernels.attend(
      chunk.sequences,
      chunk.lengths,
      this.spec.heads,
      head,
      this.scale,
      qkv,
      stride.qkv,
      out,
      stride.context,
      weights,
      scratch,
    );
  }

  private attendBackward(
    chunk: Packed,
    qkv: number,
    dqkv: number,
    dout: number,
    weights: number,
    scratch: number,
  ): void {
    const { stride, head } = this.sizes;
    this.kernels.attendBackward(
      chunk.sequences,
      chunk.lengths,
      this.spec.heads,
      head,
      this.scale,
      qkv,
      dqkv,
      stride.qkv,
      dout,
      stride.context,
      weights,
      scratch,
    );
  }

  private attendNext(c: KeysAndValues, rows: number, block: number, position: number): void {
    const { stride, head } = this.sizes;
    this.kernels.attendNext(
      rows,
      position,
      c.capacity,
      this.spec.heads,
      head,
      this.scale,
      c.qkv,
      stride.qkv,
      c.context,
      stride.context,
      c.keys + block * c.lanes * c.keyBytes,
      c.values + block * c.lanes * c.valueBytes,
      c.scratch,
    );
  }
}
