/**
 * DPPO with the KL divergence of the two outcomes "this token" and "another" as trust region.
 */
import type { Objective } from '../contract.ts';
import { binaryKl, massMoved, outwardMask } from '../probabilityMasks.ts';
import { logRatios, ratioOf, required } from '../ratios.ts';
import { scoreTerms, shareOf } from '../surrogates.ts';

export const dppoKl: Objective<'dppo-kl'> = {
  name: 'dppo-kl',
  title: 'DPPO, binary KL',
  formula: String.raw`\ell_t = -\,\mathrm{sg}[\min(\rho_t, C)]\,M_t A_t \log\pi_\theta,\quad D_t = \mu\log\tfrac{\mu}{\pi_\theta} + (1-\mu)\log\tfrac{1-\mu}{1-\pi_\theta} > \delta \Rightarrow M_t = 0 \text{ outward}`,
  paper: 'arXiv:2602.04879',
  source: 'objectives.md §22, §39',
  status: 'CONFIRMED',
  aliases: { verl: 'dppo_kl' },
  words:
    'The trust region is the divergence between “this token” and “any other” under sampler and learner. ' +
    'It is stricter than total variation near probabilities of 0 and 1.',
  zeroes: 'Outward only: tokens whose probability has moved too far the way the advantage pushes.',
  aggregation: 'seq-mean-token-sum-norm',
  settings: [],
  group: 'dppo-kl',
  needs: () => ({ behave: true }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const A = detached.advantage;
    const moved = massMoved(detached, 'dppo-kl');
    const behaveLogs = required(detached, 'logpBehave', 'dppo-kl');
    const divergence = behaveLogs.map((mu, t) => (mask[t] ? binaryKl(mu, detached.logpTheta[t]!) : 0));
    const masked = outwardMask(divergence, settings.delta, moved, A, mask);
    const behave = required(detached, 'logpBehave', 'dppo-kl');
    const logRho = logRatios(detached.logpTheta, behave, mask);
    const weights = logRho.map((x, t) => (masked[t] ? 0 : Math.min(settings.cap, ratioOf(x))));
    return {
      ...scoreTerms(facts.logpTheta, A, mask, weights),
      gates: { masked },
      metrics: shareOf('masked_ratio', masked, mask),
    };
  },
};
