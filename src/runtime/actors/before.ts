/** Scores by θ as it was before the update: the proximal policy where a method has no other one, and what baselines read. */
import { type PackedScores, type Packed, place } from './packing.ts';
import { agreementOf } from './rewards.ts';

/** Of the whole batch, one a token. */
export interface Before {
  readonly logprobs: Float64Array;
  readonly values: Float64Array | undefined;
  /** Σ_a π(a)² */
  readonly agreement: Float64Array | undefined;
  /** Of the first part alone, whole. */
  readonly first: PackedScores;
}

export interface BeforeParts {
  readonly whole: Packed;
  /** Indices of samples with those samples packed: together, the whole batch. */
  readonly parts: readonly { readonly chosen: readonly number[]; readonly packed: Packed }[];
  readonly values: boolean;
  readonly agreement: boolean;
  readonly vocabulary: number;
  /** Scores a part, with distributions where `agreement` is wanted. */
  readonly score: (packed: Packed) => Promise<PackedScores>;
}

/** The first part is scored last, as an engine may go straight to the backward pass of what it scored last. */
export async function scoreBefore(wanted: BeforeParts): Promise<Before> {
  const { offsets, places } = wanted.whole;
  const { vocabulary } = wanted;
  const logprobs = new Float64Array(places.length);
  const values = wanted.values ? new Float64Array(places.length) : undefined;
  const agreement = wanted.agreement ? new Float64Array(places.length) : undefined;
  let first: PackedScores | undefined;
  for (const { chosen, packed } of [...wanted.parts].reverse()) {
    first = await wanted.score(packed);
    place(first.logprobs, logprobs, offsets, chosen);
    if (values) place(first.values!, values, offsets, chosen);
    if (agreement) place(agreementOf(first.distributions!, vocabulary), agreement, offsets, chosen);
  }
  return { logprobs, values, agreement, first: first! };
}
