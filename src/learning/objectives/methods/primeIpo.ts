/**
 * prime-rl's "ipo" variant: tokens that have moved more than δ of probability are masked in both directions.
 *
 *   loss_t = −α·1{|π−μ| ≤ δ}·ρ·A + κ log²ρ        c_t = α·1{|π−μ| ≤ δ}·ρ·A − 2κ log ρ
 *
 * The pull on all tokens is in the running code (prime-rl 559b4477, trainer/rl/loss.py); the sheet names the mask alone.
 */
import type { Objective } from '../contract.ts';
import { massMoved } from '../probabilityMasks.ts';
import { pulledRatioTerms } from '../probabilityTerms.ts';
import { gate } from '../surrogates.ts';

export const primeIpo: Objective<'prime-ipo'> = {
  name: 'prime-ipo',
  title: 'prime-rl ipo',
  formula: String.raw`\ell_t = -\alpha\mathbf 1\{|\pi_\theta-\mu| \le \delta\}\,\rho_t A_t + \kappa\log^2\rho_t`,
  paper: 'prime-rl, github.com/PrimeIntellect-ai/prime-rl',
  source: 'objectives.md §22, §39',
  status: 'CONFIRMED',
  aliases: { 'prime-rl': 'ipo' },
  words:
    'A token that has moved too much probability is masked even if the advantage would bring it back. It ' +
    'is simpler than an outward mask, and loses the pull back.',
  zeroes: 'Both directions in probability mass; the pull acts on all tokens.',
  aggregation: 'token-mean',
  settings: [],
  group: 'prime-ipo',
  needs: () => ({ behave: true }),
  terms(facts, settings, detached) {
    const moved = massMoved(detached, 'prime-ipo');
    const masked = gate(facts.mask, (t) => Math.abs(moved[t]!) > settings.delta);
    return pulledRatioTerms(facts, detached, masked, settings, 'prime-ipo');
  },
};
