/** Batch baseline: one mean for all sequences, whatever their prompt. */
import type { AdvantageEstimator } from './contract.ts';
import { estimateByGroup, mean } from './groups.ts';

export const batch: AdvantageEstimator = {
  name: 'batch',
  title: 'Batch mean',
  formula: String.raw`A_i = R_i - \frac{1}{B}\sum_{j=1}^{B} R_j`,
  paper: 'Williams 1992, doi:10.1007/BF00992696',
  source: 'objectives.md §1',
  status: 'STANDARD',
  words:
    'The reward minus the mean of the whole batch: the classic baseline of REINFORCE. Easy prompts look good ' +
    'and hard ones bad, whatever the answer. Groups do not matter, so a group of one is nothing special.',
  estimate(rewards, groups) {
    const all = Array.from(rewards.keys());
    const centre = all.length === 0 ? 0 : mean(rewards, all);
    return estimateByGroup(rewards, groups, (group, advantages) => {
      for (const index of group) advantages[index] = rewards[index]! - centre;
    });
  },
};
