/** The compiled kernels and their types. What each does is said in `assembly/`; all pointers and strides are in bytes. */
import base64 from 'virtual:laglab-engine-wasm';
import { hash64 } from '../../../numerics/hash.ts';

type Pointer = number;

export interface Kernels {
  readonly memory: WebAssembly.Memory;
  readonly heapBase: WebAssembly.Global;
  product(
    m: number,
    n: number,
    k: number,
    a: Pointer,
    lda: number,
    b: Pointer,
    c: Pointer,
    ldc: number,
    start: Pointer,
    mask: Pointer,
    relu: boolean,
  ): void;
  productTransposed(
    m: number,
    k: number,
    n: number,
    a: Pointer,
    lda: number,
    b: Pointer,
    ldb: number,
    c: Pointer,
    scratch: Pointer,
  ): void;
  productScratch(k: number): number;
  transposePanels(k: number, n: number, from: Pointer, to: Pointer): void;
  normalise(
    rows: number,
    n: number,
    count: number,
    x: Pointer,
    ldx: number,
    gain: Pointer,
    y: Pointer,
    ldy: number,
    inverse: Pointer,
    relu: boolean,
  ): void;
  normaliseBackward(
    rows: number,
    n: number,
    count: number,
    x: Pointer,
    ldx: number,
    gain: Pointer,
    inverse: Pointer,
    dy: Pointer,
    ldy: number,
    dx: Pointer,
    lddx: number,
    keep: boolean,
    dgain: Pointer,
  ): void;
  attend(
    sequences: number,
    lengths: Pointer,
    heads: number,
    size: number,
    scale: number,
    qkv: Pointer,
    ldq: number,
    out: Pointer,
    ldo: number,
    weights: Pointer,
    scratch: Pointer,
  ): void;
  attendBackward(
    sequences: number,
    lengths: Pointer,
    heads: number,
    size: number,
    scale: number,
    qkv: Pointer,
    dqkv: Pointer,
    ldq: number,
    dout: Pointer,
    ldo: number,
    weights: Pointer,
    scratch: Pointer,
  ): void;
  attendNext(
    rows: number,
    position: number,
    capacity: number,
    heads: number,
    size: number,
    scale: number,
    qkv: Pointer,
    ldq: number,
    out: Pointer,
    ldo: number,
    keys: Pointer,
    values: Pointer,
    scratch: Pointer,
  ): void;
  attentionScratch(length: number, size: number): number;
  weightBytes(length: number): number;
  embed(
    rows: number,
    bytes: number,
    tokens: Pointer,
    positions: Pointer,
    embedding: Pointer,
    offsets: Pointer,
    out: Pointer,
    ldo: number,
  ): void;
  embedBackward(
    rows: number,
    bytes: number,
    tokens: Pointer,
    positions: Pointer,
    slopes: Pointer,
    lds: number,
    dembedding: Pointer,
    doffsets: Pointer,
  ): void;
  sumWindow(
    sequences: number,
    bytes: number,
    lengths: Pointer,
    tokens: Pointer,
    table: Pointer,
    slot: number,
    ld: number,
    out: Pointer,
  ): void;
  sumWindowBackward(
    sequences: number,
    bytes: number,
    lengths: Pointer,
    tokens: Pointer,
    slopes: Pointer,
    dtable: Pointer,
    slot: number,
    ld: number,
  ): void;
  sumNext(rows: number, bytes: number, tokens: Pointer, slot: Pointer, sums: Pointer, ld: number): void;
  score(
    rows: number,
    logits: Pointer,
    ldl: number,
    vocabulary: number,
    temperature: number,
    bias: Pointer,
    targets: Pointer,
    places: Pointer,
    logprobs: Pointer,
    entropies: Pointer,
    distributions: Pointer,
    values: Pointer,
    scratch: Pointer,
  ): void;
  rowBytes(vocabulary: number): number;
  scoreBackward(
    rows: number,
    logits: Pointer,
    ldl: number,
    vocabulary: number,
    temperature: number,
    targets: Pointer,
    places: Pointer,
    logprobs: Pointer,
    whole: Pointer,
    values: Pointer,
    slopes: Pointer,
    dbias: Pointer,
  ): void;
  tableBytes(vocabulary: number): number;
  tabulate(
    rows: number,
    logits: Pointer,
    ldl: number,
    vocabulary: number,
    temperature: number,
    tables: Pointer,
  ): void;
  drawTokens(
    rows: number,
    lanes: Pointer,
    tables: Pointer,
    vocabulary: number,
    greedy: boolean,
    uniforms: Pointer,
    forced: Pointer,
    tokens: Pointer,
    logprobs: Pointer,
  ): void;
  sumOfSquares(n: number, x: Pointer): number;
  adam(
    n: number,
    parameters: Pointer,
    gradient: Pointer,
    first: Pointer,
    second: Pointer,
    keep1: number,
    add1: number,
    keep2: number,
    scale: number,
    add2: number,
    step: number,
    correction: number,
    epsilon: number,
  ): void;
  blend(n: number, to: Pointer, keep: number, from: Pointer, add: number): void;
  exponentials(n: number, x: Pointer): void;
  exponentialPairs(n: number, x: Pointer): void;
  exp(x: number): number;
  log(x: number): number;
}

/** Of the module's bytes: other kernels, another hash. */
export const kernelHash = hash64(base64);

let compiled: Promise<WebAssembly.Module> | undefined;

/** A fresh instance with a memory of its own; the module is compiled once in a thread. */
export async function instantiate(): Promise<Kernels> {
  compiled ??= WebAssembly.compile(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
  const instance = await WebAssembly.instantiate(await compiled, {});
  return instance.exports as unknown as Kernels;
}

/** Bytes of a row of `columns` floats. A stride of a multiple of 1024 bytes would crowd few sets of the cache. */
export function strideOf(columns: number): number {
  const bytes = columns * 4;
  return bytes % 1024 === 0 ? bytes + 32 : bytes;
}

export function up4(n: number): number {
  return (n + 3) & ~3;
}

export function up8(n: number): number {
  return (n + 7) & ~7;
}
