/**
 * Truncated importance sampling by the whole sequence: every token's weight is min(Π_j ω_j, C).
 */
import type { Objective } from '../contract.ts';
import { scoreTerms, shareOf } from '../surrogates.ts';
import { sequenceProducts, truncate, weightNeeds, weightRatios } from '../weighting.ts';

export const seqTis: Objective<'seq-tis'> = {
  name: 'seq-tis',
  title: 'Sequence TIS',
  formula: String.raw`\ell_t = -\,\mathrm{sg}\Bigl[\min\bigl(\textstyle\prod_j \omega_j, C\bigr)\Bigr] A_t \log\pi_\theta(y_t|s_t)`,
  paper: 'arXiv:2510.18855',
  source: 'objectives.md §14, §39',
  status: 'CONFIRMED',
  aliases: { verl: 'rollout_is=sequence', trl: 'sequence_truncate' },
  words:
    'The weight is that of the whole answer: the product of its tokens’ ratios, cut at C. It is unbiased ' +
    'for the answer, but drifts to 0 or to the cap as answers get longer.',
  zeroes: 'Nothing; it caps weights.',
  aggregation: 'token-mean',
  settings: [],
  group: 'seq-tis',
  needs: ({ ratio }) => weightNeeds(ratio),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const { weights, truncated } = truncate(
      sequenceProducts(facts, weightRatios(detached, settings.ratio, 'seq-tis')),
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
