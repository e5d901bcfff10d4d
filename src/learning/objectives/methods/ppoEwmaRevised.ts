/**
 * Revised PPO-EWMA: the averaged policy stands in for the lost old policy. Its age is set from the staleness window
 * (β = W/(W+2), the middle of the queue), and it is reset to θ when too few tokens stay active.
 *
 *   loss_t = 1{1/c ≤ π_p/μ ≤ c}·(π_p/μ)·max(−A r, −A clip(r)),  r = π_θ/π_p
 *
 * The reset itself is the learner's: it reads the metric `active_ratio`.
 */
import type { Objective } from '../contract.ts';
import { discrepancyTerms } from '../discrepancy.ts';

export const ppoEwmaRevised: Objective<'ppo-ewma-revised'> = {
  name: 'ppo-ewma-revised',
  title: 'PPO-EWMA, revised',
  formula: String.raw`\ell_t = \mathbf 1\{\tfrac1c \le \tfrac{\pi_p}{\mu} \le c\}\,\tfrac{\pi_p}{\mu}\,\max\bigl(-r_t A_t, -\mathrm{clip}(r_t) A_t\bigr),\quad \pi_p = \text{averaged weights},\ \beta = \tfrac{W}{W+2}`,
  paper: 'arXiv:2605.12070',
  source: 'objectives.md §18',
  status: 'CONFIRMED-2ND',
  caveat:
    'How wide the band is, and whether the discrepancy weights or only masks, is not certain; both are settings.',
  words:
    'The moving average is made as old as the data is on average, so that its ratio to the sampler shows ' +
    'the engines’ disagreement alone. When too few tokens survive mask and clip, the average begins anew.',
  zeroes: 'Tokens on which the averaged policy and the sampler disagree, either way; then as PPO.',
  aggregation: 'token-mean',
  settings: ['clipLow', 'clipHigh'],
  group: 'ppo-ewma-revised',
  needs: () => ({ behave: true, prox: 'averaged' }),
  terms(facts, settings, detached) {
    return discrepancyTerms(facts, settings, detached, 'ppo-ewma-revised');
  },
};
