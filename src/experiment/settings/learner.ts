/** Settings of the learner: advantages, optimiser, evaluation. Those of its objective are in `objective.ts`. */
import { choice, integer, number } from '../setting.ts';

export const advantage = {
  estimator: choice({
    label: 'Advantage',
    help: 'How much better an answer was than its baseline.',
    url: 'adv',
    effect: 'live',
    default: 'group-std',
    options: [
      {
        value: 'group-std',
        label: 'Group mean and std',
        help: 'GRPO: reward minus the group’s mean, divided by its standard deviation.',
      },
      {
        value: 'group-mean',
        label: 'Group mean',
        help: 'Dr.GRPO: reward minus the group’s mean, not divided.',
      },
      { value: 'rloo', label: 'Leave one out', help: 'RLOO: reward minus the mean of the other answers.' },
      { value: 'batch', label: 'Batch mean', help: 'Reward minus the mean of the whole batch.' },
    ],
    keys: { areal: 'actor.reward_norm', verl: 'algorithm.adv_estimator', trl: 'scale_rewards' },
  }),
};

export const optimiser = {
  learningRate: number({
    label: 'Learning rate',
    help: 'Step size of Adam. Stale data tolerates less of it.',
    url: 'lr',
    effect: 'live',
    default: 5e-4,
    min: 1e-6,
    max: 0.1,
    scale: 'log',
    step: 20,
    keys: {
      areal: 'actor.optimizer.lr',
      verl: 'actor_rollout_ref.actor.optim.lr',
      trl: 'learning_rate',
    },
  }),
  beta1: number({
    label: 'Adam β₁',
    symbol: 'β₁',
    help: 'How long Adam remembers past gradients.',
    url: 'beta1',
    effect: 'live',
    default: 0.9,
    min: 0,
    max: 0.999,
    step: 0.01,
    keys: { areal: 'actor.optimizer.beta1', trl: 'adam_beta1' },
  }),
  beta2: number({
    label: 'Adam β₂',
    symbol: 'β₂',
    help: 'How long Adam remembers the size of past gradients.',
    url: 'beta2',
    effect: 'live',
    default: 0.999,
    min: 0.5,
    max: 0.9999,
    step: 0.001,
    keys: { areal: 'actor.optimizer.beta2', trl: 'adam_beta2' },
  }),
  gradientClip: number({
    label: 'Gradient clipping',
    help: 'A gradient longer than this is shortened to it.',
    url: 'gradclip',
    effect: 'live',
    default: 1,
    min: 0,
    max: 10,
    step: 0.1,
    names: { 0: 'off' },
    keys: {
      areal: 'actor.optimizer.gradient_clipping',
      verl: 'actor_rollout_ref.actor.grad_clip',
      trl: 'max_grad_norm',
    },
  }),
  minibatches: integer({
    label: 'Minibatches',
    symbol: 'M',
    help: 'Into how many optimiser steps one batch is cut. With more than one, the ratio to the proximal policy leaves 1.',
    url: 'minibatches',
    effect: 'live',
    default: 2,
    min: 1,
    max: 16,
    keys: {
      areal: 'actor.ppo_n_minibatches',
      verl: 'actor_rollout_ref.actor.ppo_mini_batch_size (prompts: B / M)',
    },
  }),
  epochs: integer({
    label: 'Epochs per batch',
    help: 'How often the learner goes through the same batch before it takes the next one.',
    url: 'epochs',
    effect: 'live',
    default: 1,
    min: 1,
    max: 8,
    keys: { verl: 'actor_rollout_ref.actor.ppo_epochs', trl: 'num_iterations' },
  }),
};

export const evaluation = {
  every: integer({
    label: 'Evaluate every',
    help: 'Updates between two evaluations on held-out prompts.',
    url: 'eval',
    effect: 'live',
    default: 5,
    min: 1,
    max: 100,
    unit: 'updates',
  }),
  prompts: integer({
    label: 'Held-out prompts',
    help: 'How many prompts, never trained on, each evaluation answers greedily.',
    url: 'evalprompts',
    effect: 'reset',
    default: 128,
    min: 16,
    max: 1024,
    step: 16,
    unit: 'prompts',
  }),
};
