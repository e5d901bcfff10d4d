/**
 * The sample ring: one rollout worker puts samples in, the learner takes them out, in order, each exactly once.
 * A full ring refuses (`offer` returns false); nothing is ever overwritten.
 *
 *   bytes
 *   0     head: samples put in so far, mod 2³²    int32, a line of its own, written by the producer only
 *   64    tail: samples taken out so far          int32, a line of its own, written by the consumer only
 *   128   ┌ sequence: number of the sample ┐ int32
 *   132   │ checksum of the record         │ int32
 *   136   └ record (`sampleLayout.ts`)     ┘ slot 0
 *   …     slot 1, slot 2, …
 *
 * The slot of sample n is n mod slots. The producer writes the slot and then stores the head; the consumer
 * loads the head, copies the slot out, and then stores the tail. Sequence and checksum are there to prove that
 * this works: a wrong one throws.
 */
import { checksum } from './checksum.ts';
import type { RecordViews, SampleLayout } from './sampleLayout.ts';
import type { Sample } from './sample.ts';

const LINE = 64;
const HEADER = 2 * LINE;
const SLOT_HEADER = 8;

/** Bytes of a ring. @param slots a power of two, so that slots follow one another when counters wrap */
export function sampleRingBytes(layout: SampleLayout, slots: number): number {
  return HEADER + slots * (SLOT_HEADER + layout.bytes);
}

interface RingSlot {
  readonly header: Int32Array;
  readonly record: RecordViews;
}

class Ring {
  protected readonly head: Int32Array;
  protected readonly tail: Int32Array;
  protected readonly layout: SampleLayout;
  readonly slots: number;
  readonly #ring: readonly RingSlot[];

  constructor(buffer: ArrayBufferLike, layout: SampleLayout, slots: number) {
    if (slots < 1 || (slots & (slots - 1)) !== 0) {
      throw new RangeError(`sample ring: ${slots} slots are not a power of two`);
    }
    if (buffer.byteLength < sampleRingBytes(layout, slots)) {
      throw new RangeError(`sample ring: ${buffer.byteLength} bytes do not hold ${slots} slots`);
    }
    this.layout = layout;
    this.slots = slots;
    this.head = new Int32Array(buffer, 0, 1);
    this.tail = new Int32Array(buffer, LINE, 1);
    this.#ring = Array.from({ length: slots }, (_, slot) => {
      const at = HEADER + slot * (SLOT_HEADER + layout.bytes);
      return {
        header: new Int32Array(buffer, at, SLOT_HEADER / 4),
        record: layout.views(buffer, at + SLOT_HEADER),
      };
    });
  }

  /** Samples that wait in the ring. */
  get length(): number {
    return (Atomics.load(this.head, 0) - Atomics.load(this.tail, 0)) | 0;
  }

  protected slot(counter: number): RingSlot {
    return this.#ring[counter & (this.slots - 1)]!;
  }
}

export class SampleRingProducer extends Ring {
  /** Puts a sample in. Returns false, and keeps nothing of it, when the ring is full. */
  offer(sample: Sample): boolean {
    const head = Atomics.load(this.head, 0);
    if (((head - Atomics.load(this.tail, 0)) | 0) >= this.slots) return false;
    const { header, record } = this.slot(head);
    this.layout.encode(sample, record);
    header[0] = head;
    header[1] = checksum(record.words, 0, record.words.length);
    Atomics.store(this.head, 0, (head + 1) | 0);
    return true;
  }

  /** The word that changes when the consumer makes room, for waiting. */
  get roomWord(): Int32Array {
    return this.tail;
  }
}

export class SampleRingConsumer extends Ring {
  /** Takes the oldest sample out; undefined when there is none. @throws when sequence or checksum is wrong */
  poll(): Sample | undefined {
    const tail = Atomics.load(this.tail, 0);
    if (Atomics.load(this.head, 0) === tail) return undefined;
    const { header, record } = this.slot(tail);
    if (header[0] !== tail) throw new Error(`sample ring: sequence ${header[0]} where ${tail} was due`);
    if (header[1] !== checksum(record.words, 0, record.words.length)) {
      throw new Error(`sample ring: sample ${tail} was read while it was being written`);
    }
    const sample = this.layout.decode(record);
    Atomics.store(this.tail, 0, (tail + 1) | 0);
    Atomics.notify(this.tail, 0);
    return sample;
  }
}
