/**
 * prime-rl's "ipo" variant: tokens that have moved more than δ of probability are masked in both directions.
 *
 *   loss_t = −1{|π−μ| ≤ δ}·ρ·A
 */
import type { Objective } from '../contract.ts';
import { massMoved } from '../probabilityMasks.ts';
import { logRatios, required } from '../ratios.ts';
import { gate, ratioTerms, shareOf } from '../surrogates.ts';

export const primeIpo: Objective<'prime-ipo'> = {
  name: 'prime-ipo',
  title: 'prime-rl ipo',
  formula: String.raw`\ell_t = -\mathbf 1\{|\pi_\theta-\mu| \le \delta\}\,\rho_t A_t`,
  paper: 'prime-rl, github.com/PrimeIntellect-ai/prime-rl',
  source: 'objectives.md §22',
  status: 'CONFIRMED',
  aliases: { 'prime-rl': 'ipo' },
  words:
    'A token that has moved too much probability is masked even if the advantage would bring it back. It ' +
    'is simpler than an outward mask, and loses the pull back.',
  zeroes: 'Both directions in probability mass.',
  aggregation: 'token-mean',
  settings: [],
  group: 'prime-ipo',
  needs: () => ({ behave: true }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const moved = massMoved(detached, 'prime-ipo');
    const masked = gate(mask, (t) => Math.abs(moved[t]!) > settings.delta);
    const logRho = logRatios(facts.logpTheta, required(detached, 'logpBehave', 'prime-ipo'), mask);
    const terms = ratioTerms(
      logRho,
      detached.advantage,
      mask,
      Float64Array.from(masked, (out) => 1 - out),
    );
    return { ...terms, gates: { ...terms.gates, masked }, metrics: shareOf('masked_ratio', masked, mask) };
  },
};
