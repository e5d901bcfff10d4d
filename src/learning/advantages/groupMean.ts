/** Dr.GRPO: the group's mean is the baseline, and nothing is divided. */
import type { AdvantageEstimator } from './contract.ts';
import { estimateByGroup, mean } from './groups.ts';

export const groupMean: AdvantageEstimator = {
  name: 'group-mean',
  title: 'Group mean (Dr.GRPO)',
  formula: String.raw`A_i = R_i - \bar R_g`,
  paper: 'arXiv:2503.20783',
  source: 'objectives.md §8',
  status: 'CONFIRMED',
  words:
    'The reward minus the group’s mean, in the reward’s own unit: groups on which the policy is nearly ' +
    'certain keep their small advantages. A group of one is its own mean and gets 0.',
  estimate(rewards, groups) {
    return estimateByGroup(rewards, groups, (group, advantages) => {
      const centre = mean(rewards, group);
      for (const index of group) advantages[index] = rewards[index]! - centre;
    });
  },
};
