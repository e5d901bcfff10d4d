/** What is trained on. */
import { DASHED, DOTTED, FIRST, MIXED, SECOND, THIRD, FOURTH } from './looks.ts';
import type { ChartSpec } from './spec.ts';

export const samples: readonly ChartSpec[] = [
  {
    kind: 'lines',
    id: 'length',
    title: 'Response length',
    unit: 'tokens',
    scale: 'zero',
    format: 'plain',
    series: [
      { metric: 'response_length', label: 'mean', colour: FIRST },
      { metric: 'response_length_p50', label: 'p50', colour: SECOND, dash: DASHED },
      { metric: 'response_length_p90', label: 'p90', colour: THIRD, dash: DOTTED },
      { metric: 'response_length_max', label: 'longest', colour: FOURTH, dash: MIXED },
    ],
    about: 'Long responses take longer to generate, so they arrive older.',
  },
  {
    kind: 'age',
    id: 'length-by-age',
    title: 'Length by age',
    of: 'length',
    metrics: ['response_length', 'head_lag_avg'],
    about: 'Mean response length of the samples of each head lag. It rises where long responses arrive late.',
  },
  {
    kind: 'lines',
    id: 'length-age',
    title: 'Length against age',
    scale: 'correlation',
    format: 'plain',
    series: [{ metric: 'length_staleness_correlation', label: 'correlation', colour: FIRST }],
    about: 'Above 0 the long responses are the old ones, so that whatever acts on age acts on length.',
  },
  {
    kind: 'lines',
    id: 'length-selection',
    title: 'Trained ÷ generated length',
    scale: 'ratio',
    format: 'plain',
    series: [{ metric: 'trained_length_ratio', label: 'ratio', colour: FIRST }],
    about:
      'Below 1, dropping old samples has favoured short answers, because long ones take longer to generate.',
  },
];
