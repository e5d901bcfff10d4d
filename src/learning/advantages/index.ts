/**
 * Advantage estimators by the value of `advantage.estimator`, and the share of groups that carry no signal. `groups.ts` is
 * what they share, `rules.ts` what libraries choose differently.
 */
import { batch, batchStd } from './batch.ts';
import type { AdvantageEstimator } from './contract.ts';
import { groupMean } from './groupMean.ts';
import { groupBatchStd, groupWithinStd } from './groupMeanBatchStd.ts';
import { constant, members } from './groups.ts';
import { groupStd } from './groupStd.ts';
import { logMeanExp } from './logMeanExp.ts';
import { optimalToken } from './optimalToken.ts';
import { rloo } from './rloo.ts';

export type { AdvantageEstimator, AdvantageRules, TokenFacts } from './contract.ts';
export { rulesOf } from './rules.ts';

export const advantages = {
  'group-std': groupStd,
  'group-mean': groupMean,
  rloo,
  batch,
  'batch-std': batchStd,
  'group-within-std': groupWithinStd,
  'group-batch-std': groupBatchStd,
  'log-mean-exp': logMeanExp,
  'optimal-token': optimalToken,
} as const satisfies Readonly<Record<AdvantageEstimator['name'], AdvantageEstimator>>;

/**
 * Share of groups whose rewards are all equal; a group of one counts as such. The metric
 * `zero_variance_groups`. 0 for an empty batch.
 */
export function zeroVarianceGroups(rewards: Float64Array, groups: Int32Array): number {
  const all = members(groups);
  if (all.length === 0) return 0;
  return all.filter((group) => constant(rewards, group)).length / all.length;
}
