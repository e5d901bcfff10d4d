/**
 * V-trace, of IMPALA: values and advantages corrected for the lag by truncated ratios; no clip of the policy step.
 *
 *   δ_t = min(ρ̄, ρ)(r + γV' − V)    vs_t = V + δ + γ min(c̄, ρ)(vs' − V')    A_t = min(ρ̄_pg, ρ)(r + γvs' − V)
 *   loss_t = −A_t ℓθ + c_v·½(vs_t − V_t)²
 */
import type { Objective } from '../contract.ts';
import { logRatios, ratioOf, required } from '../ratios.ts';
import { vTrace } from '../returns.ts';
import { gate, scoreTerms, shareOf } from '../surrogates.ts';
import { valueTerms } from '../valueLoss.ts';

export const vTraceObjective: Objective<'v-trace'> = {
  name: 'v-trace',
  title: 'V-trace',
  formula: String.raw`\ell_t = -\,\mathrm{sg}[\min(\bar\rho,\rho_t)(r_t+\gamma v_{t+1}-V_t)]\log\pi_\theta + \tfrac{c_v}{2}(v_t - V_t)^2`,
  paper: 'arXiv:1802.01561',
  source: 'objectives.md §3',
  status: 'CONFIRMED',
  words:
    'The value of a stale answer is corrected token by token with ratios that are cut at 1, so that old ' +
    'data cannot inflate it. Nothing limits the policy’s step itself.',
  zeroes: 'Nothing; ratios above 1 are cut.',
  aggregation: 'sum',
  settings: [],
  group: 'v-trace',
  ownAdvantages: true,
  needs: () => ({ behave: true, values: true }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const values = required(facts, 'values', 'v-trace');
    const behave = required(detached, 'logpBehave', 'v-trace');
    const ratios = logRatios(detached.logpTheta, behave, mask).map(ratioOf);
    const { targets, advantages } = vTrace(detached, ratios, settings, 'v-trace');
    const cut = gate(mask, (t) => ratios[t]! > settings.rhoBar);
    const terms = scoreTerms(facts.logpTheta, advantages, mask);
    return {
      ...terms,
      gates: { ...terms.gates, rho_cut: cut },
      values: valueTerms(values, targets, mask, settings.valueWeight / 2),
      metrics: shareOf('rho_cut_ratio', cut, mask),
    };
  },
};
