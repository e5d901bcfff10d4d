/** OPMD as Trinity-RFT simplifies it: a soft maximum of the group's rewards is the baseline (sheet §33). */
import { exp, log } from '../../numerics/elementary.ts';
import type { SequenceEstimator } from './contract.ts';
import { estimateByGroup, keepsReward } from './groups.ts';
import { STANDARD_RULES } from './rules.ts';

export const logMeanExp: SequenceEstimator = {
  name: 'log-mean-exp',
  level: 'sequence',
  title: 'Group soft maximum (OPMD)',
  formula: String.raw`A_i = R_i - \tau\Bigl(\log\sum_{j\in g} e^{R_j/\tau} - \log G\Bigr)`,
  paper: 'arXiv:2501.12599',
  source: 'objectives.md §33',
  status: 'CONFIRMED',
  words:
    'The baseline lies between the group’s mean (large τ) and its best answer (small τ), so that mediocre ' +
    'answers count as bad. A group of one is its own baseline and gets 0.',
  estimate(rewards, groups, rules = STANDARD_RULES) {
    return estimateByGroup(rewards, groups, (group, advantages) => {
      const alone = group.length === 1 && keepsReward(rules, 'zero');
      const centre = alone ? 0 : softMaximum(rewards, group, rules.temperature);
      for (const index of group) advantages[index] = rewards[index]! - centre;
    });
  },
};

/** τ log mean exp(R/τ), about the largest reward, so that nothing overflows and equal rewards are returned as they are. */
function softMaximum(rewards: Float64Array, group: readonly number[], temperature: number): number {
  let most = -Infinity;
  for (const index of group) most = Math.max(most, rewards[index]!);
  let sum = 0;
  for (const index of group) sum += exp((rewards[index]! - most) / temperature);
  return most + temperature * log(sum / group.length);
}
