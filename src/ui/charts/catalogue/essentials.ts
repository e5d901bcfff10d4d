/** The six charts that matter: what is learnt, what the lag does to the ratios, and what it buys. */
import { DASHED, DOTTED, FIRST, SECOND, THIRD } from './looks.ts';
import { idleVerdict } from '../../pipeline/idle/idleStore.ts';
import { idleWords } from '../../pipeline/idle/words.ts';
import { clipNote, lagBound, stalenessNote } from './notes.ts';
import type { ChartSpec, LineSeries, Measure } from './spec.ts';

const tokenLag: readonly LineSeries[] = [
  { metric: 'sample_staleness_theta_avg', label: 'mean', colour: FIRST },
  { metric: 'sample_staleness_theta_max', label: 'largest', colour: SECOND, dash: DASHED },
  { metric: 'sample_staleness_theta_min', label: 'least', colour: THIRD, dash: DOTTED },
];

/** The four quantities that are called staleness, and the lag that does not count versions. */
const lags: readonly Measure[] = [
  { id: 'token', label: 'token lag', series: tokenLag },
  {
    id: 'head',
    label: 'head lag',
    series: [
      { metric: 'head_lag_avg', label: 'mean', colour: FIRST },
      { metric: 'head_lag_max', label: 'largest', colour: SECOND, dash: DASHED },
    ],
  },
  {
    id: 'tail',
    label: 'tail lag',
    series: [
      { metric: 'tail_lag_avg', label: 'mean', colour: FIRST },
      { metric: 'tail_lag_max', label: 'largest', colour: SECOND, dash: DASHED },
    ],
  },
  {
    id: 'span',
    label: 'span',
    series: [
      { metric: 'version_span_avg', label: 'mean', colour: FIRST },
      { metric: 'version_span_max', label: 'largest', colour: SECOND, dash: DASHED },
    ],
  },
  {
    id: 'updates',
    label: 'in updates',
    unit: 'updates',
    series: [{ metric: 'update_lag_avg', label: 'mean', colour: FIRST }],
  },
];

export const essentials: readonly ChartSpec[] = [
  {
    kind: 'lines',
    id: 'reward',
    title: 'Reward and accuracy',
    scale: 'unit',
    format: 'plain',
    series: [
      { metric: 'task_reward', label: 'reward', colour: FIRST },
      { metric: 'accuracy', label: 'held-out', colour: SECOND },
    ],
    about:
      'Reward is of the samples that were trained on, drawn by possibly old policies. Held-out accuracy is of the newest policy, decoding greedily; “init” is before and “warm” after the supervised warm start.',
  },
  {
    kind: 'ratio',
    id: 'ratio',
    title: 'Importance ratio',
    metrics: ['total_imp_weight'],
    about:
      'How much likelier, or less likely, the current policy finds the tokens of this batch than the policy that sampled them. Above the line tokens with a positive advantage, below it those with a negative one; tokens with advantage 0 are left out. Bins are equal in log ρ; heights are on a square-root scale, so that the tails can be seen. Shaded is where the clip cuts the gradient.',
  },
  {
    kind: 'lines',
    id: 'clip',
    title: 'Clip fraction',
    scale: 'zero',
    format: 'share',
    series: [
      { metric: 'clip_ratio', label: 'active', colour: FIRST },
      { metric: 'clip_out_of_range', label: 'out of range', colour: SECOND, dash: DASHED },
    ],
    note: clipNote,
    about: 'Two definitions under one name. Libraries report one or the other, so compare like with like.',
  },
  {
    kind: 'age',
    id: 'staleness-histogram',
    title: 'Staleness',
    of: 'tokens',
    metrics: ['sample_staleness_theta_avg', 'sample_staleness_theta_max'],
    about: 'How old the tokens of this batch were, in versions. The line is what the schedule allows.',
  },
  {
    kind: 'lines',
    id: 'staleness',
    title: 'Lag over time',
    unit: 'versions',
    scale: 'zero',
    format: 'plain',
    series: tokenLag,
    measures: lags,
    reference: lagBound,
    note: stalenessNote,
    about:
      'Staleness rises when workers may run ahead, and falls when the learner has to wait for them. Four quantities go by that name; the schedule bounds the head lag of what it admits.',
  },
  {
    kind: 'lines',
    id: 'idle',
    title: 'Learner idle',
    scale: 'unit',
    format: 'share',
    series: [{ metric: 'learner_idle', label: 'idle', colour: FIRST }],
    remark: (run) => {
      const verdict = idleVerdict(run);
      return verdict === undefined ? '' : idleWords(verdict).line;
    },
    about:
      'What staleness buys: the more workers may run ahead, the less the learner waits. Beside the reading stands what it waited for most often lately, and what helps.',
  },
];
