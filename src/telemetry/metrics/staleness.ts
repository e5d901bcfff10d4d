/**
 * How old the data was: the four quantities that are called staleness (`systems.md` §1.1), and where the lag came
 * from. All but the lag in updates count versions.
 */
import type { MetricDefinition } from './definition.ts';

export const staleness = [
  {
    name: 'sample_staleness_theta_avg',
    label: 'Staleness, mean',
    definition:
      'Token lag: mean over response tokens of the learner’s version minus the version that sampled the token.',
    formula: '\\overline{v_L - v_t}',
    unit: 'versions',
    aliases: {
      areal: 'ppo_actor/update/version_stats/sample_staleness_theta_avg',
      'sample-factory': 'train/version_diff_avg',
    },
  },
  {
    name: 'sample_staleness_theta_max',
    label: 'Staleness, largest',
    definition: 'Largest staleness of a response token in the update.',
    formula: '\\max_t\\,(v_L - v_t)',
    unit: 'versions',
    aliases: {
      areal: 'ppo_actor/update/version_stats/sample_staleness_theta_max',
      'sample-factory': 'train/version_diff_max',
    },
  },
  {
    name: 'sample_staleness_theta_min',
    label: 'Staleness, smallest',
    definition: 'Smallest staleness of a response token in the update.',
    formula: '\\min_t\\,(v_L - v_t)',
    unit: 'versions',
    aliases: {
      areal: 'ppo_actor/update/version_stats/sample_staleness_theta_min',
      'sample-factory': 'train/version_diff_min',
    },
  },
  {
    name: 'head_lag_avg',
    label: 'Head lag, mean',
    definition: 'Mean over samples of the learner’s version minus the oldest version among their tokens.',
    formula: '\\overline{v_L - \\min_t v_t}',
    unit: 'versions',
    aliases: {
      verl: 'training/off_policy/trajectory_staleness_worst/mean',
      'prime-rl': 'off_policy/mean',
      pipelinerl: 'stats/lag',
      skyrl: 'async/staleness_mean',
      'nemo-rl': 'avg_trajectory_age',
    },
  },
  {
    name: 'head_lag_max',
    label: 'Head lag, largest',
    definition: 'Largest head lag of a sample in the update.',
    formula: '\\max_i\\,(v_L - \\min_t v_t)',
    unit: 'versions',
    aliases: {
      verl: 'training/off_policy/trajectory_staleness_worst/max',
      'prime-rl': 'off_policy/max',
      skyrl: 'async/staleness_max',
    },
  },
  {
    name: 'tail_lag_avg',
    label: 'Tail lag, mean',
    definition: 'Mean over samples of the learner’s version minus the newest version among their tokens.',
    formula: '\\overline{v_L - \\max_t v_t}',
    unit: 'versions',
    aliases: { verl: 'training/off_policy/trajectory_staleness/mean' },
  },
  {
    name: 'tail_lag_max',
    label: 'Tail lag, largest',
    definition: 'Largest tail lag of a sample in the update.',
    formula: '\\max_i\\,(v_L - \\max_t v_t)',
    unit: 'versions',
    aliases: { verl: 'training/off_policy/trajectory_staleness/max' },
  },
  {
    name: 'version_span_avg',
    label: 'Version span, mean',
    definition:
      'Mean over samples of the newest minus the oldest version among their tokens. 0 where no weights were swapped during generation.',
    formula: '\\overline{\\max_t v_t - \\min_t v_t}',
    unit: 'versions',
    aliases: { verl: 'training/off_policy/trajectory_spans/mean (adds 1)' },
  },
  {
    name: 'version_span_max',
    label: 'Version span, largest',
    definition: 'Largest version span of a sample in the update.',
    formula: '\\max_i\\,(\\max_t v_t - \\min_t v_t)',
    unit: 'versions',
    aliases: { verl: 'fully_async/partial/max_partial_span' },
  },
  {
    name: 'lag_in_flight',
    label: 'Lag in flight',
    definition:
      'Mean over samples of the version in force when their prompt was finished minus the oldest version among their tokens: the lag that generation itself took.',
    formula: '\\overline{v_{done} - \\min_t v_t}',
    unit: 'versions',
    aliases: { 'prime-rl': 'off_policy/in_flight/*' },
  },
  {
    name: 'lag_in_queue',
    label: 'Lag in queue',
    definition:
      'Mean over samples of the learner’s version minus the version in force when their prompt was finished: the lag that waiting for the learner took, and weights that were still on their way.',
    formula: '\\overline{v_L - v_{done}}',
    unit: 'versions',
    aliases: { 'prime-rl': 'off_policy/in_queue/*' },
  },
  {
    name: 'lag_in_flight_share',
    label: 'Share of lag in flight',
    definition:
      'Lag in flight as a share of the head lag, both summed over samples. No data where nothing is old.',
    formula: '\\sum(v_{done} - \\min_t v_t)\\,/\\sum(v_L - \\min_t v_t)',
  },
  {
    name: 'lag_in_queue_share',
    label: 'Share of lag in queue',
    definition:
      'Lag in queue as a share of the head lag, both summed over samples. No data where nothing is old.',
    formula: '\\sum(v_L - v_{done})\\,/\\sum(v_L - \\min_t v_t)',
  },
  {
    name: 'staleness_hard_groups',
    label: 'Staleness of hard groups',
    definition:
      'Mean staleness of the response tokens in groups of which fewer than half of the answers are exactly right. No data where there are none.',
    unit: 'versions',
  },
  {
    name: 'staleness_easy_groups',
    label: 'Staleness of easy groups',
    definition:
      'Mean staleness of the response tokens in groups of which at least half of the answers are exactly right. No data where there are none.',
    unit: 'versions',
  },
  {
    name: 'update_lag_avg',
    label: 'Lag in updates, mean',
    definition:
      'Mean over response tokens of the learner’s update count minus the update count of the weights that sampled the token. Differs from staleness when several updates make one version.',
    formula: '\\overline{u_L - u_t}',
    unit: 'updates',
  },
] as const satisfies readonly MetricDefinition[];
