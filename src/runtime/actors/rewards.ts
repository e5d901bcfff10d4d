/**
 * What answers earned: the verifier's rewards less penalties for length and for leaving the reference policy, as rewards of
 * tokens and, by the experiment's estimator, as advantages.
 */
import type { Experiment } from '../../experiment/experiment.ts';
import {
  type AdvantageEstimator,
  type AdvantageRules,
  advantages,
  type TokenFacts,
} from '../../learning/advantages/index.ts';
import type { Facts } from '../../learning/objectives/index.ts';
import { broadcast, sequenceSums } from '../../learning/objectives/sequences.ts';
import { exp } from '../../numerics/elementary.ts';
import type { Sample } from '../memory/sample.ts';

export type RewardSettings = Experiment['advantage'];

type Layout = Pick<Facts, 'offsets' | 'mask'>;

/** What advantages are made of. */
export interface Paid extends Layout {
  /** One an answer. */
  readonly rewards: Float64Array;
  readonly groups: Int32Array;
  /** One a token, where an answer is not paid at its end alone. */
  readonly tokenRewards?: Float64Array | undefined;
  /** Per token, taken from the rewards before the baseline. */
  readonly penalties?: Float64Array | undefined;
  /** Where the estimator looks at tokens, by the policy as it is before the update. */
  readonly policy?: Pick<TokenFacts, 'logp' | 'agreement'> | undefined;
}

/** What a response may be. */
export interface ResponseRules {
  readonly endToken: number;
  /** The longest, end token included. */
  readonly longest: number;
}

/** One a token each. */
export interface Earned {
  readonly advantages: Float64Array;
  readonly rewards: Float64Array;
}

export function estimatorOf({ estimator }: RewardSettings): AdvantageEstimator {
  return advantages[estimator];
}

/** @throws Error where the estimator looks at tokens and the policy's view of them is missing */
export function earnedBy(paid: Paid, estimator: AdvantageEstimator, rules: AdvantageRules): Earned {
  const { offsets, mask, groups, penalties, policy } = paid;
  const given = paid.tokenRewards ?? lastCounted(paid, paid.rewards);
  const rewards = penalties ? given.map((reward, t) => reward - penalties[t]!) : given;
  if (estimator.level === 'token') {
    if (!policy) throw new Error(`${estimator.title} needs the policy's probabilities`);
    return {
      advantages: estimator.estimateTokens({ offsets, mask, rewards, ...policy }, groups, rules),
      rewards,
    };
  }
  const whole = penalties && sequenceSums(paid, penalties);
  const ofAnswers = whole ? paid.rewards.map((reward, i) => reward - whole[i]!) : paid.rewards;
  return { advantages: broadcast(paid, estimator.estimate(ofAnswers, groups, rules)), rewards };
}

/** The verifier's reward of each answer, less what it loses for its length. */
export function shapedRewards(
  samples: readonly Sample[],
  settings: RewardSettings,
  response: ResponseRules,
): Float64Array {
  return Float64Array.from(
    samples,
    (sample) => sample.reward - overlongPenalty(lengthOf(sample, response), settings, response.longest),
  );
}

/**
 * DAPO's soft punishment of length (sheet §10): what an answer of so many tokens loses,
 *
 *   max(0, (length − (L − b))/b)·κ
 *
 * @param length tokens before the one that ends the answer: in the lab the longest right answer is as long as an answer may
 *   be, and with its end it would pass for one that never ends
 * @param longest L
 */
export function overlongPenalty(
  length: number,
  {
    overlongPenalty: kappa,
    overlongBuffer: buffer,
  }: Pick<RewardSettings, 'overlongPenalty' | 'overlongBuffer'>,
  longest: number,
): number {
  return kappa === 0 ? 0 : Math.max(0, (length - (longest - buffer)) / buffer) * kappa;
}

/** Whether an answer was cut off before it ended. */
export function isTruncated(
  { tokens, length }: Pick<Sample, 'tokens' | 'length'>,
  { endToken }: Pick<ResponseRules, 'endToken'>,
): boolean {
  return tokens[length - 1] !== endToken;
}

function lengthOf(sample: Sample, response: ResponseRules): number {
  const all = sample.length - sample.promptLength;
  return isTruncated(sample, response) ? all : all - 1;
}

/** Each answer's reward at its last counted token, 0 elsewhere; nowhere where no token counts. */
export function lastCounted({ offsets, mask }: Layout, rewards: Float64Array): Float64Array {
  const perToken = new Float64Array(mask.length);
  for (let i = 0; i + 1 < offsets.length; i++) {
    let last = offsets[i + 1]! - 1;
    while (last >= offsets[i]! && mask[last] === 0) last--;
    if (last >= offsets[i]!) perToken[last] = rewards[i]!;
  }
  return perToken;
}

/** Σ_a π(a)² of each token's distribution. @param rows log π, tokens × vocabulary */
export function agreementOf(rows: Float64Array, vocabulary: number): Float64Array {
  return Float64Array.from({ length: rows.length / vocabulary }, (_, t) => {
    let sum = 0;
    for (let k = t * vocabulary; k < (t + 1) * vocabulary; k++) sum += exp(2 * rows[k]!);
    return sum;
  });
}
