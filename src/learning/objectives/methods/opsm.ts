/**
 * DeepSeek-V3.2's off-policy sequence masking: a sequence with negative advantage is dropped when mean_t(ℓμ − ℓθ) > δ. slime
 * puts its own evaluation at the start of the update, or that at the token's version, in the place of ℓμ (sheet §39).
 */
import { anchorNeeds, anchorOf } from '../anchors.ts';
import type { Objective } from '../contract.ts';
import { logRatios } from '../ratios.ts';
import { scoreTerms, shareOf } from '../surrogates.ts';
import { offPolicySequences } from '../weighting.ts';

export const opsm: Objective<'opsm'> = {
  name: 'opsm',
  title: 'Off-policy sequence masking',
  formula: String.raw`\ell_t = -\,\mathrm{sg}\bigl[1 - \mathbf 1\{A_i < 0 \wedge \tfrac1N\textstyle\sum_t \log\tfrac{\mu}{\pi_\theta} > \delta\}\bigr] A_t \log\pi_\theta(y_t|s_t)`,
  paper: 'arXiv:2512.02556',
  source: 'objectives.md §14, §39',
  status: 'CONFIRMED',
  caveat: 'trl suggests a drift of 0.5; slime’s default is 0.0001.',
  aliases: { trl: 'off_policy_mask', slime: 'use_opsm' },
  words:
    'Bad answers that the policy has moved away from already are not pushed further. Good answers are ' +
    'always used, however old.',
  zeroes: 'Whole bad answers that have become unlikely.',
  aggregation: 'token-mean',
  settings: [],
  group: 'opsm',
  needs: ({ reference }) => anchorNeeds(reference),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const since = anchorOf(detached, settings.reference, 'opsm');
    const drift = logRatios(detached.logpTheta, since, mask);
    const { weights, rejected } = offPolicySequences(facts, detached, drift, settings.delta);
    return {
      ...scoreTerms(facts.logpTheta, detached.advantage, mask, weights),
      gates: { rejected: rejected! },
      rejected: rejected!,
      metrics: shareOf('rejected_ratio', rejected!, mask),
    };
  },
};
