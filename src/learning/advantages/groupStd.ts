/** GRPO: the group's mean is the baseline, the group's standard deviation the unit. */
import type { AdvantageEstimator } from './contract.ts';
import { estimateByGroup, mean } from './groups.ts';

/** As in verl. AReaL uses 1e-5 and TRL 1e-4; where rewards are tiny these are not interchangeable (sheet §7). */
export const STD_EPSILON = 1e-6;

export const groupStd: AdvantageEstimator = {
  name: 'group-std',
  title: 'Group mean and std (GRPO)',
  formula: String.raw`A_i = \frac{R_i - \bar R_g}{\sqrt{\frac{1}{G-1}\sum_{j\in g}(R_j-\bar R_g)^2} + 10^{-6}}`,
  paper: 'arXiv:2402.03300',
  source: 'objectives.md §6, §39',
  status: 'CONFIRMED',
  words:
    'How many standard deviations of its group an answer lies above the group’s mean. A group whose rewards ' +
    'are all equal says nothing and gets 0. A group of one has mean 0 and standard deviation 1, as in verl.',
  estimate(rewards, groups) {
    return estimateByGroup(rewards, groups, (group, advantages) => {
      const alone = group.length === 1;
      const centre = alone ? 0 : mean(rewards, group);
      let squares = 0;
      for (const index of group) squares += (rewards[index]! - centre) * (rewards[index]! - centre);
      const deviation = alone ? 1 : Math.sqrt(squares / (group.length - 1));
      for (const index of group) advantages[index] = (rewards[index]! - centre) / (deviation + STD_EPSILON);
    });
  },
};
