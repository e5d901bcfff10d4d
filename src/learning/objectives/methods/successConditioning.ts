/**
 * Success conditioning, or rejection sampling: supervised learning on the answers that succeeded.
 *
 *   loss_t = −1{R_i ≥ τ}·ℓθ        c_t = 1{R_i ≥ τ}
 *
 * Reads the raw reward, not the advantage. The paper's mean is over successes of Σ_t ℓθ: set rejected tokens not to count, so
 * that failures are no answers in it.
 */
import type { Objective } from '../contract.ts';
import { required } from '../ratios.ts';
import { broadcast } from '../sequences.ts';
import { gate, scoreTerms, shareOf } from '../surrogates.ts';

export const successConditioning: Objective<'success-conditioning'> = {
  name: 'success-conditioning',
  title: 'Success conditioning',
  formula: String.raw`\ell_t = -\mathbf 1\{R_i \ge \tau\}\log\pi_\theta(y_t|s_t)`,
  paper: 'arXiv:2601.18175',
  source: 'objectives.md §27',
  status: 'CONFIRMED',
  aliases: { roll: 'rft' },
  words:
    'Good answers are imitated, bad ones are ignored. With stale data it improves on the policy that ' +
    'sampled, not on the present one.',
  zeroes: 'All of the failed answers.',
  aggregation: 'seq-mean-token-sum',
  settings: [],
  group: 'success-conditioning',
  ownAdvantages: true,
  needs: () => ({ sequenceRewards: true }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const rewards = broadcast(facts, required(detached, 'sequenceRewards', 'success-conditioning'));
    const failed = gate(mask, (t) => rewards[t]! < settings.threshold);
    const good = Float64Array.from(mask, (counts, t) => (counts && !failed[t] ? 1 : 0));
    const terms = scoreTerms(facts.logpTheta, good, mask);
    return {
      ...terms,
      gates: { ...terms.gates, failed },
      rejected: failed,
      metrics: shareOf('failed_ratio', failed, mask),
    };
  },
};
