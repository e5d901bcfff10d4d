/** GRPO: the group's mean is the baseline, the group's standard deviation the unit. */
import type { SequenceEstimator } from './contract.ts';
import { baseline, deviation, estimateByGroup } from './groups.ts';
import { STANDARD_RULES } from './rules.ts';

export const groupStd: SequenceEstimator = {
  name: 'group-std',
  level: 'sequence',
  title: 'Group mean and std (GRPO)',
  formula: String.raw`A_i = \frac{R_i - \bar R_g}{\sqrt{\frac{1}{G-1}\sum_{j\in g}(R_j-\bar R_g)^2} + \epsilon}`,
  paper: 'arXiv:2402.03300',
  source: 'objectives.md §6, §39',
  status: 'CONFIRMED',
  words:
    'How many standard deviations of its group an answer lies above the group’s mean. A group whose rewards ' +
    'are all equal says nothing and gets 0. A group of one has mean 0 and standard deviation 1, as in verl.',
  estimate(rewards, groups, rules = STANDARD_RULES) {
    return estimateByGroup(rewards, groups, (group, advantages) => {
      const centre = baseline(rewards, group, rules, 'keep');
      const unit = group.length === 1 ? 1 : deviation(rewards, group, () => centre);
      for (const index of group) advantages[index] = (rewards[index]! - centre) / (unit + rules.epsilon);
    });
  },
};
