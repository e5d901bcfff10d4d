/**
 * How a sample lies in bytes. This is the only place that says so: rings, messages and exports all use it.
 * A record has room for the longest sample, L tokens, so that all records are equally long.
 *
 *   bytes
 *   0            id, group, member, prompt, worker, promptLength, length,   ┐ float64 × 13:
 *                reward, exact (0 or 1), admittedAt, startedAt, doneAt,     │ integers up to 2⁵³
 *                doneVersion                                                ┘ and seconds alike
 *   104          tokens           int32 × L
 *   104 + 4L     versions         int32 × L
 *   104 + 8L     updates          int32 × L
 *   104 + 12L    behaveLogprobs   float32 × L
 *   104 + 16L    lossMask         uint8 × L, filled up to a multiple of 8 bytes
 *
 * Entries from `length` on are leftovers and mean nothing.
 */
import type { Sample } from './sample.ts';

const SCALARS = [
  'id',
  'group',
  'member',
  'prompt',
  'worker',
  'promptLength',
  'length',
  'reward',
  'exact',
  'admittedAt',
  'startedAt',
  'doneAt',
  'doneVersion',
] as const satisfies readonly (keyof Sample)[];

const ARRAYS_AT = SCALARS.length * 8;

/** Typed views of one record. Made once per record, so that encoding allocates nothing. */
export interface RecordViews {
  readonly scalars: Float64Array;
  readonly tokens: Int32Array;
  readonly versions: Int32Array;
  readonly updates: Int32Array;
  readonly behaveLogprobs: Float32Array;
  readonly lossMask: Uint8Array;
  /** The whole record as words, for checksums. */
  readonly words: Int32Array;
}

export class SampleLayout {
  readonly maxLength: number;
  /** Bytes of one record, a multiple of 8. */
  readonly bytes: number;

  /** @param maxLength L: prompt and response together, in tokens */
  constructor(maxLength: number) {
    this.maxLength = maxLength;
    this.bytes = Math.ceil((ARRAYS_AT + 17 * maxLength) / 8) * 8;
  }

  /** Views of the record at byte `offset`, a multiple of 8. */
  views(buffer: ArrayBufferLike, offset: number): RecordViews {
    const at = offset + ARRAYS_AT;
    const length = this.maxLength;
    return {
      scalars: new Float64Array(buffer, offset, SCALARS.length),
      tokens: new Int32Array(buffer, at, length),
      versions: new Int32Array(buffer, at + 4 * length, length),
      updates: new Int32Array(buffer, at + 8 * length, length),
      behaveLogprobs: new Float32Array(buffer, at + 12 * length, length),
      lossMask: new Uint8Array(buffer, at + 16 * length, length),
      words: new Int32Array(buffer, offset, this.bytes / 4),
    };
  }

  /** @throws RangeError when the sample is longer than the layout allows */
  encode(sample: Sample, record: RecordViews): void {
    if (sample.length > this.maxLength) {
      throw new RangeError(`a sample of ${sample.length} tokens does not fit into ${this.maxLength}`);
    }
    SCALARS.forEach((name, index) => {
      record.scalars[index] = Number(sample[name]);
    });
    record.tokens.set(sample.tokens);
    record.versions.set(sample.versions);
    record.updates.set(sample.updates);
    record.behaveLogprobs.set(sample.behaveLogprobs);
    record.lossMask.set(sample.lossMask);
  }

  /** A sample of its own: nothing in it points into the record. */
  decode(record: RecordViews): Sample {
    const scalar = (name: (typeof SCALARS)[number]): number => record.scalars[SCALARS.indexOf(name)]!;
    const length = scalar('length');
    return {
      id: scalar('id'),
      group: scalar('group'),
      member: scalar('member'),
      prompt: scalar('prompt'),
      worker: scalar('worker'),
      promptLength: scalar('promptLength'),
      length,
      reward: scalar('reward'),
      exact: scalar('exact') === 1,
      admittedAt: scalar('admittedAt'),
      startedAt: scalar('startedAt'),
      doneAt: scalar('doneAt'),
      doneVersion: scalar('doneVersion'),
      tokens: new Int32Array(record.tokens.subarray(0, length)),
      versions: new Int32Array(record.versions.subarray(0, length)),
      updates: new Int32Array(record.updates.subarray(0, length)),
      behaveLogprobs: new Float32Array(record.behaveLogprobs.subarray(0, length)),
      lossMask: new Uint8Array(record.lossMask.subarray(0, length)),
    };
  }
}
