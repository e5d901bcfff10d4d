/**
 * Masked importance sampling by rejection: a token outside the band leaves the mask; `rejectedTokens` says whether the
 * denominators still count it.
 */
import type { Objective } from '../contract.ts';
import { scoreTerms, shareOf } from '../surrogates.ts';
import { bandPass, weightNeeds, weightRatios } from '../weighting.ts';

export const mis: Objective<'mis'> = {
  name: 'mis',
  title: 'Token MIS',
  formula: String.raw`\ell_t = -\,\mathrm{sg}\bigl[\omega_t \mathbf 1\{\alpha \le \omega_t \le C\}\bigr] A_t \log\pi_\theta(y_t|s_t),\ \text{rejected tokens leave the mask}`,
  paper: 'arXiv:2510.18855',
  source: 'objectives.md §14, §39',
  status: 'CONFIRMED',
  aliases: { verl: 'rollout_rs=token', trl: 'token_mask' },
  words:
    'A token is used with its full weight while the weight lies in the band, and not at all outside. The ' +
    'mask rejects it, so the setting of rejected tokens decides whether the mean still counts it.',
  zeroes: 'Both tails, whatever the sign of the advantage.',
  aggregation: 'token-mean',
  settings: [],
  group: 'mis',
  needs: ({ ratio }) => weightNeeds(ratio),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const { weights, rejected } = bandPass(weightRatios(detached, settings.ratio, 'mis'), settings, mask);
    return {
      ...scoreTerms(facts.logpTheta, detached.advantage, mask, weights),
      gates: { rejected: rejected! },
      rejected: rejected!,
      metrics: shareOf('rejected_ratio', rejected!, mask),
    };
  },
};
