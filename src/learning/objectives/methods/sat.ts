/**
 * SAT, the staleness-adaptive trust region: PPO against the sampler, with the range narrowed for the tail of drifted tokens.
 * The rule is in `adaptiveTrust.ts`; here the ratio is the token's.
 */
import { adaptiveTerms } from '../adaptiveTrust.ts';
import type { Objective } from '../contract.ts';
import { logRatios, required } from '../ratios.ts';

export const sat: Objective<'sat'> = {
  name: 'sat',
  title: 'SAT',
  formula: String.raw`\ell_t = -\min\bigl(\rho_t A_t, \mathrm{clip}(\rho_t, 1-\varepsilon_-\kappa_t^-, 1+\varepsilon_+\kappa_t^+) A_t\bigr),\quad \kappa_t = \frac{q^2}{q^2+\delta_t^2}\ \text{where } |\delta_t| > q`,
  paper: 'arXiv:2607.18722',
  source: 'objectives.md §19',
  status: 'CONFIRMED-2ND',
  caveat:
    'The kernel’s normalisation is uncertain: both readings are settings. The quantile is relative to the ' +
    'batch, so a tenth of the tokens is narrowed even when nothing is stale.',
  words:
    'The tokens that have drifted most, a tenth of the batch, get a narrower clip range on the side to ' +
    'which they drifted. Pulling them back is never hindered.',
  zeroes: 'As PPO, and sooner in the tail of |log ρ|.',
  aggregation: 'token-mean',
  settings: ['clipLow', 'clipHigh'],
  group: 'sat',
  needs: () => ({ behave: true }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const behave = required(detached, 'logpBehave', 'sat');
    return adaptiveTerms(
      logRatios(facts.logpTheta, behave, mask),
      logRatios(detached.logpTheta, behave, mask),
      detached.advantage,
      mask,
      settings,
    );
  },
};
