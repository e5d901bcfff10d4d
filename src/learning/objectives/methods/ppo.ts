/**
 * PPO against the behaviour policy: ℓp := ℓμ, so r is the total ratio ρ = π_θ/μ. verl calls it bypass mode.
 *
 *   loss_t = max(−A ρ, −A clip(ρ, 1−ε₋, 1+ε₊))        c_t = ρ·A·1{clip not active}
 */
import { proximalMetrics } from '../../diagnostics/ratioMetrics.ts';
import { clippedTerms } from '../clipping.ts';
import type { Objective } from '../contract.ts';
import { logRatios, required } from '../ratios.ts';

export const ppo: Objective = {
  name: 'ppo',
  title: 'PPO, behaviour anchor',
  formula: String.raw`\ell_t = -\min\bigl(\rho_t A_t,\ \mathrm{clip}(\rho_t, 1-\varepsilon_-, 1+\varepsilon_+)\,A_t\bigr),\quad \rho_t = \frac{\pi_\theta(y_t|s_t)}{\mu(y_t|s_t)}`,
  paper: 'arXiv:1707.06347',
  source: 'objectives.md §4',
  status: 'CONFIRMED',
  caveat: 'A correction by the total ratio laid over it would count that ratio twice; verl refuses this.',
  words:
    'A stale token is weighted by how much likelier the current policy makes it than the one that sampled it. ' +
    'Staleness uses up the clip range: once the ratio has drifted past it, the token is no longer learnt from.',
  aliases: { verl: 'vanilla (bypass mode)', areal: 'use_decoupled_loss=false', trl: 'grpo, dapo' },
  zeroes: 'Tokens whose ratio has left the clip range in the direction that the advantage pushes.',
  aggregation: 'token-mean',
  settings: ['clipLow', 'clipHigh'],
  needs: () => ({ behave: true }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const logR = logRatios(facts.logpTheta, required(detached, 'logpBehave', 'ppo'), mask);
    return {
      ...clippedTerms(logR, detached.advantage, mask, settings),
      metrics: proximalMetrics(logR, detached.advantage, mask, settings),
    };
  },
};
