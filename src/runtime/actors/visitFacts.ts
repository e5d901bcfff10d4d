/** The facts of one minibatch, as its evaluation reads them: what is needed of the batch, of its scores, and of the past. */
import type { Experiment } from '../../experiment/experiment.ts';
import type { Facts, Needs } from '../../learning/objectives/index.ts';
import { below, STREAM } from '../../numerics/random.ts';
import type { UpdateContext } from './contract.ts';
import { entropiesByPosition, type EntropyHistory } from './entropyHistory.ts';
import { type Packed, type PackedScores, perSample, perToken, select } from './packing.ts';
import type { Provisions } from './provisions.ts';
import { type Earned, isTruncated, type ResponseRules } from './rewards.ts';

/** What stays the same for all minibatches of an update, whatever reads it. */
export interface BatchFacts {
  /** The whole batch. */
  readonly packed: Packed;
  /** Group of each sample. */
  readonly groups: Int32Array;
  /** Of the verifier, one a sample. */
  readonly rewards: Float64Array;
  readonly earned: Earned;
  readonly experiment: Experiment;
  readonly context: UpdateContext;
  readonly response: ResponseRules;
  readonly vocabulary: number;
  readonly entropies: EntropyHistory;
}

/** What was computed of the whole batch, for whose sake. */
export interface Computed {
  readonly needs: Needs;
  readonly provisions: Provisions;
  /** By θ as it was before the update; needed where values are. */
  readonly valuesOld: Float64Array | undefined;
}

/** A minibatch: indices of samples, and those samples packed. */
export interface Part {
  readonly chosen: readonly number[];
  readonly packed: Packed;
}

/** A minibatch where it is trained on, the `order`-th of the update. */
export interface Visited extends Part {
  readonly order: number;
  /** By θ as it is then. */
  readonly scores: PackedScores;
  readonly logpProx: Float64Array;
}

export type VisitFacts = Facts & Required<Pick<Facts, 'logpProx' | 'logpBehave' | 'staleness' | 'groups'>>;

export function visitFacts(batch: BatchFacts, computed: Computed, visited: Visited): VisitFacts {
  const { chosen, packed, order, scores, logpProx } = visited;
  const { experiment, context, vocabulary, earned } = batch;
  const { needs, valuesOld } = computed;
  const { old, reference, behaveRows } = computed.provisions;
  const own = (values: Float64Array, width = 1): Float64Array =>
    select(values, batch.packed.offsets, chosen, width);
  const layout = { offsets: packed.offsets, mask: trainedMask(packed, experiment, batch.response) };
  return {
    ...layout,
    logpTheta: scores.logprobs,
    logpProx,
    logpBehave: perToken(packed, (sample) => sample.behaveLogprobs),
    advantage: own(earned.advantages),
    staleness: Int32Array.from(
      perToken(packed, (sample) => sample.versions),
      (sampled) => context.version - sampled,
    ),
    groups: Int32Array.from(chosen, (i) => batch.groups[i]!),
    maxLength: batch.response.longest,
    ...(needs.old && { logpOld: own(old!) }),
    ...(reference && { logpRef: own(reference) }),
    ...(scores.distributions && {
      distributions: {
        vocabulary,
        logpTheta: scores.distributions,
        ...(behaveRows && { logpBehave: own(behaveRows, vocabulary) }),
      },
    }),
    ...(needs.values && {
      values: scores.values!,
      valuesOld: own(valuesOld!),
      rewards: own(earned.rewards),
    }),
    ...(needs.sequenceRewards && { sequenceRewards: Float64Array.from(chosen, (i) => batch.rewards[i]!) }),
    ...(needs.entropy && { entropy: scores.entropy }),
    ...(needs.entropyHistory && {
      // Before any update is past, the batch is its own past.
      entropyHistory: batch.entropies.means ?? entropiesByPosition(layout, scores.entropy),
    }),
    ...(needs.seed && { seed: visitSeed(experiment, context.update, order) }),
  };
}

/** What methods draw by. @param update updates finished before this one */
export function visitSeed({ run }: Pick<Experiment, 'run'>, update: number, order: number): number {
  return below(0x1_0000_0000, run.seed, STREAM.objective, update, order, 0, 1);
}

export function maskOf(packed: Packed): Uint8Array {
  return Uint8Array.from(perToken(packed, (sample) => sample.lossMask));
}

/** Tokens to learn from; advantages know of the others too. */
export function trainedMask(
  packed: Packed,
  { advantage }: Pick<Experiment, 'advantage'>,
  response: ResponseRules,
): Uint8Array {
  if (advantage.truncated === 'train') return maskOf(packed);
  const whole = perSample(packed, (i) => (isTruncated(packed.samples[i]!, response) ? 0 : 1));
  return maskOf(packed).map((counts, t) => counts & whole[t]!);
}
