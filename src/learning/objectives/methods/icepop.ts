/**
 * IcePop: the weight is zeroed outside the band while mask and denominators stay as they are, under every setting.
 */
import type { Objective } from '../contract.ts';
import { scoreTerms, shareOf } from '../surrogates.ts';
import { bandPass, weightNeeds, weightRatios } from '../weighting.ts';

export const icepop: Objective<'icepop'> = {
  name: 'icepop',
  title: 'IcePop',
  formula: String.raw`\ell_t = -\,\mathrm{sg}\bigl[\omega_t \mathbf 1\{\alpha \le \omega_t \le \beta\}\bigr] A_t \log\pi_\theta(y_t|s_t),\ \text{the mean keeps its denominator}`,
  paper: 'arXiv:2510.18855',
  source: 'objectives.md §14, §39',
  status: 'CONFIRMED',
  aliases: { roll: 'icepop', areal: 'rejection_sampling' },
  words:
    'As token MIS, but the token stays in the mask with weight 0. So what is left does not weigh more ' +
    'when much is cut.',
  zeroes: 'Both tails, whatever the sign of the advantage.',
  aggregation: 'token-mean',
  settings: [],
  group: 'icepop',
  needs: ({ ratio }) => weightNeeds(ratio),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const { weights, rejected } = bandPass(weightRatios(detached, settings.ratio, 'icepop'), settings, mask);
    return {
      ...scoreTerms(facts.logpTheta, detached.advantage, mask, weights),
      gates: { rejected: rejected! },
      metrics: shareOf('rejected_ratio', rejected!, mask),
    };
  },
};
