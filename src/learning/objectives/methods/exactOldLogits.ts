/**
 * The exact decomposition: π_old is the learner's own evaluation at the token's version. All three routes to it (snapshots
 * of past weights, a lagging scorer, interrupt and score) give the same numbers here, at different costs.
 *
 *   loss_t = 1{1/c ≤ π_old/μ ≤ c}·(π_old/μ)·max(−A r, −A clip(r)),  r = π_θ/π_old
 */
import type { Objective } from '../contract.ts';
import { discrepancyTerms } from '../discrepancy.ts';

export const exactOldLogits: Objective<'exact-old-logits'> = {
  name: 'exact-old-logits',
  title: 'Exact old log-probabilities',
  formula: String.raw`\ell_t = \mathbf 1\{\tfrac1c \le \tfrac{\pi_{old}}{\mu} \le c\}\,\tfrac{\pi_{old}}{\mu}\,\max\bigl(-r_t A_t, -\mathrm{clip}(r_t) A_t\bigr),\quad r_t = \tfrac{\pi_\theta}{\pi_{old}}`,
  paper: 'arXiv:2605.12070',
  source: 'objectives.md §18',
  status: 'CONFIRMED-2ND',
  caveat:
    'How wide the band is, and whether the discrepancy weights or only masks, is not certain; both are ' +
    'settings.',
  words:
    'Staleness and the disagreement between engines are told apart exactly, because the weights that ' +
    'sampled each token are kept. The mask then treats the second on both sides alike, the clip the first ' +
    'by the sign of the advantage.',
  zeroes: 'Tokens on which learner and sampler disagree at the same weights; then as PPO.',
  aggregation: 'token-mean',
  settings: ['clipLow', 'clipHigh'],
  group: 'exact-old-logits',
  needs: () => ({ behave: true, prox: 'old' }),
  terms(facts, settings, detached) {
    return discrepancyTerms(facts, settings, detached, 'exact-old-logits');
  },
};
