/**
 * A2C: REINFORCE whose baseline is a learnt value, with generalised advantages over the tokens of an answer.
 *
 *   A_t = GAE(γ, λ)    R̂_t = A_t + V_t (constant)    loss_t = −A_t ℓθ + c_v(R̂_t − V_t)²
 *
 * λ = 1 is the full return. An entropy term is the lab's own bonus. Group advantages are not used. The value's step can be
 * clipped, as PPO's critic is.
 */
import type { Objective } from '../contract.ts';
import { required } from '../ratios.ts';
import { generalisedAdvantages } from '../returns.ts';
import { scoreTerms } from '../surrogates.ts';
import { valueTerms } from '../valueLoss.ts';

export const a2c: Objective<'a2c'> = {
  name: 'a2c',
  title: 'A2C',
  formula: String.raw`\ell_t = -\hat A_t\log\pi_\theta(y_t|s_t) + c_v\bigl(\hat R_t - V_\phi(s_t)\bigr)^2,\quad \hat A_t = \sum_k(\gamma\lambda)^k\delta_{t+k}`,
  paper: 'arXiv:1602.01783',
  source: 'objectives.md §2, §4',
  status: 'STANDARD',
  caveat: 'The usual five-step return is not offered; the trace λ stands in its place.',
  words:
    'A value head predicts what an answer will earn from here on, and a token is pushed by how much ' +
    'better it went. Stale tokens count as if they were fresh.',
  zeroes: 'Nothing.',
  aggregation: 'token-mean',
  settings: [],
  group: 'a2c',
  ownAdvantages: true,
  needs: () => ({ values: true }),
  terms(facts, settings, detached) {
    const { mask } = facts;
    const values = required(facts, 'values', 'a2c');
    const advantage = generalisedAdvantages(detached, settings, 'a2c');
    const targets = advantage.map((A, t) => A + (mask[t] ? detached.values![t]! : 0));
    const { valueWeight, valueClip: radius } = settings;
    const clip = radius === 0 ? undefined : { old: required(detached, 'valuesOld', 'a2c'), radius };
    return {
      ...scoreTerms(facts.logpTheta, advantage, mask),
      values: valueTerms(values, targets, mask, valueWeight, clip),
      metrics: {},
    };
  },
};
