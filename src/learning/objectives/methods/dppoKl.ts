/**
 * DPPO with the KL divergence of the two outcomes "this token" and "another" as trust region.
 */
import type { Objective } from '../contract.ts';
import { binaryKl, outwardMask } from '../probabilityMasks.ts';
import { maskedScoreTerms } from '../probabilityTerms.ts';
import { required } from '../ratios.ts';

export const dppoKl: Objective<'dppo-kl'> = {
  name: 'dppo-kl',
  title: 'DPPO, binary KL',
  formula: String.raw`\ell_t = -\,\mathrm{sg}[\min(\rho_t, C)]\,M_t A_t \log\pi_\theta,\quad D_t = \mu\log\tfrac{\mu}{\pi_\theta} + (1-\mu)\log\tfrac{1-\mu}{1-\pi_\theta} > \delta \Rightarrow M_t = 0 \text{ outward}`,
  paper: 'arXiv:2602.04879',
  source: 'objectives.md §22, §39',
  status: 'CONFIRMED',
  caveat:
    'The cap of the weight differs: 20 is that of verl’s function, which its config lowers to 3 and its recipe raises to 10000; the ' +
    'authors’ code has 10. Their sum is divided by the length alone, verl’s by the number of answers too.',
  aliases: { verl: 'dppo_kl' },
  words:
    'The trust region is the divergence between “this token” and “any other” under sampler and learner. ' +
    'It is stricter than total variation near probabilities of 0 and 1.',
  zeroes: 'Outward only: tokens whose probability has moved too far the way the advantage pushes.',
  aggregation: 'sum-norm',
  settings: [],
  group: 'dppo-kl',
  needs: () => ({ behave: true }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const behave = required(detached, 'logpBehave', 'dppo-kl');
    const divergence = behave.map((mu, t) => (mask[t] ? binaryKl(mu, detached.logpTheta[t]!) : 0));
    const masked = outwardMask(detached, divergence, settings.delta, 'dppo-kl');
    return maskedScoreTerms(facts, detached, masked, settings.cap, 'dppo-kl');
  },
};
