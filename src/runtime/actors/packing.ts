/**
 * Between samples and the two shapes in which they are computed with:
 *
 *   padded  rows × length, one sample a row, prompt and response: what engines take and give
 *   packed  response tokens only, sample after sample: what facts are made of
 *
 *   row i    p p p p r r r · ·        place of packed token t of sample i = i·length + promptLength + t
 *   packed   … [offsets[i] .. offsets[i+1]) …
 */
import type { Scores, TokenBatch } from '../../policy/engine.ts';
import type { Sample } from '../memory/sample.ts';

/** What of an answer is computed with; prompt and response tokens, one after the other. */
export type Answer = Pick<Sample, 'tokens' | 'length' | 'promptLength'>;

export interface Packed<A extends Answer = Sample> {
  readonly samples: readonly A[];
  readonly batch: TokenBatch;
  /** Samples + 1, ascending from 0. */
  readonly offsets: Int32Array;
  /** Index in the padded shape of each packed token. */
  readonly places: Int32Array;
}

/** Scores of packed tokens. */
export interface PackedScores {
  readonly logprobs: Float64Array;
  readonly entropy: Float64Array;
  /** Tokens × vocabulary, where asked for. */
  readonly distributions?: Float64Array;
  /** V before each token, where asked for. */
  readonly values?: Float64Array;
}

/**
 * @param rows rows of the padded shape, at least as many as samples; the rest is empty, so that batches of
 *   different size have one shape
 * @param length positions of the padded shape, at least the longest sample's
 */
export function pack<A extends Answer>(samples: readonly A[], rows: number, length: number): Packed<A> {
  const tokens = new Int32Array(rows * length);
  const lengths = new Int32Array(rows);
  const offsets = new Int32Array(samples.length + 1);
  samples.forEach((sample, i) => {
    tokens.set(sample.tokens.subarray(0, sample.length), i * length);
    lengths[i] = sample.length;
    offsets[i + 1] = offsets[i]! + sample.length - sample.promptLength;
  });
  const places = new Int32Array(offsets[samples.length]!);
  samples.forEach((sample, i) => {
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++) {
      places[t] = i * length + sample.promptLength + t - offsets[i]!;
    }
  });
  return { samples, batch: { rows, length, tokens, lengths }, offsets, places };
}

/** One number a token, taken from each sample's own array (`sample.tokens`, `sample.versions`, …). */
export function perToken(packed: Packed, arrayOf: (sample: Sample) => ArrayLike<number>): Float64Array {
  const { samples, offsets } = packed;
  const values = new Float64Array(packed.places.length);
  for (let i = 0; i < samples.length; i++) {
    const array = arrayOf(samples[i]!);
    const [begin, end] = [offsets[i]!, offsets[i + 1]!];
    const shift = samples[i]!.promptLength - begin;
    for (let t = begin; t < end; t++) values[t] = array[t + shift]!;
  }
  return values;
}

/** One number a sample, given to all its tokens. */
export function perSample(packed: Packed, valueOf: (index: number) => number): Float64Array {
  const values = new Float64Array(packed.places.length);
  for (let i = 0; i < packed.samples.length; i++) {
    values.fill(valueOf(i), packed.offsets[i]!, packed.offsets[i + 1]!);
  }
  return values;
}

/** Packs what an engine scored; entropies are needed, distributions and values come along where they are there. */
export function packScores(scores: Scores, packed: Packed<Answer>, vocabulary: number): PackedScores {
  if (!scores.entropy) throw new Error('scores without entropies');
  return {
    logprobs: gather(scores.logprobs, packed.places, 1),
    entropy: gather(scores.entropy, packed.places, 1),
    ...(scores.distributions && { distributions: gather(scores.distributions, packed.places, vocabulary) }),
    ...(scores.values && { values: gather(scores.values, packed.places, 1) }),
  };
}

/** From packed to padded, `width` numbers a token; 0 elsewhere. */
export function scatter(values: Float64Array, packed: Packed<Answer>, width = 1): Float32Array {
  const { rows, length } = packed.batch;
  const { places } = packed;
  const padded = new Float32Array(rows * length * width);
  if (width === 1) for (let t = 0; t < places.length; t++) padded[places[t]!] = values[t]!;
  else {
    for (let t = 0; t < places.length; t++) {
      for (let k = 0; k < width; k++) padded[places[t]! * width + k] = values[t * width + k]!;
    }
  }
  return padded;
}

/** The packed values of some samples, in their order, `width` numbers a token. */
export function select(
  values: Float64Array,
  offsets: Int32Array,
  chosen: readonly number[],
  width = 1,
): Float64Array {
  let size = 0;
  for (const i of chosen) size += offsets[i + 1]! - offsets[i]!;
  const selected = new Float64Array(size * width);
  let at = 0;
  // Copied one by one: most samples are a few tokens, for which a view costs more than it saves.
  for (const i of chosen) {
    const end = offsets[i + 1]! * width;
    for (let k = offsets[i]! * width; k < end; k++) selected[at++] = values[k]!;
  }
  return selected;
}

/** The way back: puts the packed values of some samples where they belong among those of all. */
export function place(
  values: Float64Array,
  all: Float64Array,
  offsets: Int32Array,
  chosen: readonly number[],
): void {
  let at = 0;
  for (const i of chosen) {
    const length = offsets[i + 1]! - offsets[i]!;
    all.set(values.subarray(at, at + length), offsets[i]!);
    at += length;
  }
}

export function concatenate(parts: readonly Float64Array[]): Float64Array {
  const joined = new Float64Array(parts.reduce((total, part) => total + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** From padded to packed, `width` numbers a token. */
export function gather(values: Float32Array, places: Int32Array, width: number): Float64Array {
  const packed = new Float64Array(places.length * width);
  if (width === 1) for (let t = 0; t < places.length; t++) packed[t] = values[places[t]!]!;
  else {
    for (let t = 0; t < places.length; t++) {
      for (let k = 0; k < width; k++) packed[t * width + k] = values[places[t]! * width + k]!;
    }
  }
  return packed;
}
