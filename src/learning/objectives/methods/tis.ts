/**
 * Truncated importance sampling, token by token: loss_t = −sg[min(ω_t, C)]·A·ℓθ.
 */
import type { Objective } from '../contract.ts';
import { scoreTerms, shareOf } from '../surrogates.ts';
import { truncate, weightNeeds, weightRatios } from '../weighting.ts';

export const tis: Objective<'tis'> = {
  name: 'tis',
  title: 'Token TIS',
  formula: String.raw`\ell_t = -\,\mathrm{sg}[\min(\omega_t, C)]\, A_t \log\pi_\theta(y_t|s_t)`,
  paper: 'arXiv:2510.18855',
  source: 'objectives.md §14, §39',
  status: 'CONFIRMED',
  caveat: 'verl and slime cut at 2, MiniRL at 5, ROLL at 1.',
  aliases: { verl: 'rollout_is=token', slime: 'use_tis', trl: 'token_truncate' },
  words:
    'A stale token is weighted by how much likelier the learner makes it than the sampler did, but never ' +
    'by more than C. The cap trades a little bias for bounded variance.',
  zeroes: 'Nothing; it caps weights.',
  aggregation: 'token-mean',
  settings: [],
  group: 'tis',
  needs: ({ ratio }) => weightNeeds(ratio),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const { weights, truncated } = truncate(
      weightRatios(detached, settings.ratio, 'tis'),
      settings.cap,
      mask,
    );
    return {
      ...scoreTerms(facts.logpTheta, detached.advantage, mask, weights),
      gates: { truncated: truncated! },
      metrics: shareOf('truncated_ratio', truncated!, mask),
    };
  },
};
