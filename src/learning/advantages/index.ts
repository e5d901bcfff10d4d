/**
 * Advantage estimators, one file each, by the value of `advantage.estimator`; and the share of groups that
 * carry no signal. `groups.ts` is what they share.
 */
import { batch } from './batch.ts';
import type { AdvantageEstimator } from './contract.ts';
import { groupMean } from './groupMean.ts';
import { constant, members } from './groups.ts';
import { groupStd } from './groupStd.ts';
import { rloo } from './rloo.ts';

export type { AdvantageEstimator } from './contract.ts';

export const advantages: Readonly<Record<AdvantageEstimator['name'], AdvantageEstimator>> = {
  'group-std': groupStd,
  'group-mean': groupMean,
  rloo,
  batch,
};

/**
 * Share of groups whose rewards are all equal; a group of one counts as such. The metric
 * `zero_variance_groups`. 0 for an empty batch.
 */
export function zeroVarianceGroups(rewards: Float64Array, groups: Int32Array): number {
  const all = members(groups);
  if (all.length === 0) return 0;
  return all.filter((group) => constant(rewards, group)).length / all.length;
}
