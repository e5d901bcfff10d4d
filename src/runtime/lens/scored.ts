/**
 * A batch at one θ: all answers as one optimiser batch, in blocks, with what any method reads of it by that θ. What is not
 * θ's is taken from where the batch comes from; what is missing there is missing here.
 */
import type { LensFacts } from '../../learning/lens/contract.ts';
import type { PackedScores } from '../actors/packing.ts';
import type { Block } from './blocks.ts';

export interface ScoredBatch {
  readonly facts: LensFacts;
  readonly blocks: readonly Block[];
}

/** What is known of the answers beside θ's own scores. */
export interface Given extends Omit<
  LensFacts,
  'logpTheta' | 'logpRecomputed' | 'values' | 'valuesOld' | 'entropy' | 'distributions'
> {
  /** log μ(·), tokens × vocabulary. */
  readonly behaveRows?: Float64Array;
  readonly groups: Int32Array;
}

/** @param scores of the same answers, with distributions */
export function factsAt(
  { behaveRows, ...given }: Given,
  scores: PackedScores,
  vocabulary: number,
): LensFacts {
  const { logprobs, entropy, distributions, values } = scores;
  return {
    ...given,
    logpTheta: logprobs,
    logpRecomputed: logprobs,
    entropy,
    distributions: {
      vocabulary,
      logpTheta: distributions!,
      ...(behaveRows && { logpBehave: behaveRows }),
    },
    ...(values && { values, valuesOld: values }),
  };
}
