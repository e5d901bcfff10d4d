/** Dr.GRPO: the group's mean is the baseline, and nothing is divided. */
import type { SequenceEstimator } from './contract.ts';
import { baselines } from './groups.ts';
import { STANDARD_RULES } from './rules.ts';

export const groupMean: SequenceEstimator = {
  name: 'group-mean',
  level: 'sequence',
  title: 'Group mean (Dr.GRPO)',
  formula: String.raw`A_i = R_i - \bar R_g`,
  paper: 'arXiv:2503.20783',
  source: 'objectives.md §8',
  status: 'CONFIRMED',
  words:
    'The reward minus the group’s mean, in the reward’s own unit: groups on which the policy is nearly ' +
    'certain keep their small advantages. A group of one is its own mean and gets 0.',
  estimate(rewards, groups, rules = STANDARD_RULES) {
    const centres = baselines(rewards, groups, rules, 'zero');
    return rewards.map((reward, i) => reward - centres[i]!);
  },
};
