/**
 * prime-rl's default loss: DPPO's binary mask in ratio form, and a squared log-ratio on all tokens.
 *
 *   loss_t = −α·M_t·ρ·A + κ log²ρ        c_t = α·M_t·ρ·A − 2κ log ρ
 */
import type { Objective } from '../contract.ts';
import { binaryTvMask } from '../probabilityMasks.ts';
import { pulledRatioTerms } from '../probabilityTerms.ts';

export const primeRl: Objective<'prime-rl'> = {
  name: 'prime-rl',
  title: 'prime-rl default',
  formula: String.raw`\ell_t = -\alpha M_t\,\rho_t A_t + \kappa\log^2\rho_t,\quad M_t \text{ as in DPPO, binary TV}`,
  paper: 'prime-rl, github.com/PrimeIntellect-ai/prime-rl',
  source: 'objectives.md §22, §39',
  status: 'CONFIRMED',
  aliases: { 'prime-rl': 'default' },
  words:
    'Tokens that have moved too much probability outward are masked; all tokens are pulled gently back ' +
    'towards the sampler. The pull keeps the next batch close enough to be useful.',
  zeroes: 'Outward in probability mass; the pull acts on all tokens.',
  aggregation: 'token-mean',
  settings: [],
  group: 'prime-rl',
  needs: () => ({ behave: true }),
  terms(facts, settings, detached) {
    const masked = binaryTvMask(detached, settings, 'prime-rl');
    return pulledRatioTerms(facts, detached, masked, settings, 'prime-rl');
  },
};
