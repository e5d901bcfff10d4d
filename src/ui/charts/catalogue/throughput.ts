/** How fast it goes, and where the time goes. */
import { DASHED, DOTTED, FIRST, FOURTH, MIXED, SECOND, THIRD } from './looks.ts';
import type { ChartSpec } from './spec.ts';

export const throughput: readonly ChartSpec[] = [
  {
    kind: 'time',
    id: 'time',
    title: 'Use of time',
    metrics: ['learner_training', 'learner_publishing', 'learner_evaluating', 'learner_idle', 'rollout_idle'],
    about:
      'What the learner and every worker did with the last ten seconds. Where somebody waits, somebody else is the bottleneck.',
  },
  {
    kind: 'lines',
    id: 'tokens',
    title: 'Tokens trained',
    unit: 'tokens/s',
    scale: 'zero',
    format: 'plain',
    series: [{ metric: 'tokens_per_second', label: 'trained', colour: FIRST }],
    about: 'Throughput of the learner, in response tokens.',
  },
  {
    kind: 'lines',
    id: 'updates',
    title: 'Updates',
    unit: 'updates/s',
    scale: 'zero',
    format: 'plain',
    series: [{ metric: 'updates_per_second', label: 'done', colour: FIRST }],
    about: 'How fast learning goes by, in updates.',
  },
  {
    kind: 'lines',
    id: 'queue',
    title: 'Queue length',
    unit: 'prompts',
    scale: 'zero',
    format: 'integer',
    series: [{ metric: 'queue_length', label: 'waiting', colour: FIRST }],
    about: 'A long queue is old data: what waits, ages.',
  },
  {
    kind: 'lines',
    id: 'learner-time',
    title: 'Learner’s time',
    scale: 'unit',
    format: 'share',
    series: [
      { metric: 'learner_training', label: 'trains', colour: FIRST },
      { metric: 'learner_idle', label: 'waits', colour: SECOND, dash: DASHED },
      { metric: 'learner_publishing', label: 'publishes', colour: THIRD, dash: DOTTED },
      { metric: 'learner_evaluating', label: 'tests', colour: FOURTH, dash: MIXED },
    ],
    about: 'The shares add up to less than 1 where the learner was at something else, such as measuring.',
  },
  {
    kind: 'lines',
    id: 'workers-idle',
    title: 'Workers idle',
    scale: 'unit',
    format: 'share',
    series: [{ metric: 'rollout_idle', label: 'idle', colour: FIRST }],
    about:
      'Workers that wait for admission or for new weights: there are more of them than the bound lets run.',
  },
];
