/** RLOO: every answer's baseline is the mean of the group's other answers. */
import type { SequenceEstimator } from './contract.ts';
import { estimateByGroup, keepsReward, mean } from './groups.ts';
import { STANDARD_RULES } from './rules.ts';

export const rloo: SequenceEstimator = {
  name: 'rloo',
  level: 'sequence',
  title: 'Leave one out (RLOO)',
  formula: String.raw`A_i = R_i - \frac{1}{G-1}\sum_{j\in g,\,j\ne i} R_j = \frac{G}{G-1}(R_i - \bar R_g)`,
  paper: 'arXiv:2402.14740',
  source: 'objectives.md §9',
  status: 'CONFIRMED',
  words:
    'The reward minus the mean of the other answers, an unbiased baseline because it does not depend on the ' +
    'answer itself. A group of one has no others and keeps its reward, as in verl’s loop version; its ' +
    'vectorised one gives 0.',
  estimate(rewards, groups, rules = STANDARD_RULES) {
    return estimateByGroup(rewards, groups, (group, advantages) => {
      const size = group.length;
      if (size === 1) {
        advantages[group[0]!] = keepsReward(rules, 'keep') ? rewards[group[0]!]! : 0;
        return;
      }
      const centre = mean(rewards, group);
      for (const index of group) advantages[index] = (size / (size - 1)) * (rewards[index]! - centre);
    });
  },
};
