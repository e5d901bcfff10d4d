/** What the learner makes of rewards before the objective sees them: shaping by length, baseline and unit. */
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
      {
        value: 'batch-std',
        label: 'Batch mean and std, as in areal',
        help: 'Reward minus the batch’s mean, divided by the batch’s standard deviation: what areal’s normaliser does unless told otherwise.',
      },
      {
        value: 'group-within-std',
        label: 'Group mean, batch std, as in areal',
        help: 'Divided by how much rewards vary within groups, over the whole batch: areal measures about the groups’ means.',
      },
      {
        value: 'group-batch-std',
        label: 'Group mean, batch std, as in trl',
        help: 'Divided by how much all rewards of the batch vary: trl measures about the batch’s mean.',
      },
      {
        value: 'log-mean-exp',
        label: 'Group soft maximum',
        help: 'OPMD in Trinity: the baseline lies above the mean, the nearer to the best answer the lower the temperature.',
      },
      {
        value: 'optimal-token',
        label: 'Optimal token baseline',
        help: 'A baseline for each position, in which answers with surprising tokens count more. It has the least variance.',
      },
    ],
    keys: { areal: 'actor.reward_norm', verl: 'algorithm.adv_estimator', trl: 'scale_rewards' },
  }),
  stdEpsilon: choice({
    label: 'Added to the std',
    symbol: 'ε',
    help: 'Keeps a small standard deviation from blowing advantages up. Where rewards differ by less than this, libraries disagree.',
    url: 'advepsilon',
    effect: 'live',
    default: 'verl',
    options: [
      { value: 'verl', label: '1e-6, as in verl', help: 'Rewards that differ by a millionth still count.' },
      { value: 'areal', label: '1e-5, as in areal', help: 'Ten times more.' },
      {
        value: 'trl',
        label: '1e-4, as in trl',
        help: 'A hundred times more: faint differences fade.',
      },
    ],
  }),
  single: choice({
    label: 'Group of one',
    help: 'What an answer gets that has no other to be compared with.',
    url: 'advsingle',
    effect: 'live',
    default: 'estimator',
    options: [
      {
        value: 'estimator',
        label: 'As the estimator has it',
        help: 'Its reward where it is divided or left out of its own baseline, else 0.',
      },
      { value: 'keep', label: 'Its reward, as in verl', help: 'The baseline counts as 0 and the std as 1.' },
      {
        value: 'zero',
        label: 'Nothing, as in trl',
        help: 'Its advantage is 0, as also in verl’s vectorised leave one out.',
      },
    ],
  }),
  temperature: number({
    label: 'Temperature of the soft maximum',
    symbol: 'τ',
    help: 'Only for the group’s soft maximum. Near 0 the baseline is the best answer, for large τ the mean.',
    url: 'advtau',
    effect: 'live',
    default: 1,
    min: 0.05,
    max: 20,
    step: 0.05,
  }),
  overlongPenalty: number({
    label: 'Penalty for length',
    symbol: 'κ',
    help: 'DAPO’s overlong shaping: what the longest possible answer loses of its reward. Less is lost within the buffer before that.',
    url: 'overlong',
    effect: 'live',
    default: 0,
    min: 0,
    max: 5,
    step: 0.1,
    names: { 0: 'off' },
    keys: {
      areal: 'actor.overlong_penalty_factor',
      verl: 'reward_model.overlong_buffer.penalty_factor',
    },
  }),
  overlongBuffer: integer({
    label: 'Buffer of the length penalty',
    symbol: 'b',
    help: 'Over how many tokens before the longest answer the penalty grows. The token that ends an answer does not count, so with 1 only answers that never end lose anything.',
    url: 'overlongbuffer',
    effect: 'live',
    default: 1,
    min: 1,
    max: 64,
    unit: 'tokens',
    keys: { areal: 'actor.overlong_tokens', verl: 'reward_model.overlong_buffer.len' },
  }),
  truncated: choice({
    label: 'Answers cut off',
    help: 'What happens to answers that reached the longest length without an end.',
    url: 'truncated',
    effect: 'live',
    default: 'train',
    options: [
      { value: 'train', label: 'Train', help: 'They are learnt from like all others.' },
      {
        value: 'mask',
        label: 'Leave out',
        help: 'They count in the baseline, but nothing is learnt from their tokens: DAPO’s overlong filtering.',
      },
    ],
    keys: { trl: 'mask_truncated_completions' },
  }),
};
