/** Where the lag comes from. */
import { DASHED, FIRST, SECOND } from './looks.ts';
import type { ChartSpec, LineSeries } from './spec.ts';

const shares: readonly LineSeries[] = [
  { metric: 'lag_in_flight_share', label: 'in flight', colour: FIRST },
  { metric: 'lag_in_queue_share', label: 'in queue', colour: SECOND, dash: DASHED },
];

export const staleness: readonly ChartSpec[] = [
  {
    kind: 'lines',
    id: 'lag-origin',
    title: 'Where lag arises',
    scale: 'unit',
    format: 'share',
    series: shares,
    measures: [
      { id: 'shares', label: 'shares', series: shares },
      {
        id: 'versions',
        label: 'versions',
        unit: 'versions',
        scale: 'zero',
        format: 'plain',
        series: [
          { metric: 'lag_in_flight', label: 'in flight', colour: FIRST },
          { metric: 'lag_in_queue', label: 'in queue', colour: SECOND, dash: DASHED },
        ],
      },
    ],
    about:
      'Samples age while they are generated and while they wait. Lag in flight calls for faster or interruptible workers, lag in the queue for fewer of them.',
  },
  {
    kind: 'lines',
    id: 'queue-oldest',
    title: 'Oldest in the queue',
    unit: 'versions',
    scale: 'zero',
    format: 'integer',
    series: [{ metric: 'queue_oldest', label: 'oldest token', colour: FIRST }],
    about: 'How old the oldest token is that still waits when an update begins. No data while nothing waits.',
  },
  {
    kind: 'lines',
    id: 'dropped',
    title: 'Dropped for age',
    unit: 'prompts',
    scale: 'zero',
    format: 'integer',
    series: [{ metric: 'dropped', label: 'so far', colour: FIRST }],
    about: 'What was generated for nothing, because it was too old when its turn came.',
  },
  {
    kind: 'lines',
    id: 'rejected',
    title: 'Rejected by dynamic sampling',
    unit: 'prompts',
    scale: 'zero',
    format: 'integer',
    series: [{ metric: 'rejected', label: 'so far', colour: FIRST }],
    about:
      'Prompts whose answers all did equally well. They teach nothing, and with dynamic sampling others are tried in their place.',
  },
  {
    kind: 'lines',
    id: 'age-by-success',
    title: 'Age by success',
    unit: 'versions',
    scale: 'zero',
    format: 'plain',
    series: [
      { metric: 'staleness_hard_groups', label: 'mostly wrong', colour: FIRST },
      { metric: 'staleness_easy_groups', label: 'mostly right', colour: SECOND, dash: DASHED },
    ],
    about:
      'How old the tokens of groups were that mostly failed, and of those that mostly succeeded. Whatever chooses among groups may choose among ages without meaning to.',
  },
];
