/** What an architecture is inside the wasm engine. Types only. */
import type { Packed } from './batch.ts';

/** One parameter vector in memory, held by slots and by generations under way; see `slots.ts`. */
export interface Parameters {
  readonly address: number;
  /** Differs from that of every other content any vector ever had. */
  readonly version: number;
}

/** Keys and values, or running sums, of a generation; and what one step of it needs. */
export interface Cache {
  /** The block to release. */
  readonly base: number;
  readonly rows: number;
  /** Where the caller puts the tokens to feed, 32-bit integers. */
  readonly tokens: number;
  /** Where a step leaves its logits, rows × outputs. */
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

  /** An empty cache for `rows` sequences of at most `capacity` tokens. */
  open(rows: number, capacity: number): Cache;
  /** Feeds the cache's tokens at `position`; all positions before it must have been fed, at 0 it starts anew. */
  next(parameters: Parameters, cache: Cache, position: number, logitsWanted: boolean): void;
  dispose(): void;
}
