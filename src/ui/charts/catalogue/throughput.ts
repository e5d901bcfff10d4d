/** How fast it goes, and where the time goes. */
import { DASHED, FIRST, SECOND } from './looks.ts';
import type { ChartSpec } from './spec.ts';

export const throughput: readonly ChartSpec[] = [
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
