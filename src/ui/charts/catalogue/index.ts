/**
 * Which charts there are, as data, in the order of reading: what is learnt, what the lag does to the ratios, what
 * it costs, then the rest. A chart of lines is an entry here; the two histograms have files of their own.
 */
import type { Experiment } from '../../../experiment/experiment.ts';
import type { MetricName } from '../../../telemetry/metrics.ts';
import type { Scale } from '../plot/domain.ts';
import type { Format } from '../plot/format.ts';
import { clipNote, lagBound, stalenessNote, weightsNote } from './notes.ts';

export interface LineSeries {
  /** `accuracy` is drawn from the run's evaluations, all others from its frames. */
  readonly metric: MetricName;
  /** A word or two, beside the reading and at the end of the line. */
  readonly label: string;
  readonly colour: string;
  /** Dash pattern in pixels; none = solid. Two lines of one chart never differ by colour alone. */
  readonly dash?: string;
}

export interface LineChartSpec {
  readonly kind: 'lines';
  readonly id: string;
  readonly title: string;
  readonly unit?: string;
  readonly scale: Scale;
  readonly format: Format;
  readonly series: readonly LineSeries[];
  /** A level worth comparing with. */
  readonly reference?: (
    experiment: Experiment,
  ) => { readonly value: number; readonly text: string } | undefined;
  readonly note?: (experiment: Experiment) => string | undefined;
  /** What one should see in it, in a sentence or two. */
  readonly about: string;
}

export interface HistogramSpec {
  readonly kind: 'ratio' | 'staleness';
  readonly id: string;
  readonly title: string;
  readonly metrics: readonly MetricName[];
  readonly about: string;
}

export type ChartSpec = LineChartSpec | HistogramSpec;

const [FIRST, SECOND, THIRD] = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)'];
const [DASHED, DOTTED] = ['5 3', '1.5 3'];

export const catalogue: readonly ChartSpec[] = [
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
    scale: 'unit',
    format: 'share',
    series: [
      { metric: 'clip_ratio', label: 'active', colour: FIRST },
      { metric: 'clip_out_of_range', label: 'out of range', colour: SECOND, dash: DASHED },
    ],
    note: clipNote,
    about: 'Two definitions under one name. Libraries report one or the other, so compare like with like.',
  },
  {
    kind: 'staleness',
    id: 'staleness-histogram',
    title: 'Staleness',
    metrics: ['sample_staleness_theta_avg', 'sample_staleness_theta_max'],
    about: 'How old the tokens of this batch were, in versions. The dashed line is what the schedule allows.',
  },
  {
    kind: 'lines',
    id: 'staleness',
    title: 'Staleness over time',
    unit: 'versions',
    scale: 'zero',
    format: 'plain',
    series: [
      { metric: 'sample_staleness_theta_avg', label: 'mean', colour: FIRST },
      { metric: 'sample_staleness_theta_max', label: 'largest', colour: SECOND, dash: DASHED },
    ],
    reference: lagBound,
    note: stalenessNote,
    about: 'Staleness rises when workers may run ahead, and falls when the learner has to wait for them.',
  },
  {
    kind: 'lines',
    id: 'idle',
    title: 'Learner idle',
    scale: 'unit',
    format: 'share',
    series: [{ metric: 'learner_idle', label: 'idle', colour: FIRST }],
    about: 'What staleness buys: the more workers may run ahead, the less the learner waits.',
  },
  {
    kind: 'lines',
    id: 'tokens',
    title: 'Tokens trained',
    unit: 'tokens/s',
    scale: 'zero',
    format: 'plain',
    series: [{ metric: 'tokens_per_second', label: 'tokens/s', colour: FIRST }],
    about: 'Throughput of the learner, in response tokens.',
  },
  {
    kind: 'lines',
    id: 'updates',
    title: 'Updates',
    unit: 'updates/s',
    scale: 'zero',
    format: 'plain',
    series: [{ metric: 'updates_per_second', label: 'updates/s', colour: FIRST }],
    about: 'How fast learning goes by, in updates.',
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
  {
    kind: 'lines',
    id: 'queue',
    title: 'Queue',
    unit: 'prompts',
    scale: 'zero',
    format: 'integer',
    series: [
      { metric: 'queue_length', label: 'waiting', colour: FIRST },
      { metric: 'dropped', label: 'dropped so far', colour: SECOND, dash: DASHED },
    ],
    about: 'A long queue is old data: what waits, ages.',
  },
];

/** The metrics that a chart shows. */
export function metricsOf(spec: ChartSpec): readonly MetricName[] {
  return spec.kind === 'lines' ? spec.series.map(({ metric }) => metric) : spec.metrics;
}
