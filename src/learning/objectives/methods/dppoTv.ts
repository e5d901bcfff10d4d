/**
 * DPPO with the binary total variation |π−μ| of the token as trust region.
 */
import type { Objective } from '../contract.ts';
import { binaryTvMask } from '../probabilityMasks.ts';
import { maskedScoreTerms } from '../probabilityTerms.ts';

export const dppoTv: Objective<'dppo-tv'> = {
  name: 'dppo-tv',
  title: 'DPPO, binary TV',
  formula: String.raw`\ell_t = -\,\mathrm{sg}[\min(\rho_t, C)]\,M_t A_t \log\pi_\theta,\quad M_t = 0 \iff A_t>0 \wedge \pi_\theta-\mu > \delta_+ \ \text{or}\ A_t\le0 \wedge \pi_\theta-\mu < -\delta_-`,
  paper: 'arXiv:2602.04879',
  source: 'objectives.md §22, §39',
  status: 'CONFIRMED',
  caveat:
    'The cap of the weight differs: 20 is that of verl’s function, which its config lowers to 3 and its recipe raises to 10000; the ' +
    'authors’ code has 10. Their sum is divided by the length alone, verl’s by the number of answers too.',
  aliases: { verl: 'dppo_tv' },
  words:
    'What counts is how much probability a token has moved, not by which factor. Rare tokens, whose ' +
    'ratios are noisy, are no longer cut for nothing.',
  zeroes: 'Outward only: tokens whose probability has moved too far the way the advantage pushes.',
  aggregation: 'sum-norm',
  settings: [],
  group: 'dppo-tv',
  needs: () => ({ behave: true }),
  terms(facts, settings, detached) {
    const masked = binaryTvMask(detached, settings, 'dppo-tv');
    return maskedScoreTerms(facts, detached, masked, settings.cap, 'dppo-tv');
  },
};
