/** How learning goes: how far the policy moves, its entropy, gradient and loss. */
import { DASHED, DOTTED, FIRST, SECOND, THIRD } from './looks.ts';
import type { ChartSpec, LineSeries } from './spec.ts';

const behaviourKl: readonly LineSeries[] = [
  { metric: 'mismatch_kl_k1', label: 'k1', colour: SECOND, dash: DASHED },
  { metric: 'mismatch_kl_k2', label: 'k2', colour: THIRD, dash: DOTTED },
  { metric: 'mismatch_kl', label: 'k3', colour: FIRST },
];

export const learning: readonly ChartSpec[] = [
  {
    kind: 'lines',
    id: 'kl',
    title: 'KL',
    unit: 'nats',
    scale: 'free',
    format: 'plain',
    series: behaviourKl,
    measures: [
      { id: 'behaviour', label: 'μ‖θ', series: behaviourKl },
      {
        id: 'proximal',
        label: 'prox‖θ',
        series: [
          { metric: 'approx_kl_k1', label: 'k1', colour: SECOND, dash: DASHED },
          { metric: 'approx_kl_k2', label: 'k2', colour: THIRD, dash: DOTTED },
          { metric: 'approx_kl_k3', label: 'k3', colour: FIRST },
        ],
      },
      {
        id: 'log-ratios',
        label: 'mean log ratios',
        series: [
          { metric: 'approx_kl', label: 'θ/prox', colour: FIRST },
          { metric: 'behave_approx_kl', label: 'prox/μ', colour: SECOND, dash: DASHED },
        ],
      },
    ],
    about:
      'Three estimates of one divergence. k1 is noisy and may fall below 0, k2 is biased, k3 is neither; where they part, the ratios have grown large.',
  },
  {
    kind: 'lines',
    id: 'entropy',
    title: 'Entropy',
    unit: 'nats',
    scale: 'zero',
    format: 'plain',
    series: [{ metric: 'entropy', label: 'mean', colour: FIRST }],
    about: 'Near 0 the policy always answers the same and explores no more.',
  },
  {
    kind: 'lines',
    id: 'gradient',
    title: 'Gradient norm',
    scale: 'decades',
    format: 'plain',
    series: [{ metric: 'grad_norm', label: 'before clipping', colour: FIRST }],
    reference: ({ optimiser: { gradientClip } }) =>
      gradientClip === 0 ? undefined : { value: gradientClip, text: `clip ${gradientClip}` },
    about: 'Spikes are updates that a few tokens dominate.',
  },
  {
    kind: 'lines',
    id: 'loss',
    title: 'Loss',
    scale: 'signed',
    format: 'plain',
    series: [{ metric: 'loss', label: 'loss', colour: FIRST }],
    about:
      'Of little use for judging progress: with an advantage of mean 0 it hovers about 0 even while learning goes well.',
  },
  {
    kind: 'lines',
    id: 'groups',
    title: 'Groups without signal',
    scale: 'unit',
    format: 'share',
    series: [{ metric: 'zero_variance_groups', label: 'of the groups', colour: FIRST }],
    about: 'When all answers to a prompt have the same reward, there is nothing to learn from it.',
  },
  {
    kind: 'lines',
    id: 'exact',
    title: 'Exact answers',
    scale: 'unit',
    format: 'share',
    series: [{ metric: 'exact_match', label: 'of the samples', colour: FIRST }],
    about: 'The share of samples that are wholly right; the reward may also pay for parts.',
  },
];
