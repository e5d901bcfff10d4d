/**
 * The objective's name, and the settings that all methods share. What a method has for itself is in `methods/`, under a
 * group of the method's name.
 */
import { choice, number } from '../setting.ts';
import { methodOptions } from './methods/names.ts';

export const objective = {
  name: choice({
    label: 'Objective',
    help: 'What the learner optimises, and how it treats tokens that an older policy sampled.',
    url: 'objective',
    effect: 'live',
    default: 'ppo',
    options: methodOptions,
    keys: {
      areal: 'actor.use_decoupled_loss',
      verl: 'algorithm.rollout_correction.bypass_mode',
      trl: 'loss_type',
    },
  }),
  clipLow: number({
    label: 'Clip range, low',
    symbol: 'ε₋',
    help: 'For bad answers: a ratio below 1 − ε₋ gets no more gradient.',
    url: 'cliplow',
    effect: 'live',
    default: 0.2,
    min: 0,
    max: 1,
    step: 0.01,
    keys: { areal: 'actor.eps_clip', verl: 'actor_rollout_ref.actor.clip_ratio_low', trl: 'epsilon' },
  }),
  clipHigh: number({
    label: 'Clip range, high',
    symbol: 'ε₊',
    help: 'For good answers: a ratio above 1 + ε₊ gets no more gradient.',
    url: 'cliphigh',
    effect: 'live',
    default: 0.2,
    min: 0,
    max: 10,
    step: 0.01,
    keys: {
      areal: 'actor.eps_clip_higher',
      verl: 'actor_rollout_ref.actor.clip_ratio_high',
      trl: 'epsilon_high',
    },
  }),
  aggregation: choice({
    label: 'Loss aggregation',
    help: 'How token losses become one number. It decides how much a long answer weighs.',
    url: 'agg',
    effect: 'live',
    default: 'token-mean',
    options: [
      {
        value: 'token-mean',
        label: 'Token mean',
        help: 'Every token of the batch weighs the same, as in DAPO, and in verl, areal and trl unless told otherwise.',
      },
      {
        value: 'token-mean-all',
        label: 'Mean over all positions, as in unirl',
        help: 'The same, but tokens that are masked from the loss are counted in the denominator.',
      },
      {
        value: 'seq-mean-token-mean',
        label: 'Sequence mean of token means',
        help: 'Every answer weighs the same, as in the GRPO paper.',
      },
      {
        value: 'seq-mean-token-sum',
        label: 'Sequence mean of token sums',
        help: 'Long answers weigh more, as in REINFORCE.',
      },
      {
        value: 'seq-mean-token-sum-norm',
        label: 'Token sums over the longest',
        help: 'Sums divided by a constant length, as in Dr.GRPO, verl and trl.',
      },
      {
        value: 'sum',
        label: 'Sum',
        help: 'All tokens added up, divided by nothing, as in IMPALA.',
      },
      {
        value: 'sum-token-mean',
        label: 'Sum of token means, as in slime',
        help: 'The token means of all answers added up.',
      },
      {
        value: 'sum-norm',
        label: 'Sum over the longest, as in stable and roll',
        help: 'All tokens added up and divided by a constant length, with no mean over answers, as DPPO’s authors do.',
      },
      {
        value: 'as-published',
        label: 'As published',
        help: 'The aggregation that the chosen method’s authors use.',
      },
    ],
    keys: { verl: 'actor_rollout_ref.actor.loss_agg_mode', trl: 'loss_type' },
  }),
  rejectedTokens: choice({
    label: 'Rejected tokens',
    help: 'Whether a token that a mask rejects still counts in the mean. If it does not, the survivors weigh more.',
    url: 'rejected',
    effect: 'live',
    default: 'keep',
    options: [
      {
        value: 'keep',
        label: 'Count, as in areal and slime',
        help: 'Divide by the original number of tokens.',
      },
      {
        value: 'drop',
        label: 'Do not count, as in verl',
        help: 'Divide by what is left. areal does so too with M2PO’s mask.',
      },
    ],
  }),
  emptySequences: choice({
    label: 'Empty answers',
    help: 'Whether an answer without any counted token takes part in the mean over answers.',
    url: 'empty',
    effect: 'live',
    default: 'exclude',
    options: [
      { value: 'exclude', label: 'Left out, as in verl', help: 'The mean is over answers that have tokens.' },
      {
        value: 'count',
        label: 'Count as 0, as in trl, unirl and roll',
        help: 'The mean is over all answers.',
      },
    ],
  }),
  ratioClamp: choice({
    label: 'Clamp of log ratios',
    help: 'Whether ratios end at e²⁰, where they lose their gradient. Without it a bad token that has become a billion times likelier has a gradient a billion times larger.',
    url: 'ratioclamp',
    effect: 'live',
    default: 'both',
    options: [
      { value: 'both', label: '±20, as in verl', help: 'Between e⁻²⁰ and e²⁰.' },
      { value: 'above', label: 'At most 20, as in stable', help: 'At most e²⁰; small ones are as they are.' },
      {
        value: 'none',
        label: 'None, as in areal, trl, slime, roll and prime',
        help: 'As they are, up to e³⁰⁰, beyond which numbers would overflow.',
      },
    ],
  }),
  entropyBonus: number({
    label: 'Entropy bonus',
    help: 'Rewards the policy for staying undecided, which keeps exploration alive.',
    url: 'entropy',
    effect: 'live',
    default: 0,
    min: 0,
    max: 0.1,
    step: 0.001,
    keys: { verl: 'actor_rollout_ref.actor.entropy_coeff', trl: 'entropy_coef' },
  }),
};
