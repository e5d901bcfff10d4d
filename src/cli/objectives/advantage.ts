/** Advantages for the command: as given token by token, or estimated from rewards within groups. */
import { quote } from '../../experiment/fields.ts';
import { type AdvantageEstimator, type AdvantageRules, advantages } from '../../learning/advantages/index.ts';
import type { Facts, LearningSettings } from '../../learning/objectives/index.ts';
import { rewardPenalties } from '../../learning/objectives/klPenalty.ts';
import { agreementOf, earnedBy } from '../../runtime/actors/rewards.ts';
import { UsageError } from '../command.ts';

/** Which advantages an evaluation wants. */
export interface AdvantageWish {
  /** By name on the command line: rewards and groups must be there. */
  readonly asked: AdvantageEstimator | undefined;
  /** A recipe's: used where no advantages are given. */
  readonly usual: AdvantageEstimator | undefined;
  readonly rules: AdvantageRules;
  /** The method makes its own of rewards. */
  readonly own: boolean;
  /** A penalty that is taken from rewards. */
  readonly kl: LearningSettings['kl'] | undefined;
}

/** What advantages can be made of; each throws a UsageError where the facts lack it. */
export interface RewardFacts extends Pick<Facts, 'offsets' | 'mask' | 'logpTheta'> {
  /** Those given, or undefined where a sequence has none. */
  given(): Float64Array | undefined;
  /** One a sequence. */
  rewards(): Float64Array;
  groups(): Int32Array;
  /** One a token, or undefined where a sequence has none. */
  tokenRewards(): Float64Array | undefined;
  reference(): Float64Array;
  distributions(): { readonly logpTheta: Float64Array; readonly vocabulary: number };
}

/** @throws UsageError naming what there is */
export function findEstimator(name: string): AdvantageEstimator {
  if (!Object.hasOwn(advantages, name)) {
    throw new UsageError(
      `--advantage must be one of ${Object.keys(advantages).join(', ')}; got ${quote(name)}.`,
    );
  }
  return advantages[name as keyof typeof advantages];
}

/** One a token. @throws UsageError */
export function advantagesOf(facts: RewardFacts, wish: AdvantageWish): Float64Array {
  const { asked, usual, own } = wish;
  if (asked !== undefined) return estimated(facts, asked, wish);
  const given = facts.given();
  if (given !== undefined) return given;
  if (own) return new Float64Array(facts.mask.length);
  if (usual !== undefined) return estimated(facts, usual, wish);
  throw new UsageError('Every sequence needs "advantages", or give --advantage and "reward" and "group".');
}

function estimated(
  facts: RewardFacts,
  estimator: AdvantageEstimator,
  { rules, kl }: AdvantageWish,
): Float64Array {
  const { offsets, mask, logpTheta } = facts;
  const groups = facts.groups();
  const ofTokens = estimator.level === 'token';
  const rows = ofTokens ? facts.distributions() : undefined;
  const paid = {
    offsets,
    mask,
    groups,
    rewards: facts.rewards(),
    tokenRewards: ofTokens ? facts.tokenRewards() : undefined,
    penalties: kl && rewardPenalties(logpTheta, facts.reference(), mask, kl),
    policy: rows && { logp: logpTheta, agreement: agreementOf(rows.logpTheta, rows.vocabulary) },
  };
  return earnedBy(paid, estimator, rules).advantages;
}
