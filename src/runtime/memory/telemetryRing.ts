/**
 * The telemetry ring: one writer appends records of a fixed number of doubles, one reader drains them at its
 * own pace. The writer never waits: when the reader is too slow, the oldest records are overwritten, and the
 * reader counts what it missed.
 *
 *   bytes
 *   0     written: records appended so far, int32, a line of its own
 *   64    record 0: float64 × length
 *   …     record 1, record 2, …
 *
 * Record n lies in place n mod places. While record n is being written, n − places is destroyed. The reader
 * copies a record and then looks at `written` again: the copy is good if the writer cannot have come within
 * GUARD records of that place.
 */
const LINE = 64;
/** The record being written, and one more for processors that let plain writes overtake an atomic one. */
const GUARD = 2;

/** Bytes of a ring of `places` records of `length` doubles. */
export function telemetryRingBytes(length: number, places: number): number {
  return LINE + places * length * 8;
}

class Ring {
  protected readonly written: Int32Array;
  protected readonly records: readonly Float64Array[];

  constructor(buffer: ArrayBufferLike, length: number, places: number) {
    if (places <= GUARD) throw new RangeError(`telemetry ring: ${places} places are too few`);
    if (buffer.byteLength < telemetryRingBytes(length, places)) {
      throw new RangeError(`telemetry ring: ${buffer.byteLength} bytes do not hold ${places} records`);
    }
    this.written = new Int32Array(buffer, 0, 1);
    this.records = Array.from(
      { length: places },
      (_, place) => new Float64Array(buffer, LINE + place * length * 8, length),
    );
  }
}

export class TelemetryRingWriter extends Ring {
  /** Appends a record of exactly the ring's length. */
  push(record: Float64Array): void {
    const index = Atomics.load(this.written, 0);
    this.records[index % this.records.length]!.set(record);
    Atomics.add(this.written, 0, 1);
  }
}

export class TelemetryRingReader extends Ring {
  /** Records that were overwritten before they were read. */
  missed = 0;
  #next = 0;

  /** Calls `sink` with a copy of each record that came since the last call, oldest first. */
  drain(sink: (record: Float64Array) => void): void {
    const written = Atomics.load(this.written, 0);
    while (this.#next < written) {
      const oldest = this.#oldestSafe(written);
      if (this.#next < oldest) {
        this.missed += oldest - this.#next;
        this.#next = oldest;
        continue;
      }
      const record = this.records[this.#next % this.records.length]!.slice();
      if (this.#next >= this.#oldestSafe(Atomics.add(this.written, 0, 0))) sink(record);
      else this.missed++;
      this.#next++;
    }
  }

  #oldestSafe(written: number): number {
    return Math.max(0, written - this.records.length + GUARD);
  }
}
