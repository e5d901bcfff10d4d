/**
 * Decoupled PPO: the clip looks at r = π_θ/π_p alone, the constant weight w = π_p/μ corrects for staleness.
 *
 *   loss_t = sg[w]·max(−A r, −A clip(r, 1−ε₋, 1+ε₊))        c_t = w·r·A·1{clip not active}
 *
 * w·r = ρ = π_θ/μ, so the gradient has the size of the full ratio and only the clip test moves to r. The weight
 * is always applied; AReaL drops it when no filtering of it is configured (sheet §15). log w is clamped to ±20
 * like every log-ratio; being a constant it does not zero the gradient there. A weight above the cap is masked (areal's
 * default filter), clamped, or left alone.
 */
import { behaveMetrics, proximalMetrics } from '../../diagnostics/ratioMetrics.ts';
import { clippedTerms } from '../clipping.ts';
import type { Objective } from '../contract.ts';
import { logRatios, ratioOf, required } from '../ratios.ts';
import { gate, shareOf } from '../surrogates.ts';

export const decoupledPpo: Objective<'decoupled-ppo'> = {
  name: 'decoupled-ppo',
  title: 'Decoupled PPO',
  formula: String.raw`\ell_t = -\,\mathrm{sg}[w_t]\,\min\bigl(r_t A_t,\ \mathrm{clip}(r_t, 1-\varepsilon_-, 1+\varepsilon_+)\,A_t\bigr),\quad w_t = \frac{\pi_{prox}(y_t|s_t)}{\mu(y_t|s_t)},\ r_t = \frac{\pi_\theta(y_t|s_t)}{\pi_{prox}(y_t|s_t)}`,
  paper: 'arXiv:2110.00641, arXiv:2505.24298',
  source: 'objectives.md §15',
  status: 'CONFIRMED',
  caveat:
    'areal drops the weight altogether where no filter is configured; here it always counts. A correction ' +
    'by the behaviour ratio laid over it would count that ratio twice.',
  words:
    'A stale token is reweighted to what it would count had the policy at the start of the update sampled it. ' +
    'The clip range is spent on the step within the update alone, so staleness does not use it up.',
  aliases: { areal: 'use_decoupled_loss=true', verl: 'vanilla with rollout_correction' },
  zeroes:
    'Tokens whose ratio within the update has left the clip range outwards; the others keep the full ratio.',
  aggregation: 'token-mean',
  settings: ['clipLow', 'clipHigh'],
  group: 'decoupled-ppo',
  needs: () => ({ behave: true, prox: 'recompute' }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const prox = required(detached, 'logpProx', 'decoupled-ppo');
    const logW = logRatios(prox, required(detached, 'logpBehave', 'decoupled-ppo'), mask);
    const logR = logRatios(facts.logpTheta, prox, mask);
    const above = gate(mask, (t) => settings.filter !== 'none' && ratioOf(logW[t]!) > settings.cap);
    const filtered = settings.filter === 'mask' ? 0 : settings.cap;
    const weights = logW.map((x, t) => (above[t] ? filtered : ratioOf(x)));
    const { losses, coefficients, gates } = clippedTerms(logR, detached.advantage, mask, settings, weights);
    return {
      losses,
      coefficients,
      gates: { ...gates, weight_above_cap: above },
      ...(settings.filter === 'mask' && { rejected: above }),
      metrics: {
        ...proximalMetrics(logR, detached.advantage, mask, settings),
        ...behaveMetrics(logW, mask),
        ...shareOf('behave_cap_ratio', above, mask),
      },
    };
  },
};
