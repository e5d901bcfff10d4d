/**
 * MiniRL: the token-level surrogate of the sequence objective, valid while all ratios are near 1; clip and weight see to it.
 *
 *   loss_t = −M_t·sg[min(ρ, C)]·A·ℓθ        M = 0 if A > 0 ∧ r > 1+ε₊, or A < 0 ∧ r < 1−ε₋,  r = π_θ/π_old
 *
 * π_old is the learner's evaluation at the token's version, or at the start of the update.
 */
import { activeClip, sideOf } from '../clipping.ts';
import { proximalMetrics } from '../../diagnostics/ratioMetrics.ts';
import type { Objective } from '../contract.ts';
import { logRatios, ratioOf, required } from '../ratios.ts';
import { gate, scoreTerms } from '../surrogates.ts';

export const minirl: Objective<'minirl'> = {
  name: 'minirl',
  title: 'MiniRL',
  formula: String.raw`\ell_t = -M_t\,\mathrm{sg}\bigl[\min(\tfrac{\pi_\theta}{\mu}, C)\bigr]A_t\log\pi_\theta(y_t|s_t)`,
  paper: 'arXiv:2512.01374',
  source: 'objectives.md §28, §39',
  status: 'CONFIRMED',
  caveat: 'The cap is 5 in the paper and 10 in stable’s re-implementation.',
  aliases: { stable: 'ppo_recompute' },
  words:
    'A stale token has the weight of the full ratio to its sampler, capped; the clip looks at how far the ' +
    'policy has moved since. Answers are not normalised by their length.',
  zeroes: 'Outwards in the ratio to the old policy.',
  aggregation: 'seq-mean-token-sum',
  settings: [],
  clips: true,
  group: 'minirl',
  needs: ({ anchor }) => ({ behave: true, prox: anchor }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const A = detached.advantage;
    const prox = required(detached, 'logpProx', 'minirl');
    const logR = logRatios(detached.logpTheta, prox, mask);
    const logRho = logRatios(detached.logpTheta, required(detached, 'logpBehave', 'minirl'), mask);
    const sides = Array.from(logR, (x) => sideOf(ratioOf(x), settings));
    const high = gate(mask, (t) => sides[t] === 1 && activeClip(1, A[t]!));
    const low = gate(mask, (t) => sides[t] === -1 && activeClip(-1, A[t]!));
    const weights = logRho.map((x, t) => (high[t] || low[t] ? 0 : Math.min(settings.cap, ratioOf(x))));
    const { losses, coefficients, gates } = scoreTerms(facts.logpTheta, A, mask, weights);
    return {
      losses,
      coefficients,
      gates: { ...gates, clip_high: high, clip_low: low },
      metrics: proximalMetrics(logR, A, mask, settings),
    };
  },
};
