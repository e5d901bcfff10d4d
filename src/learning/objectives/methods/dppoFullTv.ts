/**
 * DPPO with the total variation over the whole vocabulary as trust region; production systems take the top K and a rest.
 */
import type { Objective } from '../contract.ts';
import { fullDivergence, outwardMask } from '../probabilityMasks.ts';
import { maskedScoreTerms } from '../probabilityTerms.ts';
import { required } from '../ratios.ts';

export const dppoFullTv: Objective<'dppo-full-tv'> = {
  name: 'dppo-full-tv',
  title: 'DPPO, full TV',
  formula: String.raw`\ell_t = -\,\mathrm{sg}[\min(\rho_t, C)]\,M_t A_t \log\pi_\theta,\quad D_t = \tfrac12\sum_k|\mu_k-\pi_k| > \delta \Rightarrow M_t = 0 \text{ outward}`,
  paper: 'arXiv:2602.04879',
  source: 'objectives.md §22, §39',
  status: 'CONFIRMED',
  caveat:
    'The cap of the weight differs: 20 is that of verl’s function, which its config lowers to 3 and its recipe raises to 10000; the ' +
    'authors’ code has 10. Their sum is divided by the length alone, verl’s by the number of answers too.',
  words:
    'The whole distribution at the token is compared, not only the token that was drawn. This is exact ' +
    'for a small vocabulary; large ones use the most likely tokens and a rest.',
  zeroes: 'Outward only: tokens whose probability has moved too far the way the advantage pushes.',
  aggregation: 'sum-norm',
  settings: [],
  group: 'dppo-full-tv',
  needs: () => ({ behave: true, distributions: true, behaveDistributions: true }),
  terms(facts, settings, detached) {
    const distributions = required(detached, 'distributions', 'dppo-full-tv');
    const divergence = fullDivergence(distributions, facts.mask, 'tv', 'dppo-full-tv');
    const masked = outwardMask(detached, divergence, settings.delta, 'dppo-full-tv');
    return maskedScoreTerms(facts, detached, masked, settings.cap, 'dppo-full-tv');
  },
};
