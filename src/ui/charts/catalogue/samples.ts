/** What is trained on. */
import { FIRST } from './looks.ts';
import type { ChartSpec } from './spec.ts';

export const samples: readonly ChartSpec[] = [
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
    id: 'length',
    title: 'Response length',
    unit: 'tokens',
    scale: 'zero',
    format: 'plain',
    series: [{ metric: 'response_length', label: 'mean', colour: FIRST }],
    about: 'Dropping old samples favours short answers, because long ones take longer to generate.',
  },
];
