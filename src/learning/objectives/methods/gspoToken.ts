/**
 * GSPO-token: the ratio of the whole answer in value, of the token in gradient.
 *
 *   s_{i,t} = sg[s_i]·exp(ℓθ − sg ℓθ)      loss_t = max(−A_t s_{i,t}, −A_t clip(s_{i,t}, 1−ε₋, 1+ε₊))      c_t = A_t s_i
 *
 * With one advantage for the whole answer its value and gradient are GSPO's; it also takes one for each token. log s_i is
 * clamped as GSPO's.
 */
import { proximalMetrics } from '../../diagnostics/ratioMetrics.ts';
import { clippedTerms } from '../clipping.ts';
import type { Objective } from '../contract.ts';
import { logRatios, meanGuard, required } from '../ratios.ts';
import { broadcast, sequenceMeans } from '../sequences.ts';

export const gspoToken: Objective<'gspo-token'> = {
  name: 'gspo-token',
  title: 'GSPO-token',
  formula: String.raw`\ell_t = -\min\bigl(s_{i,t} A_t,\ \mathrm{clip}(s_{i,t}, 1-\varepsilon_-, 1+\varepsilon_+)\,A_t\bigr),\quad s_{i,t} = \mathrm{sg}[s_i]\,\frac{\pi_\theta(y_t|s_t)}{\mathrm{sg}[\pi_\theta(y_t|s_t)]}`,
  paper: 'arXiv:2507.18071',
  source: 'objectives.md §12',
  status: 'CONFIRMED',
  aliases: { verl: 'gspo', trl: 'gspo_token' },
  words:
    'As GSPO, the ratio of the whole answer decides about the clip, but every token may have an advantage of its own. ' +
    'With one advantage an answer, the two are the same.',
  zeroes:
    'Tokens of answers whose mean ratio has left a very narrow range, outwards for the token’s advantage.',
  aggregation: 'seq-mean-token-mean',
  settings: [],
  clips: true,
  group: 'gspo-token',
  needs: () => ({ prox: 'recompute' }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const prox = required(detached, 'logpProx', 'gspo-token');
    const logS = broadcast(facts, sequenceMeans(facts, logRatios(detached.logpTheta, prox, mask)));
    const change = logRatios(facts.logpTheta, detached.logpTheta, mask);
    const logR = logS.map((value, t) => value + change[t]!);
    return {
      ...clippedTerms(logR, detached.advantage, mask, settings, undefined, meanGuard),
      metrics: proximalMetrics(logS, detached.advantage, mask, settings),
    };
  },
};
