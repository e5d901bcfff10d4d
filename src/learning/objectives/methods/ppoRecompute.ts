/**
 * PPO with a recomputed anchor: ℓp is the learner's own evaluation at the start of the update.
 *
 *   loss_t = max(−A r, −A clip(r, 1−ε₋, 1+ε₊)),  r = π_θ/π_p        c_t = r·A·1{clip not active}
 *
 * What the sampler recorded is not used, so staleness is neither corrected nor clipped.
 */
import { proximalMetrics } from '../../diagnostics/ratioMetrics.ts';
import { clippedTerms } from '../clipping.ts';
import type { Objective } from '../contract.ts';
import { logRatios, required } from '../ratios.ts';

export const ppoRecompute: Objective = {
  name: 'ppo-recompute',
  title: 'PPO, recomputed anchor',
  formula: String.raw`\ell_t = -\min\bigl(r_t A_t,\ \mathrm{clip}(r_t, 1-\varepsilon_-, 1+\varepsilon_+)\,A_t\bigr),\quad r_t = \frac{\pi_\theta(y_t|s_t)}{\pi_{prox}(y_t|s_t)}`,
  paper: 'arXiv:1707.06347',
  source: 'objectives.md §4',
  status: 'CONFIRMED',
  words:
    'The ratio starts at 1 in every update, however stale the token: only the step within the update is ' +
    'clipped. That the token came from an older policy stays uncorrected.',
  aliases: { verl: 'vanilla', slime: 'ppo' },
  zeroes: 'Tokens whose ratio within the update has left the clip range outwards.',
  aggregation: 'token-mean',
  settings: ['clipLow', 'clipHigh'],
  needs: () => ({ prox: 'recompute' }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const logR = logRatios(facts.logpTheta, required(detached, 'logpProx', 'ppo-recompute'), mask);
    return {
      ...clippedTerms(logR, detached.advantage, mask, settings),
      metrics: proximalMetrics(logR, detached.advantage, mask, settings),
    };
  },
};
