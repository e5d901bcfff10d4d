/**
 * The one table of metrics. A frame's layout, the charts, the export's columns and the glossary derive from it.
 * Names are AReaL's (`systems.md` §3.1) where AReaL has one.
 */
export interface MetricDefinition {
  readonly name: string;
  readonly label: string;
  /** Definition in words, complete enough to compute it by hand. */
  readonly definition: string;
  /** The definition in TeX, where it is a formula. */
  readonly formula?: string;
  readonly unit?: string;
  /** Names in other libraries. */
  readonly aliases?: Readonly<Record<string, string>>;
}

export const metrics = [
  {
    name: 'task_reward',
    label: 'Reward',
    definition: 'Mean reward of the samples of this update.',
    aliases: { verl: 'critic/rewards/mean', trl: 'reward' },
  },
  {
    name: 'exact_match',
    label: 'Exact match',
    definition: 'Share of this update’s samples that the verifier found exactly right.',
  },
  {
    name: 'accuracy',
    label: 'Held-out accuracy',
    definition:
      'Share of held-out prompts that the current policy answers exactly right when it decodes greedily.',
    aliases: { areal: 'eval-rollout/reward' },
  },
  {
    name: 'loss',
    label: 'Loss',
    definition:
      'The aggregated objective, mean over the minibatches of the update. Losses of different objectives are not comparable.',
  },
  {
    name: 'importance_weight',
    label: 'Importance ratio θ/prox',
    definition: 'Mean over response tokens of the ratio of the current to the proximal policy.',
    formula: 'r_t = \\pi_\\theta(y_t)/\\pi_{prox}(y_t)',
    aliases: { trl: 'ratio', pipelinerl: 'rl/ratio_new_old' },
  },
  {
    name: 'importance_weight_max',
    label: 'Largest θ/prox',
    definition: 'Largest ratio of the current to the proximal policy in the update.',
  },
  {
    name: 'behave_imp_weight',
    label: 'Behaviour weight prox/μ',
    definition: 'Mean over response tokens of the ratio of the proximal to the behaviour policy.',
    formula: 'w_t = \\pi_{prox}(y_t)/\\mu(y_t)',
    aliases: { verl: 'rollout_corr/rollout_is_mean', trl: 'sampling/importance_sampling_ratio/mean' },
  },
  {
    name: 'total_imp_weight',
    label: 'Total ratio θ/μ',
    definition: 'Mean over response tokens of the ratio of the current to the behaviour policy.',
    formula: '\\rho_t = \\pi_\\theta(y_t)/\\mu(y_t) = w_t r_t',
  },
  {
    name: 'total_imp_weight_max',
    label: 'Largest θ/μ',
    definition: 'Largest ratio of the current to the behaviour policy in the update.',
  },
  {
    name: 'approx_kl',
    label: 'KL θ/prox',
    definition: 'Mean of the log ratio of the current to the proximal policy.',
    formula: '\\overline{\\log\\pi_\\theta - \\log\\pi_{prox}}',
    aliases: { verl: 'actor/ppo_kl (opposite sign)' },
  },
  {
    name: 'behave_approx_kl',
    label: 'KL prox/μ',
    definition: 'Mean of the log ratio of the proximal to the behaviour policy.',
    formula: '\\overline{\\log\\pi_{prox} - \\log\\mu}',
  },
  {
    name: 'mismatch_kl',
    label: 'KL μ‖θ (k3)',
    definition: 'The k3 estimate of the divergence of the current from the behaviour policy.',
    formula: '\\overline{\\rho_t - 1 - \\log\\rho_t}',
    aliases: { verl: 'rollout_corr/k3_kl', 'prime-rl': 'mismatch_kl/all/mean' },
  },
  {
    name: 'clip_ratio',
    label: 'Clip fraction (active)',
    definition:
      'Share of tokens whose gradient the clip cuts: ratio too high with a positive advantage, or too low with a negative one.',
    formula: '\\overline{(r_t>1+\\varepsilon_+ \\wedge A_t>0)\\vee(r_t<1-\\varepsilon_- \\wedge A_t<0)}',
    aliases: { verl: 'actor/pg_clipfrac', trl: 'clip_ratio/region_mean' },
  },
  {
    name: 'clip_out_of_range',
    label: 'Clip fraction (out of range)',
    definition:
      'Share of tokens whose ratio lies outside the clip range, whatever the sign of the advantage.',
    formula: '\\overline{r_t>1+\\varepsilon_+ \\vee r_t<1-\\varepsilon_-}',
    aliases: { cleanrl: 'losses/clipfrac', sb3: 'train/clip_fraction' },
  },
  {
    name: 'ess',
    label: 'Effective sample size',
    definition: 'Share of the tokens that still count after weighting by the total ratio.',
    formula: '(\\sum\\rho_t)^2/(n\\sum\\rho_t^2)',
    aliases: { verl: 'rollout_corr/rollout_is_eff_sample_size', pipelinerl: 'rl/ess' },
  },
  {
    name: 'second_moment',
    label: 'Second moment of log ratio',
    definition: 'Mean squared log ratio of the current to the behaviour policy.',
    formula: '\\overline{\\log^2\\rho_t}',
  },
  {
    name: 'entropy',
    label: 'Entropy',
    definition: 'Mean entropy of the policy’s distribution at the response tokens.',
    unit: 'nats',
    aliases: { verl: 'actor/entropy', trl: 'entropy' },
  },
  {
    name: 'grad_norm',
    label: 'Gradient norm',
    definition: 'Global norm of the gradient before clipping, mean over the update’s optimiser steps.',
    aliases: { verl: 'actor/grad_norm' },
  },
  {
    name: 'zero_variance_groups',
    label: 'Groups without signal',
    definition: 'Share of groups whose samples all have the same reward.',
    aliases: { trl: 'frac_reward_zero_std' },
  },
  {
    name: 'response_length',
    label: 'Response length',
    definition: 'Mean number of response tokens of the samples of this update.',
    unit: 'tokens',
  },
  {
    name: 'sample_staleness_theta_avg',
    label: 'Staleness, mean',
    definition:
      'Mean over response tokens of the learner’s version minus the version that sampled the token.',
    formula: '\\overline{v_L - v_t}',
    unit: 'versions',
  },
  {
    name: 'sample_staleness_theta_max',
    label: 'Staleness, largest',
    definition: 'Largest staleness of a token in the update.',
    unit: 'versions',
  },
  {
    name: 'sample_staleness_theta_min',
    label: 'Staleness, smallest',
    definition: 'Smallest staleness of a token in the update.',
    unit: 'versions',
  },
  {
    name: 'update_lag_avg',
    label: 'Lag in updates, mean',
    definition:
      'Mean over response tokens of the learner’s update count minus the update count of the weights that sampled the token. Differs from staleness when several updates make one version.',
    unit: 'updates',
  },
  {
    name: 'learner_idle',
    label: 'Learner idle',
    definition: 'Share of the time since the previous update that the learner waited for samples.',
    aliases: { verl: 'fully_async/trainer/idle_ratio', slime: 'perf/wait_time_ratio' },
  },
  {
    name: 'tokens_per_second',
    label: 'Tokens trained per second',
    definition: 'Response tokens trained on, divided by the time since the previous update.',
    unit: 'tokens/s',
  },
  {
    name: 'updates_per_second',
    label: 'Updates per second',
    definition: 'One divided by the time since the previous update.',
    unit: '1/s',
  },
  {
    name: 'queue_length',
    label: 'Queue length',
    definition: 'Finished prompts that wait when the update begins.',
    unit: 'prompts',
    aliases: { trl: 'buffer_qsize' },
  },
  {
    name: 'dropped',
    label: 'Dropped',
    definition: 'Prompts dropped for age since the run began.',
    unit: 'prompts',
    aliases: { 'prime-rl': 'off_policy/dropped' },
  },
] as const satisfies readonly MetricDefinition[];

export type MetricName = (typeof metrics)[number]['name'];

const indices = new Map<string, number>(metrics.map((metric, index) => [metric.name, index]));

export function metricIndex(name: MetricName): number {
  return indices.get(name)!;
}
