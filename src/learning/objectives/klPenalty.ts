/**
 * A penalty in the loss for leaving a frozen reference policy, which any objective can carry (sheet §34):
 *
 *   loss = β·Σ_t weight_t·k(ℓθ − ℓref)        times ρ_t = π_θ/μ, gradient included, where it is to be unbiased off policy
 *
 * In the reward it is no term of the loss; the learner takes it from the reward (`rewardPenalties`).
 */
import type { LearningSettings } from './contract.ts';
import type { Term } from './term.ts';
import { klEstimate } from './klEstimators.ts';
import { beyondClamp, logRatio, ratioOf, required } from './ratios.ts';

const METHOD = 'The KL penalty';

export const klPenalty: Term = {
  active: ({ kl }) => kl.coefficient > 0 && kl.place === 'loss',
  needs: ({ kl }) => ({ reference: true, ...(kl.unbiased && { behave: true }) }),
  evaluate(facts, { kl }, weights, detached) {
    const reference = required(detached, 'logpRef', METHOD);
    const behave = kl.unbiased ? required(detached, 'logpBehave', METHOD) : undefined;
    const gradient = new Float64Array(weights.length);
    let loss = 0;
    let total = 0;
    let count = 0;
    for (let t = 0; t < weights.length; t++) {
      if (!facts.mask[t]) continue;
      const theta = facts.logpTheta[t]!;
      const { value, slope } = klEstimate(logRatio(theta, reference[t]!), kl.estimator, kl.clamp);
      total += value;
      count += 1;
      if (weights[t] === 0) continue;
      const scale = kl.coefficient * weights[t]!;
      const x = behave ? logRatio(theta, behave[t]!) : 0;
      const rho = ratioOf(x);
      loss += scale * rho * value;
      gradient[t] = scale * rho * (slope + (behave && !beyondClamp(x) ? value : 0));
    }
    return { loss, gradient, metrics: count === 0 ? {} : { ref_kl: total / count } };
  },
};

/** Whether the penalty is taken from the rewards. The reference is needed for that too. */
export function penalisesRewards({ kl }: Pick<LearningSettings, 'kl'>): boolean {
  return kl.coefficient > 0 && kl.place === 'reward';
}

/** β·k(ℓ − ℓref) per token, 0 where masked: what is taken from its reward. @param logp of the policy that is held */
export function rewardPenalties(
  logp: Float64Array,
  reference: Float64Array,
  mask: Uint8Array,
  { coefficient, estimator, clamp }: LearningSettings['kl'],
): Float64Array {
  return logp.map((value, t) =>
    mask[t] ? coefficient * klEstimate(logRatio(value, reference[t]!), estimator, clamp).value : 0,
  );
}
