/** What an architecture is inside the wasm engine. Types only. */
import type { Packed } from './batch.ts';

/** One parameter vector in memory, held by slots and by generations under way; see `slots.ts`. */
export interface Parameters {
  readonly address: number;
  /** Differs from that of every other content any vector ever had. */
  readonly version: number;
}

/**
 * Keys and values, or running sums, of a generation, and what one step of it needs. A lane is a sequence; rows of the
 * generation with the same tokens so far are one lane.
 */
export interface Cache {
  /** The block to release. */
  readonly base: number;
  /** Where the caller puts the token to feed to each lane, 32-bit integers. */
  readonly tokens: number;
  /** Where a step leaves its logits, lanes × outputs. */
  readonly logits: number;
}

export interface Network {
  /** Bytes of a row of logits, and of their gradient. */
  readonly logitStride: number;
  /** Logits of the last `forward`. */
  readonly logits: number;
  /** Where `backward` expects the gradient by the logits. */
  readonly slopes: number;
  /** Bytes that one input costs in `reserve`. */
  readonly bytesPerInput: number;

  /** Room for a chunk of so many inputs. Forgets the last `forward` where it makes more room. */
  reserve(inputs: number): void;
  /** Logits of a packed chunk, keeping what `backward` needs. */
  forward(parameters: Parameters, chunk: Packed): void;
  /** Adds the gradient of the last `forward`, from `slopes`, to the vector at `gradient`. */
  backward(parameters: Parameters, chunk: Packed, gradient: number): void;

  /** An empty cache for at most `lanes` sequences of at most `capacity` tokens. */
  open(lanes: number, capacity: number): Cache;
  /** Copies what the cache holds of one lane to another. */
  split(cache: Cache, from: number, to: number): void;
  /**
   * Feeds one token to each of the first `lanes` lanes. All positions before it must have been fed; at 0 they start
   * anew. Logits are not computed unless wanted.
   */
  next(parameters: Parameters, cache: Cache, lanes: number, position: number, logitsWanted: boolean): void;
  dispose(): void;
}
