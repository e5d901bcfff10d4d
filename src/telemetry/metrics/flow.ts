/** What the lag costs and buys: the queue, and how learner and workers spend the run's time. */
import type { MetricDefinition } from './definition.ts';

export const flow = [
  {
    name: 'queue_length',
    label: 'Queue length',
    definition: 'Finished prompts that are left waiting when the update begins.',
    unit: 'prompts',
    aliases: {
      verl: 'monitor/queue/mq_queue_size',
      trl: 'buffer_qsize',
      pipelinerl: 'stats/queue/batches (batches)',
      'nemo-rl': 'buffer_size',
    },
  },
  {
    name: 'queue_oldest',
    label: 'Oldest in the queue',
    definition:
      'The learner’s version minus the oldest version of a token that is left waiting when the update begins. No data where the queue is empty.',
    formula: 'v_L - \\min_{queue} v_t',
    unit: 'versions',
  },
  {
    name: 'dropped',
    label: 'Dropped',
    definition: 'Prompts dropped for age since the run began.',
    unit: 'prompts',
    aliases: { verl: 'count/dropped_stale_samples', 'prime-rl': 'off_policy/dropped' },
  },
  {
    name: 'rejected',
    label: 'Rejected by dynamic sampling',
    definition:
      'Prompts rejected before the queue since the run began, because all of their answers did equally well.',
    unit: 'prompts',
  },
  {
    name: 'learner_idle',
    label: 'Learner idle',
    definition: 'Share of the time since the previous update that the learner waited for samples.',
    aliases: {
      areal: 'timeperf/rollout (seconds)',
      verl: 'fully_async/trainer/idle_ratio',
      'prime-rl': 'time/wait_for_batch (seconds)',
      pipelinerl: 'stats/time_waiting_for_data (seconds)',
      slime: 'perf/wait_time_ratio',
    },
  },
  {
    name: 'learner_training',
    label: 'Learner training',
    definition:
      'Share of the time since the previous update that the learner computed gradients and optimiser steps.',
    aliases: { areal: 'timeperf/train_step (seconds)' },
  },
  {
    name: 'learner_publishing',
    label: 'Learner publishing',
    definition:
      'Share of the time since the previous update that the learner handed over new weights. The time that these are under way counts only where it holds the learner.',
    aliases: { areal: 'timeperf/update_weights (seconds)', trl: 'weight_sync_time_s (seconds)' },
  },
  {
    name: 'learner_evaluating',
    label: 'Learner evaluating',
    definition: 'Share of the time since the previous update that the learner answered held-out prompts.',
  },
  {
    name: 'rollout_idle',
    label: 'Workers idle',
    definition:
      'Share of the rollout workers’ time, from the start of the previous update to the start of this one, that they waited and did not generate.',
    aliases: { verl: 'fully_async/rollouter/idle_ratio' },
  },
  {
    name: 'tokens_per_second',
    label: 'Tokens trained per second',
    definition: 'Response tokens trained on, divided by the time since the previous update.',
    unit: 'tokens/s',
    aliases: {
      verl: 'perf/throughput',
      trl: 'training_tok/s',
      pipelinerl: 'throughput/real_tokens_per_sec',
      slime: 'perf/actor_train_tok_per_s',
    },
  },
  {
    name: 'updates_per_second',
    label: 'Updates per second',
    definition: 'One divided by the time since the previous update.',
    unit: '1/s',
  },
] as const satisfies readonly MetricDefinition[];
