/** What answers earned: rewards of tokens out of rewards of answers, less a penalty, and the advantages. */
import type { AdvantageEstimator } from '../../learning/advantages/index.ts';
import type { Facts } from '../../learning/objectives/index.ts';
import { sequenceSums } from '../../learning/objectives/sequences.ts';

type Layout = Pick<Facts, 'offsets' | 'mask'>;

export interface Earned {
  /** One an answer. */
  readonly advantages: Float64Array;
  /** One a token. */
  readonly rewards: Float64Array;
}

/**
 * @param rewards of the answers, in the order of `layout` and `groups`
 * @param penalties per token, taken from the rewards before the baseline
 */
export function earnedBy(
  layout: Layout,
  rewards: Float64Array,
  groups: Int32Array,
  { estimate }: AdvantageEstimator,
  penalties?: Float64Array,
): Earned {
  const perToken = lastCounted(layout, rewards);
  if (penalties === undefined) return { advantages: estimate(rewards, groups), rewards: perToken };
  const whole = sequenceSums(layout, penalties);
  return {
    advantages: estimate(
      rewards.map((reward, i) => reward - whole[i]!),
      groups,
    ),
    rewards: perToken.map((reward, t) => reward - penalties[t]!),
  };
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
