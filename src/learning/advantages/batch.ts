/** Batch baselines: one mean for all sequences, whatever their prompt. */
import type { SequenceEstimator } from './contract.ts';
import { deviation, estimateByGroup, mean } from './groups.ts';
import { STANDARD_RULES } from './rules.ts';

export const batch: SequenceEstimator = {
  name: 'batch',
  level: 'sequence',
  title: 'Batch mean',
  formula: String.raw`A_i = R_i - \frac{1}{B}\sum_{j=1}^{B} R_j`,
  paper: 'Williams 1992, doi:10.1007/BF00992696',
  source: 'objectives.md §1',
  status: 'STANDARD',
  words:
    'The reward minus the mean of the whole batch: the classic baseline of REINFORCE. Easy prompts look good ' +
    'and hard ones bad, whatever the answer. Groups do not matter, so a group of one is nothing special.',
  estimate(rewards, groups) {
    return aboutBatchMean(rewards, groups).differences;
  },
};

export const batchStd: SequenceEstimator = {
  name: 'batch-std',
  level: 'sequence',
  title: 'Batch mean and std',
  formula: String.raw`A_i = \frac{R_i - \bar R}{\sqrt{\frac{1}{B-1}\sum_{j=1}^{B}(R_j-\bar R)^2} + \epsilon}`,
  paper: 'arXiv:2505.24298',
  source: 'objectives.md §39',
  status: 'CONFIRMED',
  words:
    'The batch’s mean as baseline and its standard deviation as unit: what areal’s normaliser does unless ' +
    'told otherwise. Groups do not matter, so a group of one is nothing special.',
  estimate(rewards, groups, rules = STANDARD_RULES) {
    const { differences, centre } = aboutBatchMean(rewards, groups);
    const unit = deviation(rewards, [...rewards.keys()], () => centre) + rules.epsilon;
    return differences.map((difference) => difference / unit);
  },
};

function aboutBatchMean(
  rewards: Float64Array,
  groups: Int32Array,
): { readonly differences: Float64Array; readonly centre: number } {
  const all = [...rewards.keys()];
  const centre = all.length === 0 ? 0 : mean(rewards, all);
  const differences = estimateByGroup(rewards, groups, (group, advantages) => {
    for (const index of group) advantages[index] = rewards[index]! - centre;
  });
  return { differences, centre };
}
