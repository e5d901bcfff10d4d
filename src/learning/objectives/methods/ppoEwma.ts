/**
 * PPO-EWMA: the proximal policy is a network of its own, the debiased moving average of the learner's weights.
 *
 *   loss_t = sg[π_p/μ']·max(−A r, −A clip(r)) + κ·½(ℓθ−ℓp)²,  r = π_θ/π_p,  ℓμ' = max(ℓμ, sg ℓθ − log C)
 *
 * μ' bounds the total ratio π_θ/μ' by C. The average itself (θ_p ← θ_p·(βW_old/W) + θ/W, W ← βW + 1) is the learner's.
 */
import { proximalMetrics } from '../../diagnostics/ratioMetrics.ts';
import { log } from '../../../numerics/elementary.ts';
import { clippedTerms } from '../clipping.ts';
import type { Objective } from '../contract.ts';
import { beyondClamp, clampLogRatio, LOGP_FLOOR, logRatios, ratioOf, required } from '../ratios.ts';

export const ppoEwma: Objective<'ppo-ewma'> = {
  name: 'ppo-ewma',
  title: 'PPO-EWMA',
  formula: String.raw`\ell_t = \mathrm{sg}\bigl[\tfrac{\pi_p}{\mu'}\bigr] \max\bigl(-r_t A_t, -\mathrm{clip}(r_t) A_t\bigr) + \tfrac{\kappa}{2}\log^2 r_t,\quad r_t = \tfrac{\pi_\theta}{\pi_p},\ \pi_p = \text{averaged weights}`,
  paper: 'arXiv:2110.00641',
  source: 'objectives.md §17',
  status: 'CONFIRMED',
  words:
    'The clip compares with a smoothed past of the learner instead of with the sampler. So how old the ' +
    'data is no longer decides how large a step may be.',
  zeroes: 'As PPO in the ratio to the averaged policy; the total ratio is bounded by C.',
  aggregation: 'token-mean',
  settings: ['clipLow', 'clipHigh'],
  group: 'ppo-ewma',
  needs: () => ({ behave: true, prox: 'averaged' }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const { kappa, cap } = settings;
    const A = detached.advantage;
    const prox = required(detached, 'logpProx', 'ppo-ewma');
    const behave = required(detached, 'logpBehave', 'ppo-ewma');
    const bounded = behave.map((mu, t) =>
      Math.max(LOGP_FLOOR, mu, Math.max(LOGP_FLOOR, detached.logpTheta[t]!) - log(cap)),
    );
    const logR = logRatios(facts.logpTheta, prox, mask);
    const weights = logRatios(prox, bounded, mask).map(ratioOf);
    const { losses, coefficients, gates } = clippedTerms(logR, A, mask, settings, weights);
    for (let t = 0; t < mask.length; t++) {
      if (!mask[t]) continue;
      const x = clampLogRatio(logR[t]!);
      losses[t]! += (kappa / 2) * x * x;
      if (!beyondClamp(logR[t]!)) coefficients[t]! -= kappa * x;
    }
    return { losses, coefficients, gates, metrics: proximalMetrics(logR, A, mask, settings) };
  },
};
