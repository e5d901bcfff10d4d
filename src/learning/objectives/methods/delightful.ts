/**
 * Delightful policy gradient: a gate by how surprising and how good a token is, with no behaviour probability at all.
 *
 *   u = −ℓθ,  χ = A·u,  g = σ(χ/η)        loss_t = −sg[g]·A·ℓθ        c_t = g·A
 *
 * Common tokens have g ≈ ½, so the effective learning rate is half of REINFORCE's. The gate depends on the scale of A.
 */
import { sigmoid } from '../../../numerics/elementary.ts';
import { counted } from '../../diagnostics/ratioStatistics.ts';
import type { Objective } from '../contract.ts';
import { LOGP_FLOOR } from '../ratios.ts';
import { scoreTerms } from '../surrogates.ts';

export const delightful: Objective<'delightful'> = {
  name: 'delightful',
  title: 'Delightful policy gradient',
  formula: String.raw`\ell_t = -\,\mathrm{sg}[g_t]\,A_t\log\pi_\theta(y_t|s_t),\quad g_t = \sigma\bigl(-A_t\log\pi_\theta(y_t|s_t)/\eta\bigr)`,
  paper: 'arXiv:2603.14608, arXiv:2603.20521',
  source: 'objectives.md §26',
  status: 'CONFIRMED-2ND',
  caveat:
    'Read in independent ports, not in the authors’ code. Some ports multiply by 2, so that common tokens ' +
    'keep their full gradient.',
  words:
    'A rare token of a bad answer is hardly learnt from, a rare token of a good one fully. Whatever the ' +
    'sampler was, it needs not be known.',
  zeroes: 'Rare tokens of bad answers, smoothly.',
  aggregation: 'token-mean',
  settings: [],
  group: 'delightful',
  needs: () => ({}),
  terms(facts, settings, detached) {
    const { mask, logpTheta } = facts;
    const A = detached.advantage;
    const gates = A.map((a, t) =>
      mask[t] ? sigmoid((-a * Math.max(LOGP_FLOOR, detached.logpTheta[t]!)) / settings.eta) : 0,
    );
    const all = counted(gates, mask);
    return {
      ...scoreTerms(logpTheta, A, mask, gates),
      metrics: all.length === 0 ? {} : { gate_mean: all.reduce((a, b) => a + b, 0) / all.length },
    };
  },
};
