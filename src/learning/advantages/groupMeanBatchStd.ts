/**
 * The group's mean as baseline and the batch's standard deviation as unit. areal and trl both offer it and measure it about
 * different centres (sheet §39): areal about each group's mean, trl about the mean of all rewards.
 */
import type { SequenceEstimator } from './contract.ts';
import { baselines, deviation, mean } from './groups.ts';
import { STANDARD_RULES } from './rules.ts';

export const groupWithinStd: SequenceEstimator = {
  name: 'group-within-std',
  level: 'sequence',
  title: 'Group mean, std within groups',
  formula: String.raw`A_i = \frac{R_i - \bar R_g}{\sqrt{\frac{1}{B-1}\sum_{j=1}^{B}(R_j-\bar R_{g(j)})^2} + \epsilon}`,
  paper: 'arXiv:2505.24298',
  source: 'objectives.md §39',
  status: 'CONFIRMED',
  words:
    'One unit for the whole batch, and it only counts what varies within groups, as in areal: prompts that ' +
    'are easier than others do not make it larger. A group of one gets 0.',
  estimate(rewards, groups, rules = STANDARD_RULES) {
    const centres = baselines(rewards, groups, rules, 'zero');
    const unit = deviation(rewards, [...rewards.keys()], (i) => centres[i]!) + rules.epsilon;
    return rewards.map((reward, i) => (reward - centres[i]!) / unit);
  },
};

export const groupBatchStd: SequenceEstimator = {
  name: 'group-batch-std',
  level: 'sequence',
  title: 'Group mean, std of all rewards',
  formula: String.raw`A_i = \frac{R_i - \bar R_g}{\sqrt{\frac{1}{B-1}\sum_{j=1}^{B}(R_j-\bar R)^2} + \epsilon}`,
  paper: 'arXiv:2508.08221',
  source: 'objectives.md §6',
  status: 'CONFIRMED',
  words:
    'One unit for the whole batch, that of all its rewards, as trl’s scale_rewards="batch". Groups on which ' +
    'the policy is nearly certain are no longer blown up. A group of one gets 0.',
  estimate(rewards, groups, rules = STANDARD_RULES) {
    const centres = baselines(rewards, groups, rules, 'zero');
    const all = [...rewards.keys()];
    const middle = all.length === 0 ? 0 : mean(rewards, all);
    const unit = deviation(rewards, all, () => middle) + rules.epsilon;
    return rewards.map((reward, i) => (reward - centres[i]!) / unit);
  },
};
