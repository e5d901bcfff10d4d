/** The objectives that can be chosen, in display order. `learning/objectives/` holds a method for each. */
export const methodOptions = [
  {
    value: 'reinforce',
    label: 'REINFORCE',
    help: 'No correction: stale tokens count as if they were fresh.',
  },
  {
    value: 'ppo',
    label: 'PPO, behaviour anchor',
    help: 'Clips the ratio to the policy that sampled the token.',
  },
  {
    value: 'ppo-recompute',
    label: 'PPO, recomputed anchor',
    help: 'Clips the ratio to the policy at the start of the update; staleness stays uncorrected.',
  },
  {
    value: 'decoupled-ppo',
    label: 'Decoupled PPO',
    help: 'AReaL: weights by the behaviour ratio, clips by the proximal one.',
  },
  {
    value: 'gspo',
    label: 'GSPO',
    help: 'Weights and clips a whole answer by the geometric mean of its ratios.',
  },
  {
    value: 'gspo-token',
    label: 'GSPO-token',
    help: 'GSPO’s clip by the whole answer, with an advantage for each token.',
  },
] as const;
