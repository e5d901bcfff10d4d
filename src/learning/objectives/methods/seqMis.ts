/**
 * Masked importance sampling by the whole sequence: W_i = Π_j ω_j as weight where it lies in the band, else rejection.
 */
import type { Objective } from '../contract.ts';
import { scoreTerms, shareOf } from '../surrogates.ts';
import { bandPass, sequenceProducts, weightNeeds, weightRatios } from '../weighting.ts';

export const seqMis: Objective<'seq-mis'> = {
  name: 'seq-mis',
  title: 'Sequence MIS',
  formula: String.raw`\ell_t = -\,\mathrm{sg}\Bigl[W_i \mathbf 1\{C_{\min} \le W_i \le C_{\max}\}\Bigr] A_t \log\pi_\theta(y_t|s_t),\quad W_i = \textstyle\prod_j \omega_j`,
  paper: 'arXiv:2510.18855',
  source: 'objectives.md §14, §39',
  status: 'CONFIRMED',
  aliases: { trl: 'sequence_mask', verl: 'rollout_rs=sequence' },
  words:
    'The answer is used with the weight of the whole answer, or not at all where that weight leaves the ' +
    'band. TRL’s asynchronous trainer does this by default.',
  zeroes: 'Whole answers with too large or too small a weight.',
  aggregation: 'token-mean',
  settings: [],
  group: 'seq-mis',
  needs: ({ ratio }) => weightNeeds(ratio),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const { weights, rejected } = bandPass(
      sequenceProducts(facts, weightRatios(detached, settings.ratio, 'seq-mis')),
      settings,
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
