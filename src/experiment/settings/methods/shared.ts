/** Settings that several methods have, each under a link name of its own. */
import { choice } from '../../setting.ts';

/** Which policy the ratio is taken to. */
export const anchor = (url: string, standard: 'behave' | 'recompute') =>
  choice({
    label: 'Anchor of the ratio',
    help: 'The policy that the current one is compared with.',
    url,
    effect: 'live',
    default: standard,
    options: [
      {
        value: 'behave',
        label: 'Behaviour policy',
        help: 'What the sampler recorded, so that the ratio also holds the staleness.',
      },
      {
        value: 'recompute',
        label: 'Start of the update',
        help: 'The learner’s own evaluation before the update; staleness stays uncorrected.',
      },
      {
        value: 'old',
        label: 'The token’s own version',
        help: 'The learner’s evaluation with the weights that sampled the token, kept for this.',
      },
    ],
  });

/** Which way round a divergence is estimated. */
export const divergenceDirections = [
  {
    value: 'verl',
    label: 'As in verl',
    help: 'k1 is −log ω, k3 is ω − 1 − log ω, with ω the learner’s probability by the sampler’s.',
  },
  {
    value: 'areal',
    label: 'As in areal',
    help: 'k1 is log ω, k3 is 1/ω − 1 + log ω: large where the learner finds a token less likely.',
  },
] as const;

/** Which ratio is the weight. */
export const weightRatio = (url: string) =>
  choice({
    label: 'Ratio of the weight',
    help: 'What the importance weight compares.',
    url,
    effect: 'live',
    default: 'total',
    options: [
      { value: 'total', label: 'Current to behaviour', help: 'θ/μ: the whole distance, as in bypass mode.' },
      {
        value: 'behave',
        label: 'Start of the update to behaviour',
        help: 'prox/μ: constant within the update, as in decoupled mode.',
      },
    ],
  });
