/**
 * TOPR: good answers as in supervised learning, bad ones with a ratio cut at 1.
 *
 *   R > 0: loss_t = −A ℓθ        else: loss_t = −sg[clip(ρ, 0, 1)]·A·ℓθ
 *
 * The split is on the raw score, as ROLL's code has it, or on the sign of the advantage.
 */
import type { Objective } from '../contract.ts';
import { logRatios, ratioOf, required } from '../ratios.ts';
import { broadcast } from '../sequences.ts';
import { gate, scoreTerms, shareOf } from '../surrogates.ts';

export const topr: Objective<'topr'> = {
  name: 'topr',
  title: 'TOPR',
  formula: String.raw`\ell_t = -\,\mathrm{sg}[\omega_t]\,A_t\log\pi_\theta(y_t|s_t),\quad \omega_t = \begin{cases}1 & R_i > 0\\ \min(\rho_t, 1) & R_i \le 0\end{cases}`,
  paper: 'arXiv:2503.14286',
  source: 'objectives.md §33, §39',
  status: 'CONFIRMED',
  aliases: { roll: 'topr' },
  words:
    'Good answers are learnt from in full, however old. Bad ones fade as the policy moves away from them, ' +
    'so that they cannot push forever.',
  zeroes: 'Bad answers that have become unlikely, smoothly.',
  aggregation: 'token-mean',
  settings: [],
  group: 'topr',
  needs: ({ split }) => (split === 'score' ? { behave: true, sequenceRewards: true } : { behave: true }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const A = detached.advantage;
    const side =
      settings.split === 'score' ? broadcast(facts, required(detached, 'sequenceRewards', 'topr')) : A;
    const logRho = logRatios(detached.logpTheta, required(detached, 'logpBehave', 'topr'), mask);
    const bad = gate(mask, (t) => side[t]! <= 0);
    const weights = logRho.map((x, t) => (bad[t] ? Math.min(1, ratioOf(x)) : 1));
    const faded = gate(mask, (t) => weights[t]! < 1);
    const terms = scoreTerms(facts.logpTheta, A, mask, weights);
    return { ...terms, gates: { ...terms.gates, faded }, metrics: shareOf('faded_ratio', faded, mask) };
  },
};
