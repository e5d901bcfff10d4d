/**
 * prime-rl's default loss: DPPO's binary mask in ratio form, and a squared log-ratio on all tokens.
 *
 *   loss_t = −M_t·ρ·A + κ log²ρ        c_t = M_t·ρ·A − 2κ log ρ
 */
import type { Objective } from '../contract.ts';
import { massMoved } from '../probabilityMasks.ts';
import { beyondClamp, clampLogRatio, logRatios, required } from '../ratios.ts';
import { gate, ratioTerms, shareOf } from '../surrogates.ts';

export const primeRl: Objective<'prime-rl'> = {
  name: 'prime-rl',
  title: 'prime-rl default',
  formula: String.raw`\ell_t = -M_t\,\rho_t A_t + \kappa\log^2\rho_t,\quad M_t \text{ as in DPPO, binary TV}`,
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
    const { mask } = facts;
    const A = detached.advantage;
    const moved = massMoved(detached, 'prime-rl');
    const masked = gate(mask, (t) =>
      A[t]! > 0 ? moved[t]! > settings.deltaHigh : moved[t]! < -settings.deltaLow,
    );
    const logRho = logRatios(facts.logpTheta, required(detached, 'logpBehave', 'prime-rl'), mask);
    const kept = Float64Array.from(masked, (out) => 1 - out);
    const { losses, coefficients, gates } = ratioTerms(logRho, A, mask, kept);
    for (let t = 0; t < mask.length; t++) {
      if (!mask[t]) continue;
      const x = clampLogRatio(logRho[t]!);
      losses[t]! += settings.kappa * x * x;
      if (!beyondClamp(logRho[t]!)) coefficients[t]! -= 2 * settings.kappa * x;
    }
    return {
      losses,
      coefficients,
      gates: { ...gates, masked },
      metrics: shareOf('masked_ratio', masked, mask),
    };
  },
};
