/**
 * The entropy bonus, a term that any objective can carry: loss = −β·Σ_t weight_t·H_t, with the weights of the
 * objective's own aggregation and H_t = −Σ_k p_k log p_k over the tempered distribution.
 *
 * By a tempered logit ∂H/∂z_k = −p_k(log p_k + H), hence logitRows = β·weight_t·p_k(log p_k + H_t). A symbol of
 * probability 0 adds nothing to either. The metric `entropy` is the plain mean over counted tokens.
 */
import { exp } from '../../numerics/elementary.ts';
import { meanEntropy, tokenEntropies } from '../diagnostics/entropy.ts';
import { required } from './ratios.ts';
import type { Term } from './term.ts';

export const entropyBonus: Term = {
  needs: () => ({ distributions: true }),
  active: ({ objective }) => objective.entropyBonus > 0,
  evaluate(facts, { objective: { entropyBonus: bonus } }, weights) {
    const distributions = required(facts, 'distributions', 'The entropy bonus');
    const { vocabulary, logpTheta } = distributions;
    const entropies = tokenEntropies(distributions, facts.mask);
    const logitRows = new Float64Array(weights.length * vocabulary);
    let loss = 0;
    for (let t = 0; t < weights.length; t++) {
      if (weights[t] === 0) continue;
      const scale = bonus * weights[t]!;
      loss -= scale * entropies[t]!;
      for (let k = t * vocabulary; k < (t + 1) * vocabulary; k++) {
        const p = exp(logpTheta[k]!);
        if (p > 0) logitRows[k] = scale * p * (logpTheta[k]! + entropies[t]!);
      }
    }
    return { loss, logitRows, metrics: meanEntropy(entropies, facts.mask) };
  },
};
