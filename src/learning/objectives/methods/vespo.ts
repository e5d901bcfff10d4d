/**
 * VESPO: a smooth weight on the whole sequence's ratio, with its peak near 1 and nothing at either end.
 *
 *   W_i = Π_t ρ_t    φ(W) = W^k·exp(λ(1−W)), φ(1) = 1    loss_t = −sg[φ(W_i)]·A·ℓθ
 *
 * (k, λ) differ with the sign of the first counted token's advantage; 0 counts as positive. log ρ is clamped to ±20 a token,
 * log W too, and W counts as no less than 1e-8 in W^k.
 */
import type { Objective } from '../contract.ts';
import { exp, log } from '../../../numerics/elementary.ts';
import { clampAlways, logRatios, required } from '../ratios.ts';
import { broadcast, firstCounted, sequenceLengths, sequenceSums } from '../sequences.ts';
import { scoreTerms } from '../surrogates.ts';

export const vespo: Objective<'vespo'> = {
  name: 'vespo',
  title: 'VESPO',
  formula: String.raw`\ell_t = -\,\mathrm{sg}[\phi(W_i)]\,A_t\log\pi_\theta(y_t|s_t),\quad \phi(W) = W^{k} e^{\lambda(1-W)},\ W_i = \prod_t\rho_t`,
  paper: 'arXiv:2602.10693',
  source: 'objectives.md §21, §39',
  status: 'CONFIRMED',
  caveat:
    'W is the total ratio, in which the authors’ code has its correction for the engines too. A correction laid over it here ' +
    'weighs the loss, which counts that ratio twice.',
  aliases: { trl: 'vespo' },
  words:
    'The answer’s whole ratio decides its weight: most at a ratio near 1, smoothly less on both sides. ' +
    'Long answers drift further, so their weight fades sooner.',
  zeroes: 'Whole answers far from k/λ, smoothly.',
  aggregation: 'token-mean',
  settings: [],
  group: 'vespo',
  needs: () => ({ behave: true }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const A = detached.advantage;
    const logRho = logRatios(detached.logpTheta, required(detached, 'logpBehave', 'vespo'), mask);
    const logW = sequenceSums(facts, logRho.map(clampAlways)).map(clampAlways);
    const positive = firstCounted(facts, A);
    const phi = logW.map((x, i) => {
      const good = positive[i]! >= 0;
      const k = good ? settings.kPositive : settings.kNegative;
      const lambda = good ? settings.lambdaPositive : settings.lambdaNegative;
      return exp(k * Math.max(LOG_LEAST, x) + lambda * (1 - exp(x)));
    });
    const lengths = sequenceLengths(facts);
    const weighed = phi.filter((_, i) => lengths[i]! > 0);
    const { losses, coefficients, gates } = scoreTerms(facts.logpTheta, A, mask, broadcast(facts, phi));
    return {
      losses,
      coefficients,
      gates,
      metrics: weighed.length === 0 ? {} : { phi_mean: weighed.reduce((a, b) => a + b) / weighed.length },
    };
  },
};

/** As in the authors' code. */
const LOG_LEAST = log(1e-8);
