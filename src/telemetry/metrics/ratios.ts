/**
 * What the lag does to the importance ratios. There are three, ρ = w·r: the total one θ/μ, the behaviour weight
 * prox/μ, and the proximal one θ/prox. The proximal policy is the anchor of the objective's ratio: for PPO with the
 * behaviour anchor μ itself, else θ at the start of the update, an averaged policy, or the token's own version.
 * Objectives without such a ratio have none. Every log ratio is clamped to ±20.
 */
import type { MetricDefinition } from './definition.ts';

export const ratios = [
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
    formula: '\\max_t\\rho_t',
  },
  {
    name: 'total_imp_weight_p1',
    label: 'θ/μ, 1st percentile',
    definition:
      'One in a hundred response tokens has a smaller ratio of the current to the behaviour policy. Between two tokens the value is interpolated.',
    formula: 'Q_{0.01}(\\rho_t)',
  },
  {
    name: 'total_imp_weight_p10',
    label: 'θ/μ, 10th percentile',
    definition:
      'One in ten response tokens has a smaller ratio of the current to the behaviour policy. Between two tokens the value is interpolated.',
    formula: 'Q_{0.1}(\\rho_t)',
  },
  {
    name: 'total_imp_weight_p50',
    label: 'θ/μ, median',
    definition:
      'Half of the response tokens have a smaller ratio of the current to the behaviour policy. Between two tokens the value is interpolated.',
    formula: 'Q_{0.5}(\\rho_t)',
  },
  {
    name: 'total_imp_weight_p90',
    label: 'θ/μ, 90th percentile',
    definition:
      'One in ten response tokens has a larger ratio of the current to the behaviour policy. Between two tokens the value is interpolated.',
    formula: 'Q_{0.9}(\\rho_t)',
  },
  {
    name: 'total_imp_weight_p99',
    label: 'θ/μ, 99th percentile',
    definition:
      'One in a hundred response tokens has a larger ratio of the current to the behaviour policy. Between two tokens the value is interpolated.',
    formula: 'Q_{0.99}(\\rho_t)',
  },
  {
    name: 'behave_imp_weight',
    label: 'Behaviour weight prox/μ',
    definition:
      'Mean over response tokens of the ratio of the proximal to the behaviour policy. The proximal policy is that of the start of the update where the objective has no other.',
    formula: 'w_t = \\pi_{prox}(y_t)/\\mu(y_t)',
    aliases: {
      areal: 'ppo_actor/update/behave_imp_weight/avg',
      verl: 'rollout_corr/rollout_is_mean',
      trl: 'sampling/importance_sampling_ratio/mean',
      slime: 'tis',
      skyrl: 'is_ratio_mean',
      'nemo-rl': 'sampling_importance_ratio',
    },
  },
  {
    name: 'importance_weight',
    label: 'Importance ratio θ/prox',
    definition: 'Mean over response tokens of the ratio of the current to the proximal policy.',
    formula: 'r_t = \\pi_\\theta(y_t)/\\pi_{prox}(y_t)',
    aliases: {
      areal: 'ppo_actor/update/importance_weight/avg',
      trl: 'ratio',
      'prime-rl': 'importance_ratio (per token)',
      pipelinerl: 'rl/ratio_new_old',
      slime: 'ois',
      'nemo-rl': 'probs_ratio',
    },
  },
  {
    name: 'importance_weight_max',
    label: 'Largest θ/prox',
    definition: 'Largest ratio of the current to the proximal policy in the update.',
    formula: '\\max_t r_t',
    aliases: { areal: 'ppo_actor/update/importance_weight/max', 'nemo-rl': 'probs_ratio_max' },
  },
  {
    name: 'ess',
    label: 'Effective sample size',
    definition:
      'Share of the response tokens that still count after weighting by the total ratio: the squared sum of the ratios over their number times the sum of their squares.',
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
    name: 'chi2_token',
    label: 'χ² θ‖μ',
    definition:
      'Mean squared ratio of the current to the behaviour policy, less 1. The estimate may fall below 0.',
    formula: '\\overline{\\rho_t^2} - 1',
    aliases: { verl: 'rollout_corr/chi2_token' },
  },
  {
    name: 'mismatch_kl_k1',
    label: 'KL μ‖θ (k1)',
    definition:
      'The k1 estimate of the divergence of the current from the behaviour policy: the mean of minus the log ratio. Unbiased, noisy, may fall below 0.',
    formula: '\\overline{-\\log\\rho_t}',
    aliases: { verl: 'rollout_corr/kl' },
  },
  {
    name: 'mismatch_kl_k2',
    label: 'KL μ‖θ (k2)',
    definition:
      'The k2 estimate of the divergence of the current from the behaviour policy: the mean of half the squared log ratio. Biased, never negative.',
    formula: '\\overline{\\tfrac12\\log^2\\rho_t}',
  },
  {
    name: 'mismatch_kl',
    label: 'KL μ‖θ (k3)',
    definition:
      'The k3 estimate of the divergence of the current from the behaviour policy: the mean of the ratio less 1 less the log ratio. Unbiased, never negative.',
    formula: '\\overline{\\rho_t - 1 - \\log\\rho_t}',
    aliases: {
      verl: 'rollout_corr/k3_kl',
      trl: 'kl (asynchronous trainer)',
      'prime-rl': 'mismatch_kl/all/mean',
    },
  },
  {
    name: 'behave_approx_kl',
    label: 'KL prox/μ',
    definition:
      'Mean of the log ratio of the proximal to the behaviour policy. The proximal policy is that of the start of the update where the objective has no other.',
    formula: '\\overline{\\log\\pi_{prox} - \\log\\mu}',
    aliases: { areal: 'behave_approx_kl' },
  },
  {
    name: 'approx_kl',
    label: 'KL θ/prox',
    definition:
      'Mean of the log ratio of the current to the proximal policy, with AReaL’s sign: k1 with the opposite one.',
    formula: '\\overline{\\log\\pi_\\theta - \\log\\pi_{prox}}',
    aliases: { areal: 'approx_kl' },
  },
  {
    name: 'approx_kl_k1',
    label: 'KL prox‖θ (k1)',
    definition:
      'The k1 estimate of the divergence of the current from the proximal policy: the mean of minus the log ratio.',
    formula: '\\overline{-\\log r_t}',
    aliases: { verl: 'actor/ppo_kl', cleanrl: 'losses/old_approx_kl' },
  },
  {
    name: 'approx_kl_k2',
    label: 'KL prox‖θ (k2)',
    definition:
      'The k2 estimate of the divergence of the current from the proximal policy: the mean of half the squared log ratio.',
    formula: '\\overline{\\tfrac12\\log^2 r_t}',
  },
  {
    name: 'approx_kl_k3',
    label: 'KL prox‖θ (k3)',
    definition:
      'The k3 estimate of the divergence of the current from the proximal policy: the mean of the ratio less 1 less the log ratio.',
    formula: '\\overline{r_t - 1 - \\log r_t}',
    aliases: { pipelinerl: 'rl/kl_new_old', cleanrl: 'losses/approx_kl' },
  },
  {
    name: 'clip_ratio',
    label: 'Clip fraction (active)',
    definition:
      'Share of tokens whose gradient the clip cuts: ratio too high with a positive advantage, or too low with a negative one.',
    formula: '\\overline{(r_t>1+\\varepsilon_+ \\wedge A_t>0)\\vee(r_t<1-\\varepsilon_- \\wedge A_t<0)}',
    aliases: {
      areal: 'ppo_actor/update/clip_ratio/avg',
      verl: 'actor/pg_clipfrac',
      trl: 'clip_ratio/region_mean',
      slime: 'pg_clipfrac',
      skyrl: 'policy/clip_ratio',
      openrlhf: 'ppo_clip_ratio',
    },
  },
  {
    name: 'clip_ratio_high',
    label: 'Clip fraction, part with A > 0',
    definition:
      'Tokens that the clip cuts because their advantage is positive and their ratio too high, as a share of all tokens, not of those with a positive advantage. With the part for negative advantages it adds up to the active clip fraction.',
    formula: '\\overline{r_t>1+\\varepsilon_+ \\wedge A_t>0}',
    aliases: { trl: 'clip_ratio/high_mean' },
  },
  {
    name: 'clip_ratio_low',
    label: 'Clip fraction, part with A < 0',
    definition:
      'Tokens that the clip cuts because their advantage is negative and their ratio too low, as a share of all tokens, not of those with a negative advantage. With the part for positive advantages it adds up to the active clip fraction.',
    formula: '\\overline{r_t<1-\\varepsilon_- \\wedge A_t<0}',
    aliases: { trl: 'clip_ratio/low_mean' },
  },
  {
    name: 'clip_out_of_range',
    label: 'Clip fraction (out of range)',
    definition:
      'Share of tokens whose ratio lies outside the clip range, whatever the sign of the advantage.',
    formula: '\\overline{r_t>1+\\varepsilon_+ \\vee r_t<1-\\varepsilon_-}',
    aliases: {
      pipelinerl: 'rl/clamp_log_ratio_new_old_indicator',
      'sample-factory': 'train/fraction_clipped',
      cleanrl: 'losses/clipfrac',
      sb3: 'train/clip_fraction',
    },
  },
  {
    name: 'gated_ratio',
    label: 'Gated tokens',
    definition:
      'Share of tokens that a gate of the objective, or of a correction laid over it, has acted on: cut, masked, capped or faded.',
  },
] as const satisfies readonly MetricDefinition[];
