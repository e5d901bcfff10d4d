/** Where the transformer's activations, their gradients and its cache lie. Sizes only: it computes nothing. */
import type { PolicySpec } from '../../spec.ts';
import type { Arena } from './arena.ts';
import type { Layers } from './layers.ts';
import { type Kernels, strideOf, up4, up8 } from './module.ts';
import type { Cache } from './network.ts';
import type { ParameterMap } from './parameters.ts';

/** Rows behind the last: tiles of four rows and blocks of eight keys go beyond it. */
const SPARE_ROWS = 8;

export interface Sizes {
  readonly spec: PolicySpec;
  /** Padded size of a head. */
  readonly head: number;
  /** Padded columns of the stream, of q, k and v together, of the context, of the hidden layer, of the logits. */
  readonly width: number;
  readonly three: number;
  readonly one: number;
  readonly wide: number;
  readonly outputs: number;
  /** Bytes of a row. */
  readonly stride: {
    readonly stream: number;
    readonly qkv: number;
    readonly context: number;
    readonly hidden: number;
    readonly logits: number;
  };
}

export function sizesOf(spec: PolicySpec, map: ParameterMap): Sizes {
  const one = spec.heads * map.headSize;
  const width = up8(spec.width);
  const wide = up8(spec.width * spec.mlpRatio);
  return {
    spec,
    head: map.headSize,
    width,
    three: 3 * one,
    one,
    wide,
    outputs: map.outputs,
    stride: {
      stream: strideOf(width),
      qkv: strideOf(3 * one),
      context: strideOf(one),
      hidden: strideOf(wide),
      logits: strideOf(map.outputs),
    },
  };
}

/** Addresses of a block's activations. */
export interface Activations {
  readonly stream: number;
  readonly inverse1: number;
  readonly normed1: number;
  readonly qkv: number;
  readonly weights: number;
  readonly context: number;
  readonly middle: number;
  readonly inverse2: number;
  readonly normed2: number;
  readonly hidden: number;
}

export interface Workspace {
  readonly base: number;
  readonly inputs: number;
  readonly blocks: readonly Activations[];
  /** Output of the last block. */
  readonly stream: number;
  readonly inverse: number;
  readonly state: number;
  readonly logits: number;
  readonly slopes: number;
  readonly dstream: number;
  readonly dnormed: number;
  readonly dhidden: number;
  readonly dqkv: number;
  readonly dcontext: number;
  readonly scratch: number;
}

export interface KeysAndValues extends Cache {
  readonly capacity: number;
  readonly keys: number;
  readonly values: number;
  readonly lanes: number;
  /** Of a lane, in one block. */
  readonly keyBytes: number;
  readonly valueBytes: number;
  readonly stream: number;
  readonly inverse: number;
  readonly normed: number;
  readonly qkv: number;
  readonly context: number;
  readonly hidden: number;
  readonly positions: number;
  readonly scratch: number;
}

/** The most attention weights, in bytes, that one input of a sequence can cost. */
function weightsPerInput(kernels: Kernels, { spec }: Sizes): number {
  let most = 0;
  for (let length = 1; length <= spec.maxLength; length++) {
    most = Math.max(most, (spec.heads * kernels.weightBytes(length)) / length);
  }
  return Math.ceil(most);
}

/** Bytes of a workspace for each input. */
export function bytesPerInput(kernels: Kernels, sizes: Sizes): number {
  const { stream, qkv, context, hidden, logits } = sizes.stride;
  const block = 4 * stream + qkv + context + hidden + weightsPerInput(kernels, sizes) + 8;
  return sizes.spec.layers * block + 4 * stream + qkv + context + hidden + 2 * logits;
}

const BLOCK_PIECES = [
  'stream',
  'inverse1',
  'normed1',
  'qkv',
  'weights',
  'context',
  'middle',
  'inverse2',
  'normed2',
  'hidden',
] as const satisfies readonly (keyof Activations)[];

export function planWorkspace(
  kernels: Kernels,
  layers: Layers,
  arena: Arena,
  sizes: Sizes,
  inputs: number,
): Workspace {
  const { spec, stride, width, wide, three, one, outputs, head } = sizes;
  const rows = up4(inputs) + SPARE_ROWS;
  const stream = rows * stride.stream;
  const block: Record<keyof Activations, number> = {
    stream,
    inverse1: rows * 4,
    normed1: stream,
    qkv: rows * stride.qkv,
    weights: inputs * weightsPerInput(kernels, sizes),
    context: rows * stride.context,
    middle: stream,
    inverse2: rows * 4,
    normed2: stream,
    hidden: rows * stride.hidden,
  };
  const bytes: Record<string, number> = {
    stream,
    inverse: rows * 4,
    state: stream,
    logits: rows * stride.logits,
    slopes: rows * stride.logits,
    dstream: stream,
    dnormed: stream,
    dhidden: rows * stride.hidden,
    dqkv: rows * stride.qkv,
    dcontext: rows * stride.context,
    scratch: Math.max(
      layers.linearScratch(wide, width),
      layers.linearScratch(width, Math.max(wide, three, outputs)),
      layers.linearScratch(one, width),
      kernels.attentionScratch(spec.maxLength, head),
    ),
  };
  for (let n = 0; n < spec.layers; n++) {
    for (const name of BLOCK_PIECES) bytes[`${name} of ${n}`] = block[name];
  }
  const pieces = arena.carve(bytes);
  const blocks = Array.from(
    { length: spec.layers },
    (_, n) =>
      Object.fromEntries(
        BLOCK_PIECES.map((name) => [name, pieces[`${name} of ${n}`]!]),
      ) as unknown as Activations,
  );
  return { ...(pieces as unknown as Workspace), inputs, blocks };
}

export function planCache(arena: Arena, sizes: Sizes, lanes: number, capacity: number): KeysAndValues {
  const { spec, stride, head } = sizes;
  const rows = up4(lanes) + SPARE_ROWS;
  const keyBytes = spec.heads * head * up8(capacity) * 4;
  const valueBytes = spec.heads * head * capacity * 4;
  return {
    lanes,
    capacity,
    keyBytes,
    valueBytes,
    ...arena.carve({
      tokens: lanes * 4,
      positions: lanes * 4,
      keys: spec.layers * lanes * keyBytes,
      values: spec.layers * lanes * valueBytes,
      stream: rows * stride.stream,
      inverse: rows * 4,
      normed: rows * stride.stream,
      qkv: rows * stride.qkv,
      context: rows * stride.context,
      hidden: rows * stride.hidden,
      logits: rows * stride.logits,
      scratch: up8(capacity) * 4,
    }),
  };
}
