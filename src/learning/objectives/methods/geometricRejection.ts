/**
 * Rejection by the geometric mean of a sequence's ratios; what is accepted has weight 1.
 */
import type { Objective } from '../contract.ts';
import { scoreTerms, shareOf } from '../surrogates.ts';
import { ratioOf } from '../ratios.ts';
import { accept, geometricMeans, weightNeeds, weightRatios } from '../weighting.ts';

export const geometricRejection: Objective<'geometric-rejection'> = {
  name: 'geometric-rejection',
  title: 'Geometric rejection',
  formula: String.raw`\ell_t = -\,\mathrm{sg}\Bigl[\mathbf 1\{a \le (\textstyle\prod_j \omega_j)^{1/N} \le b\}\Bigr] A_t \log\pi_\theta(y_t|s_t)`,
  paper: 'arXiv:2510.18855',
  source: 'objectives.md §14, §39',
  status: 'CONFIRMED',
  aliases: { verl: 'rollout_rs=geometric' },
  words:
    'Answers whose tokens have drifted on average by more than a tenth of a percent are left out, the ' +
    'others count fully. The mean does not grow with the length of the answer, as the product does.',
  zeroes: 'Whole answers whose mean ratio leaves a narrow band.',
  aggregation: 'token-mean',
  settings: [],
  group: 'geometric-rejection',
  needs: ({ ratio }) => weightNeeds(ratio),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const { weights, rejected } = accept(
      geometricMeans(facts, weightRatios(detached, settings.ratio, 'geometric-rejection')).map(ratioOf),
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
