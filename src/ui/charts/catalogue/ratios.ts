/** What the lag does to the importance ratios, and what the clip does about it. */
import { DASHED, DOTTED, FIRST, SECOND, THIRD } from './looks.ts';
import { weightsNote } from './notes.ts';
import type { ChartSpec } from './spec.ts';

export const ratios: readonly ChartSpec[] = [
  {
    kind: 'lines',
    id: 'weights',
    title: 'Mean ratios',
    scale: 'ratio',
    format: 'plain',
    series: [
      { metric: 'total_imp_weight', label: 'θ/μ', colour: FIRST },
      { metric: 'behave_imp_weight', label: 'prox/μ', colour: SECOND, dash: DASHED },
      { metric: 'importance_weight', label: 'θ/prox', colour: THIRD, dash: DOTTED },
    ],
    note: weightsNote,
    about:
      'All three should stay close to 1. A behaviour weight prox/μ that drifts says that the data is too old.',
  },
  {
    kind: 'lines',
    id: 'largest',
    title: 'Largest ratio θ/μ',
    scale: 'factor',
    format: 'plain',
    series: [{ metric: 'total_imp_weight_max', label: 'largest', colour: FIRST }],
    about:
      'The one token that the policies disagree about most. Heavy tails show here long before they move a mean.',
  },
  {
    kind: 'lines',
    id: 'kl',
    title: 'KL μ‖θ',
    unit: 'nats, k3',
    scale: 'zero',
    format: 'plain',
    series: [{ metric: 'mismatch_kl', label: 'k3', colour: FIRST }],
    about: 'A mean that keeps growing is an early sign of collapse.',
  },
  {
    kind: 'lines',
    id: 'ess',
    title: 'Effective sample size',
    scale: 'unit',
    format: 'share',
    series: [{ metric: 'ess', label: 'of the tokens', colour: FIRST }],
    about: 'At 50% half of the batch’s information is lost to unequal weights.',
  },
];
