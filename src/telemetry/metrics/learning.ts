/** What is learnt: rewards, the optimiser, the policy's own state. */
import type { MetricDefinition } from './definition.ts';

export const learning = [
  {
    name: 'task_reward',
    label: 'Reward',
    definition: 'Mean reward of the samples of this update.',
    formula: '\\tfrac1n\\sum_i R_i',
    aliases: {
      areal: 'ppo_actor/task_reward/avg',
      verl: 'critic/rewards/mean',
      trl: 'reward',
      pipelinerl: 'rl/reward',
      'nemo-rl': 'reward',
      openrlhf: 'reward',
    },
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
    name: 'zero_variance_groups',
    label: 'Groups without signal',
    definition: 'Share of groups whose samples all have the same reward.',
    aliases: { trl: 'frac_reward_zero_std' },
  },
  {
    name: 'loss',
    label: 'Loss',
    definition:
      'The aggregated objective, mean over the optimiser steps of the update. Losses of different objectives are not comparable.',
  },
  {
    name: 'grad_norm',
    label: 'Gradient norm',
    definition: 'Global norm of the gradient before clipping, mean over the update’s optimiser steps.',
    aliases: { verl: 'actor/grad_norm' },
  },
  {
    name: 'entropy',
    label: 'Entropy',
    definition: 'Mean entropy of the policy’s distribution at the response tokens.',
    formula: '\\overline{-\\textstyle\\sum_k\\pi_\\theta(k|s_t)\\log\\pi_\\theta(k|s_t)}',
    unit: 'nats',
    aliases: {
      areal: 'ppo_actor/update/entropy/avg',
      verl: 'actor/entropy',
      trl: 'entropy',
      'prime-rl': 'entropy/all/mean',
      pipelinerl: 'rl/entropy',
      slime: 'entropy_loss',
      skyrl: 'policy/policy_entropy',
      'nemo-rl': 'approx_entropy',
      cleanrl: 'losses/entropy',
    },
  },
] as const satisfies readonly MetricDefinition[];
