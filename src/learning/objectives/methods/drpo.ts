/**
 * DRPO: the divergence is a penalty, not a mask.
 *
 *   loss_t = −A ρ + |A|·μ·(ρ−1)²/(2δ)        c_t = ρ·A·[1 − sign(A(ρ−1))·|π−μ|/δ]
 *
 * With the published δ = 12.5 the weight stays within [0.92, 1.08], as |π−μ| ≤ 1; below 1 it can reach 0 and turn round.
 */
import type { Objective } from '../contract.ts';
import { exp } from '../../../numerics/elementary.ts';
import { beyondClamp, logRatios, ratioOf, required } from '../ratios.ts';
import { gate } from '../surrogates.ts';

export const drpo: Objective<'drpo'> = {
  name: 'drpo',
  title: 'DRPO',
  formula: String.raw`\ell_t = -\rho_t A_t + |A_t|\,\mu_t\,\frac{(\rho_t-1)^2}{2\delta}`,
  paper: 'arXiv:2606.09821',
  source: 'objectives.md §23, §39',
  status: 'CONFIRMED',
  caveat:
    'The recipe divides the sum of an answer by the longest length; unirl’s code takes the mean over all ' +
    'positions unless told otherwise.',
  words:
    'The further a token has moved its probability, the less it is pushed, and past δ it is pulled back. ' +
    'There is no edge at which the gradient jumps.',
  zeroes: 'Nothing; it attenuates smoothly and turns round.',
  aggregation: 'seq-mean-token-sum-norm',
  settings: [],
  group: 'drpo',
  needs: () => ({ behave: true }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const logRho = logRatios(facts.logpTheta, required(detached, 'logpBehave', 'drpo'), mask);
    const mu = required(detached, 'logpBehave', 'drpo').map((value, t) => (mask[t] ? exp(value) : 0));
    const losses = new Float64Array(mask.length);
    const coefficients = new Float64Array(mask.length);
    const reversed = new Uint8Array(mask.length);
    for (let t = 0; t < mask.length; t++) {
      if (!mask[t]) continue;
      const A = detached.advantage[t]!;
      const rho = ratioOf(logRho[t]!);
      const strength = (Math.abs(A) * mu[t]!) / settings.delta;
      losses[t] = -A * rho + (strength * (rho - 1) * (rho - 1)) / 2;
      if (!beyondClamp(logRho[t]!)) coefficients[t] = rho * (A - strength * (rho - 1));
      if (coefficients[t]! * A < 0) reversed[t] = 1;
    }
    return {
      losses,
      coefficients,
      gates: { reversed, clamped: gate(mask, (t) => beyondClamp(logRho[t]!)) },
      metrics: {},
    };
  },
};
