/** What the lag does to the importance ratios, and what the clip does about it. */
import { DASHED, DOTTED, FIRST, SECOND, THIRD } from './looks.ts';
import { clipNote, weightsNote } from './notes.ts';
import type { ChartSpec } from './spec.ts';

export const ratios: readonly ChartSpec[] = [
  {
    kind: 'lines',
    id: 'quantiles',
    title: 'Ratio quantiles',
    unit: 'θ/μ',
    scale: 'ratio',
    format: 'plain',
    series: [
      { metric: 'total_imp_weight_p99', label: 'p99', colour: FIRST, dash: DOTTED },
      { metric: 'total_imp_weight_p90', label: 'p90', colour: FIRST, dash: DASHED },
      { metric: 'total_imp_weight_p50', label: 'p50', colour: FIRST },
      { metric: 'total_imp_weight_p10', label: 'p10', colour: FIRST, dash: DASHED },
      { metric: 'total_imp_weight_p1', label: 'p1', colour: FIRST, dash: DOTTED },
    ],
    areas: [
      { low: 'total_imp_weight_p1', high: 'total_imp_weight_p99', colour: FIRST },
      { low: 'total_imp_weight_p10', high: 'total_imp_weight_p90', colour: FIRST },
    ],
    about:
      'The spread of the ratios: half of the tokens lie below the solid line, eight in ten within the inner band, all but one in fifty within the outer. It widens with the age of the data.',
  },
  {
    kind: 'heat',
    id: 'ratio-by-staleness',
    title: 'Ratio by staleness',
    metrics: ['total_imp_weight', 'sample_staleness_theta_avg'],
    about:
      'Each column is the distribution of log ρ among the tokens of one age: the darker, the more of them. Old tokens spread further from 1; how much further says how fast the policy moves.',
  },
  {
    kind: 'lines',
    id: 'clip-by-sign',
    title: 'Clip fraction by sign of A',
    unit: 'of all tokens',
    scale: 'zero',
    format: 'share',
    series: [
      { metric: 'clip_ratio_high', label: 'A > 0', colour: 'var(--positive)' },
      { metric: 'clip_ratio_low', label: 'A < 0', colour: 'var(--negative)', dash: DASHED },
    ],
    note: clipNote,
    about:
      'The active clip fraction in its two parts: both are shares of all tokens, whatever their sign, and add up to it. With a positive advantage the clip stops tokens that have become too likely, with a negative one those that have become too unlikely.',
  },
  {
    kind: 'age',
    id: 'clip-by-staleness',
    title: 'Clip fraction by staleness',
    of: 'clip',
    metrics: ['clip_ratio'],
    about:
      'Of the tokens of each age, the share whose gradient the clip cuts. What is paid for staleness: the older a token, the less is learnt from it.',
  },
  {
    kind: 'lines',
    id: 'gated',
    title: 'Gated tokens',
    scale: 'zero',
    format: 'share',
    series: [{ metric: 'gated_ratio', label: 'of the tokens', colour: FIRST }],
    about:
      'Whatever the objective does to a token beyond weighting it: a clip is one such gate, masks, caps and fades are others.',
  },
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
    title: 'Largest ratio',
    scale: 'factor',
    format: 'plain',
    series: [
      { metric: 'total_imp_weight_max', label: 'θ/μ', colour: FIRST },
      { metric: 'importance_weight_max', label: 'θ/prox', colour: THIRD, dash: DOTTED },
    ],
    about:
      'The one token that the policies disagree about most. Heavy tails show here long before they move a mean.',
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
  {
    kind: 'lines',
    id: 'second-moment',
    title: 'Second moment',
    scale: 'zero',
    format: 'plain',
    series: [{ metric: 'second_moment', label: 'mean log²ρ', colour: FIRST }],
    about: 'A trust region in one number: how far the policies are apart, whatever the sign.',
  },
  {
    kind: 'lines',
    id: 'chi2',
    title: 'χ² θ‖μ',
    scale: 'free',
    format: 'plain',
    series: [{ metric: 'chi2_token', label: 'mean ρ² − 1', colour: FIRST }],
    about:
      'The variance that importance weights add. It grows with the largest ratios and long before a mean of log ratios does.',
  },
];
