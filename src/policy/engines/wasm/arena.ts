/**
 * The engine's memory: blocks of one WebAssembly memory, first fit, neighbours joined when freed. The memory grows when
 * nothing fits and never shrinks. Blocks begin at multiples of 64 bytes and hold whatever was there before.
 *
 *   0 ─────────── heapBase ── block │ free │ block │ block │ free … ── end of memory
 *     the module's own                                              (the last free block grows)
 *
 * Views are made anew when the memory grows: never keep one over a call that may allocate.
 */
const ALIGNMENT = 64;
const PAGE = 65536;

interface Span {
  from: number;
  bytes: number;
}

export class Arena {
  private readonly memory: WebAssembly.Memory;
  private readonly taken = new Map<number, number>();
  /** By address; no two touch. */
  private readonly free: Span[];
  private floats: Float32Array;
  private integers: Int32Array;
  private doubles: Float64Array;

  constructor(memory: WebAssembly.Memory, heapBase: number) {
    this.memory = memory;
    const from = aligned(heapBase);
    this.free = [{ from, bytes: memory.buffer.byteLength - from }];
    this.floats = new Float32Array(memory.buffer);
    this.integers = new Int32Array(memory.buffer);
    this.doubles = new Float64Array(memory.buffer);
  }

  /** The whole memory; index = address / 4. */
  get f32(): Float32Array {
    if (this.floats.buffer !== this.memory.buffer) this.floats = new Float32Array(this.memory.buffer);
    return this.floats;
  }

  get i32(): Int32Array {
    if (this.integers.buffer !== this.memory.buffer) this.integers = new Int32Array(this.memory.buffer);
    return this.integers;
  }

  /** Index = address / 8. */
  get f64(): Float64Array {
    if (this.doubles.buffer !== this.memory.buffer) this.doubles = new Float64Array(this.memory.buffer);
    return this.doubles;
  }

  /** Size of the memory. */
  get bytes(): number {
    return this.memory.buffer.byteLength;
  }

  /** Address of a new block. Throws a RangeError where the machine gives no more memory. */
  allocate(bytes: number): number {
    const wanted = aligned(Math.max(bytes, ALIGNMENT));
    let index = this.free.findIndex((span) => span.bytes >= wanted);
    if (index < 0) {
      this.grow(wanted);
      index = this.free.length - 1;
    }
    const span = this.free[index]!;
    const { from } = span;
    span.from += wanted;
    span.bytes -= wanted;
    if (span.bytes === 0) this.free.splice(index, 1);
    this.taken.set(from, wanted);
    return from;
  }

  /** As `allocate`, filled with zeros. */
  allocateZeros(bytes: number): number {
    const from = this.allocate(bytes);
    this.f32.fill(0, from / 4, (from + this.taken.get(from)!) / 4);
    return from;
  }

  /** Copies bytes (a multiple of 4) within the memory. */
  copy(from: number, to: number, bytes: number): void {
    this.f32.copyWithin(to / 4, from / 4, (from + bytes) / 4);
  }

  /** Gives a block back; nothing happens for 0 (no block). */
  release(from: number): void {
    if (from === 0) return;
    const bytes = this.taken.get(from);
    if (bytes === undefined) throw new Error('this block has been released');
    this.taken.delete(from);
    const next = this.free.findIndex((span) => span.from > from);
    this.free.splice(next < 0 ? this.free.length : next, 0, { from, bytes });
    this.join();
  }

  /** One block cut into named pieces; `base` is what to release. */
  carve<K extends string>(sizes: Readonly<Record<K, number>>): Readonly<Record<K | 'base', number>> {
    const entries = Object.entries(sizes) as [K, number][];
    const base = this.allocateZeros(entries.reduce((sum, [, bytes]) => sum + aligned(bytes), 0));
    const pieces: Record<string, number> = { base };
    let at = base;
    for (const [name, bytes] of entries) {
      pieces[name] = at;
      at += aligned(bytes);
    }
    return pieces as Record<K | 'base', number>;
  }

  private grow(wanted: number): void {
    const end = this.bytes;
    const last = this.free.at(-1);
    const open = last !== undefined && last.from + last.bytes === end ? last.bytes : 0;
    const pages = Math.ceil((wanted - open) / PAGE);
    this.memory.grow(pages);
    this.free.push({ from: end, bytes: pages * PAGE });
    this.join();
  }

  private join(): void {
    for (let i = this.free.length - 1; i > 0; i--) {
      const before = this.free[i - 1]!;
      const span = this.free[i]!;
      if (before.from + before.bytes !== span.from) continue;
      before.bytes += span.bytes;
      this.free.splice(i, 1);
    }
  }
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
