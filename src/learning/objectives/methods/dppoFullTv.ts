/**
 * DPPO with the total variation over the whole vocabulary as trust region; production systems take the top K and a rest.
 */
import type { Objective } from '../contract.ts';
import { fullDivergence, massMoved, outwardMask } from '../probabilityMasks.ts';
import { logRatios, ratioOf, required } from '../ratios.ts';
import { scoreTerms, shareOf } from '../surrogates.ts';

export const dppoFullTv: Objective<'dppo-full-tv'> = {
  name: 'dppo-full-tv',
  title: 'DPPO, full TV',
  formula: String.raw`\ell_t = -\,\mathrm{sg}[\min(\rho_t, C)]\,M_t A_t \log\pi_\theta,\quad D_t = \tfrac12\sum_k|\mu_k-\pi_k| > \delta \Rightarrow M_t = 0 \text{ outward}`,
  paper: 'arXiv:2602.04879',
  source: 'objectives.md §22, §39',
  status: 'CONFIRMED',
  words:
    'The whole distribution at the token is compared, not only the token that was drawn. This is exact ' +
    'for a small vocabulary; large ones use the most likely tokens and a rest.',
  zeroes: 'Outward only: tokens whose probability has moved too far the way the advantage pushes.',
  aggregation: 'seq-mean-token-sum-norm',
  settings: [],
  group: 'dppo-full-tv',
  needs: () => ({ behave: true, distributions: true, behaveDistributions: true }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const A = detached.advantage;
    const moved = massMoved(detached, 'dppo-full-tv');
    const distributions = required(detached, 'distributions', 'dppo-full-tv');
    const divergence = fullDivergence(distributions, mask, 'tv', 'dppo-full-tv');
    const masked = outwardMask(divergence, settings.delta, moved, A, mask);
    const behave = required(detached, 'logpBehave', 'dppo-full-tv');
    const logRho = logRatios(detached.logpTheta, behave, mask);
    const weights = logRho.map((x, t) => (masked[t] ? 0 : Math.min(settings.cap, ratioOf(x))));
    return {
      ...scoreTerms(facts.logpTheta, A, mask, weights),
      gates: { masked },
      metrics: shareOf('masked_ratio', masked, mask),
    };
  },
};
