/**
 * A-3PO: decoupled PPO whose proximal policy is not computed but interpolated between sampler and learner, by age.
 *
 *   ℓp = α ℓμ + (1−α) sg ℓθ,  α = 1/d for d ≥ 1, else 1        loss_t = sg[w]·max(−A r, −A clip(r)),  w = π_p/μ, r = π_θ/π_p
 *
 * In value r = ρ^{1/d}, so the clip's range of the total ratio ρ is [(1−ε₋)^d, (1+ε₊)^d]: the older, the wider. ℓp is
 * taken anew from the current ℓθ at every minibatch. The form `rollout` has α = 1 at every age: PPO against the sampler, with
 * which the interpolation is to be compared. The linear form is a method of its own.
 */
import { proximalMetrics } from '../../diagnostics/ratioMetrics.ts';
import { clippedTerms } from '../clipping.ts';
import type { Facts, Objective } from '../contract.ts';
import { LOGP_FLOOR, logRatios, ratioOf, required } from '../ratios.ts';

export const a3po: Objective<'a3po'> = {
  name: 'a3po',
  title: 'A-3PO, log-linear',
  formula: String.raw`\log\pi_p = \tfrac1d \log\mu + (1-\tfrac1d)\,\mathrm{sg}[\log\pi_\theta],\quad \ell_t = \text{decoupled PPO with } \pi_p`,
  paper: 'arXiv:2512.06547',
  source: 'objectives.md §16',
  status: 'CONFIRMED',
  aliases: { areal: 'prox_logp_method=loglinear' },
  words:
    'The proximal policy is guessed from the token’s age, which saves a forward pass. The older a token, ' +
    'the further its ratio may drift before it is clipped.',
  zeroes: 'As PPO in ρ^(1/d): outwards, and later the older the token.',
  aggregation: 'token-mean',
  settings: ['clipLow', 'clipHigh'],
  group: 'a3po',
  needs: ({ form }) => (form === 'rollout' ? { behave: true } : { behave: true, staleness: true }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const behave = required(detached, 'logpBehave', 'a3po');
    const prox = settings.form === 'rollout' ? behave : interpolated(detached, behave);
    const logR = logRatios(facts.logpTheta, prox, mask);
    const weights = logRatios(prox, behave, mask).map(ratioOf);
    return {
      ...clippedTerms(logR, detached.advantage, mask, settings, weights),
      metrics: proximalMetrics(logR, detached.advantage, mask, settings),
    };
  },
};

/** ℓp of every token, by its staleness d; one that is not stale has its sampler as proximal policy. */
function interpolated(detached: Facts, behave: Float64Array): Float64Array {
  const staleness = required(detached, 'staleness', 'a3po');
  return behave.map((mu, t) => {
    const d = staleness[t]!;
    if (d <= 1) return mu;
    return Math.max(LOGP_FLOOR, mu) / d + Math.max(LOGP_FLOOR, detached.logpTheta[t]!) * (1 - 1 / d);
  });
}
