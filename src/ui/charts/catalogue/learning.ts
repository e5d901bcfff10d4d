/** How learning goes: loss, gradient, entropy, and how far the policy moves. */
import { FIRST } from './looks.ts';
import type { ChartSpec } from './spec.ts';

export const learning: readonly ChartSpec[] = [
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
      gradientClip === 0 ? undefined : { value: gradientClip, text: 'clipped above' },
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
];
