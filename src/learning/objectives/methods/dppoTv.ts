/**
 * DPPO with the binary total variation |π−μ| of the token as trust region.
 */
import type { Objective } from '../contract.ts';
import { massMoved } from '../probabilityMasks.ts';
import { gate } from '../surrogates.ts';
import { logRatios, ratioOf, required } from '../ratios.ts';
import { scoreTerms, shareOf } from '../surrogates.ts';

export const dppoTv: Objective<'dppo-tv'> = {
  name: 'dppo-tv',
  title: 'DPPO, binary TV',
  formula: String.raw`\ell_t = -\,\mathrm{sg}[\min(\rho_t, C)]\,M_t A_t \log\pi_\theta,\quad M_t = 0 \iff A_t>0 \wedge \pi_\theta-\mu > \delta_+ \ \text{or}\ A_t\le0 \wedge \pi_\theta-\mu < -\delta_-`,
  paper: 'arXiv:2602.04879',
  source: 'objectives.md §22, §39',
  status: 'CONFIRMED',
  aliases: { verl: 'dppo_tv' },
  words:
    'What counts is how much probability a token has moved, not by which factor. Rare tokens, whose ' +
    'ratios are noisy, are no longer cut for nothing.',
  zeroes: 'Outward only: tokens whose probability has moved too far the way the advantage pushes.',
  aggregation: 'seq-mean-token-sum-norm',
  settings: [],
  group: 'dppo-tv',
  needs: () => ({ behave: true }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const A = detached.advantage;
    const moved = massMoved(detached, 'dppo-tv');
    const masked = gate(mask, (t) =>
      A[t]! > 0 ? moved[t]! > settings.deltaHigh : moved[t]! < -settings.deltaLow,
    );
    const behave = required(detached, 'logpBehave', 'dppo-tv');
    const logRho = logRatios(detached.logpTheta, behave, mask);
    const weights = logRho.map((x, t) => (masked[t] ? 0 : Math.min(settings.cap, ratioOf(x))));
    return {
      ...scoreTerms(facts.logpTheta, A, mask, weights),
      gates: { masked },
      metrics: shareOf('masked_ratio', masked, mask),
    };
  },
};
