/**
 * The weight board: one writer publishes parameter vectors, many readers take the newest, nobody waits.
 *
 *   bytes
 *   0    ┌ latest: slot of the newest complete vector, −1 = none ┐ int32, one 64-byte line
 *   4    └ published: number of publications so far              ┘
 *   64   ┌ sequence: number of the publication, −1 = being written ┐
 *   68   │ version                                                 │ slot 0: int32 header, one line
 *   72   │ update                                                  │
 *   76   └ checksum of the payload                                 ┘
 *   128    parameters: float32 × count, filled up to a whole line
 *   …      slot 1, slot 2, … SLOTS of them
 *
 * The writer takes the slot with the oldest sequence that is not the latest, marks it as being written, copies,
 * writes the header, and publishes it by one atomic store to `latest`. A reader copies the latest slot and then
 * looks at its sequence again, by a read-modify-write, because a plain atomic load would not keep the copy
 * before it on every processor. It takes the copy only if the sequence is the same and the checksum is right;
 * else it starts again with the then latest. With three slots a reader is overtaken only if two publications
 * happen during one copy.
 *
 * Readers get private copies: never hand shared memory to an engine, which may keep it as it is.
 */
import type { Weights } from '../actors/contract.ts';
import { checksum } from './checksum.ts';

const LINE = 64;
const SLOTS = 3;
const LATEST = 0;
const PUBLISHED = 1;
/** Words of a slot's header. */
const SEQUENCE = 0;
const VERSION = 1;
const UPDATE = 2;
const CHECKSUM = 3;

function slotBytes(parameters: number): number {
  return LINE + Math.ceil((parameters * 4) / LINE) * LINE;
}

/** Bytes of a board for vectors of `parameters` numbers. */
export function weightBoardBytes(parameters: number): number {
  return LINE + SLOTS * slotBytes(parameters);
}

interface BoardSlot {
  readonly header: Int32Array;
  readonly floats: Float32Array;
  readonly words: Int32Array;
}

class Board {
  protected readonly head: Int32Array;
  protected readonly slots: readonly BoardSlot[];
  readonly parameters: number;

  constructor(buffer: ArrayBufferLike, parameters: number) {
    if (buffer.byteLength < weightBoardBytes(parameters)) {
      throw new RangeError(`weight board: ${buffer.byteLength} bytes do not hold ${parameters} parameters`);
    }
    this.parameters = parameters;
    this.head = new Int32Array(buffer, 0, LINE / 4);
    this.slots = Array.from({ length: SLOTS }, (_, slot) => {
      const at = LINE + slot * slotBytes(parameters);
      return {
        header: new Int32Array(buffer, at, LINE / 4),
        floats: new Float32Array(buffer, at + LINE, parameters),
        words: new Int32Array(buffer, at + LINE, parameters),
      };
    });
  }

  /** Number of publications so far. */
  get published(): number {
    return Atomics.load(this.head, PUBLISHED);
  }
}

/** The writing side. There is one writer; making it empties the board. */
export class WeightBoardWriter extends Board {
  constructor(buffer: ArrayBufferLike, parameters: number) {
    super(buffer, parameters);
    for (const { header } of this.slots) Atomics.store(header, SEQUENCE, -1);
    Atomics.store(this.head, PUBLISHED, 0);
    Atomics.store(this.head, LATEST, -1);
  }

  /** Makes these weights the newest. @throws RangeError when their number differs from the board's */
  publish(weights: Weights): void {
    if (weights.parameters.length !== this.parameters) {
      throw new RangeError(`weight board: ${weights.parameters.length} parameters for ${this.parameters}`);
    }
    const index = this.#oldest();
    const { header, floats, words } = this.slots[index]!;
    Atomics.exchange(header, SEQUENCE, -1);
    floats.set(weights.parameters);
    header[VERSION] = weights.version;
    header[UPDATE] = weights.update;
    header[CHECKSUM] = checksum(words, 0, words.length);
    const sequence = Atomics.add(this.head, PUBLISHED, 1) + 1;
    Atomics.store(header, SEQUENCE, sequence);
    Atomics.store(this.head, LATEST, index);
  }

  #oldest(): number {
    const latest = Atomics.load(this.head, LATEST);
    let oldest = -1;
    let lowest = Infinity;
    for (let slot = 0; slot < SLOTS; slot++) {
      const sequence = Atomics.load(this.slots[slot]!.header, SEQUENCE);
      if (slot !== latest && sequence < lowest) {
        lowest = sequence;
        oldest = slot;
      }
    }
    return oldest;
  }
}

/** A reading side; there may be any number of them. */
export class WeightBoardReader extends Board {
  /** Copies that had to be made again because the writer came round. */
  retries = 0;
  readonly #copy: Float32Array;
  readonly #copyWords: Int32Array;

  constructor(buffer: ArrayBufferLike, parameters: number) {
    super(buffer, parameters);
    this.#copy = new Float32Array(parameters);
    this.#copyWords = new Int32Array(this.#copy.buffer);
  }

  /** Version of the newest weights, −1 before the first. Without reading them it may be outdated at once. */
  newestVersion(): number {
    for (;;) {
      const latest = Atomics.load(this.head, LATEST);
      if (latest < 0) return -1;
      const { header } = this.slots[latest]!;
      const sequence = Atomics.load(header, SEQUENCE);
      const version = Atomics.load(header, VERSION);
      if (sequence >= 0 && Atomics.add(header, SEQUENCE, 0) === sequence) return version;
    }
  }

  /**
   * The newest weights, undefined before the first. The parameters are private to this reader and are
   * overwritten by its next call.
   */
  read(): Weights | undefined {
    for (;;) {
      const latest = Atomics.load(this.head, LATEST);
      if (latest < 0) return undefined;
      const { header, floats } = this.slots[latest]!;
      const sequence = Atomics.load(header, SEQUENCE);
      if (sequence >= 0) {
        this.#copy.set(floats);
        const version = header[VERSION]!;
        const update = header[UPDATE]!;
        const sum = header[CHECKSUM]!;
        const unchanged = Atomics.add(header, SEQUENCE, 0) === sequence;
        if (unchanged && checksum(this.#copyWords, 0, this.parameters) === sum) {
          return { version, update, parameters: this.#copy };
        }
      }
      this.retries++;
    }
  }
}
