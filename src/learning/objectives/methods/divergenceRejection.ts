/**
 * Rejection by an estimate of the divergence of the learner from the sampler, per token, or its sum, mean or maximum over the
 * sequence. k1 is −log ω, whose sign says on which side.
 */
import type { Objective } from '../contract.ts';
import { scoreTerms, shareOf } from '../surrogates.ts';
import { accept, divergences, weightNeeds, weightRatios } from '../weighting.ts';

export const divergenceRejection: Objective<'divergence-rejection'> = {
  name: 'divergence-rejection',
  title: 'Divergence rejection',
  formula: String.raw`\ell_t = -\,\mathrm{sg}\bigl[\mathbf 1\{\hat D_i \le \tau\}\bigr] A_t \log\pi_\theta(y_t|s_t),\quad \hat D = k_1, k_2 \text{ or } k_3`,
  paper: 'arXiv:2510.18855',
  source: 'objectives.md §14, §39',
  status: 'CONFIRMED',
  aliases: { verl: 'rollout_rs=token_k3, seq_mean_k3', areal: 'rejection_sampling.metric' },
  words:
    'An estimate of the divergence between sampler and learner decides whether a token, or its whole ' +
    'answer, is used. What passes counts fully.',
  zeroes: 'Tokens or whole answers whose divergence is too large.',
  aggregation: 'token-mean',
  settings: [],
  group: 'divergence-rejection',
  needs: ({ ratio }) => weightNeeds(ratio),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const { weights, rejected } = accept(
      divergences(facts, weightRatios(detached, settings.ratio, 'divergence-rejection'), settings),
      { low: -Infinity, high: settings.threshold },
      mask,
    );
    return {
      ...scoreTerms(facts.logpTheta, detached.advantage, mask, weights),
      gates: { rejected: rejected! },
      rejected: rejected!,
      metrics: shareOf('rejected_ratio', rejected!, mask),
    };
  },
};
