/** What libraries run when they are told no more than a method's name (sheet §39). */
import type { Recipe } from './recipe.ts';

export const libraries = [
  {
    name: 'grpo-verl',
    title: 'GRPO as in verl',
    method: 'dual-clip',
    paper: 'arXiv:2402.03300',
    source: 'objectives.md §5, §6, §39',
    status: 'CONFIRMED',
    words:
      'verl’s default loss: PPO with dual clip against the policy at the start of the update, a mean over tokens, and no KL penalty. The paper has a mean over answers, and the penalty.',
    layer: {
      objective: { aggregation: 'token-mean', rejectedTokens: 'drop' },
      advantage: { estimator: 'group-std', stdEpsilon: 'verl', single: 'keep' },
      'dual-clip': { anchor: 'recompute', cap: 3 },
    },
  },
  {
    name: 'grpo-trl',
    title: 'GRPO as in trl',
    method: 'ppo-recompute',
    paper: 'arXiv:2402.03300',
    source: 'objectives.md §6, §14, §39',
    status: 'CONFIRMED',
    words:
      'trl’s synchronous trainer: a mean over tokens, no KL penalty, no clamp. Whole answers whose ratio to the sampler exceeds 3 are masked, the others weighted by it.',
    layer: {
      objective: { aggregation: 'token-mean', ratioClamp: 'none', emptySequences: 'count' },
      advantage: { estimator: 'group-std', stdEpsilon: 'trl', single: 'zero' },
      correction: { ratio: 'behave', sequence: 'reject', sequenceLow: 0, sequenceHigh: 3 },
    },
  },
  {
    name: 'async-grpo-trl',
    title: 'Asynchronous GRPO as in trl',
    method: 'ppo',
    paper: 'arXiv:2402.03300',
    source: 'objectives.md §0.7, §39',
    status: 'CONFIRMED',
    words:
      'Plain PPO against the sampler; what is older than four versions is dropped and never trained on. There is no other cure for staleness.',
    layer: {
      objective: { aggregation: 'token-mean', ratioClamp: 'none' },
      advantage: { estimator: 'group-std', stdEpsilon: 'trl', single: 'zero' },
      schedule: { maxStaleness: 4, overAge: 'drop' },
    },
  },
  {
    name: 'grpo-areal',
    title: 'Asynchronous GRPO as in AReaL',
    method: 'decoupled-ppo',
    paper: 'arXiv:2505.24298',
    source: 'objectives.md §15, §39',
    status: 'CONFIRMED',
    words:
      'Decoupled PPO: tokens whose behaviour weight exceeds 5 are masked, but still counted in the mean. Log ratios are not clamped.',
    layer: {
      objective: { aggregation: 'token-mean', rejectedTokens: 'keep', ratioClamp: 'none' },
      advantage: { estimator: 'group-std', stdEpsilon: 'areal' },
      'decoupled-ppo': { filter: 'mask', cap: 5 },
    },
  },
  {
    name: 'grpo-slime',
    title: 'GRPO as in slime',
    method: 'ppo-recompute',
    paper: 'github.com/THUDM/slime',
    source: 'objectives.md §14, §39',
    status: 'CONFIRMED',
    words:
      'The token means of all answers are added up, so that the step grows with the batch. With its option for truncated importance sampling, token weights lie in 0 to 2.',
    layer: {
      objective: { aggregation: 'sum-token-mean', ratioClamp: 'none' },
      correction: { ratio: 'behave', token: 'truncate', tokenHigh: 2 },
    },
  },
  {
    name: 'rloo-verl',
    title: 'RLOO as in verl',
    method: 'dual-clip',
    paper: 'arXiv:2402.14740',
    source: 'objectives.md §9',
    status: 'CONFIRMED',
    words:
      'The paper’s baseline with PPO’s loss instead of REINFORCE’s, as libraries usually pair them. The mean is over tokens.',
    layer: {
      objective: { aggregation: 'token-mean', rejectedTokens: 'drop' },
      advantage: { estimator: 'rloo', single: 'keep' },
      'dual-clip': { anchor: 'recompute', cap: 3 },
    },
  },
  {
    name: 'tis-verl',
    title: 'Decoupled token TIS as in verl',
    method: 'dual-clip',
    paper: 'arXiv:2510.18855',
    source: 'objectives.md §14',
    status: 'CONFIRMED',
    words:
      'verl’s PPO, every token weighted by how much likelier the learner finds it than the sampler did, at most by 2.',
    layer: {
      objective: { aggregation: 'token-mean', rejectedTokens: 'drop' },
      'dual-clip': { anchor: 'recompute', cap: 3 },
      correction: { ratio: 'behave', token: 'truncate', tokenHigh: 2 },
    },
  },
  {
    name: 'icepop-verl',
    title: 'IcePop as in verl',
    method: 'dual-clip',
    paper: 'arXiv:2510.18855',
    source: 'objectives.md §14',
    status: 'CONFIRMED',
    words:
      'verl’s PPO, tokens weighted by the ratio between learner and sampler; one outside 0.5 to 5 weighs nothing, but stays in the mean.',
    layer: {
      objective: { aggregation: 'token-mean' },
      'dual-clip': { anchor: 'recompute', cap: 3 },
      correction: { ratio: 'behave', token: 'zero', tokenLow: 0.5, tokenHigh: 5 },
    },
  },
  {
    name: 'seq-mis-verl',
    title: 'Sequence TIS and rejection as in verl',
    method: 'dual-clip',
    paper: 'arXiv:2510.18855',
    source: 'objectives.md §14',
    status: 'CONFIRMED',
    words:
      'Answers are weighted by the product of their ratios; those outside 0.5 to 2 are rejected and leave the mean as well.',
    layer: {
      objective: { aggregation: 'token-mean', rejectedTokens: 'drop' },
      'dual-clip': { anchor: 'recompute', cap: 3 },
      correction: { ratio: 'behave', sequence: 'reject', sequenceLow: 0.5, sequenceHigh: 2 },
    },
  },
  {
    name: 'cispo-slime',
    title: 'CISPO as in slime',
    method: 'cispo',
    paper: 'arXiv:2506.13585',
    source: 'objectives.md §13, §39',
    status: 'CONFIRMED',
    words: 'Weights lie between 0 and 5. The token means of all answers are added up.',
    layer: {
      objective: { aggregation: 'sum-token-mean', ratioClamp: 'none' },
      cispo: { anchor: 'recompute', convention: 'verl', epsilonLow: 1, epsilonHigh: 4 },
    },
  },
  {
    name: 'cispo-roll',
    title: 'CISPO as in ROLL',
    method: 'cispo',
    paper: 'arXiv:2506.13585',
    source: 'objectives.md §13, §39',
    status: 'CONFIRMED',
    words:
      'Weights lie between 0.9 and 1.1, far tighter than in the paper. The loss is summed and divided by the longest length.',
    layer: {
      objective: { aggregation: 'sum-norm', ratioClamp: 'none' },
      cispo: { anchor: 'recompute', convention: 'verl', epsilonLow: 0.1, epsilonHigh: 0.1 },
    },
  },
  {
    name: 'dual-clip-roll',
    title: 'Dual clip as in ROLL',
    method: 'dual-clip',
    paper: 'arXiv:1912.09729',
    source: 'objectives.md §5, §39',
    status: 'CONFIRMED',
    words: 'The cap for bad answers follows from the clip range, 1.4 for the usual 0.2. Others have 3 or 10.',
    layer: {
      objective: { aggregation: 'sum-norm', ratioClamp: 'none' },
      'dual-clip': { anchor: 'recompute', capBy: 'clip' },
    },
  },
  {
    name: 'gspo-areal',
    title: 'GSPO as in AReaL',
    method: 'gspo',
    paper: 'arXiv:2507.18071',
    source: 'objectives.md §11, §39',
    status: 'CONFIRMED',
    words:
      'The same ratio of whole answers, but a mean over tokens: an answer counts by its length. The paper and verl let every answer count the same.',
    layer: {
      objective: { aggregation: 'token-mean', ratioClamp: 'none' },
      advantage: { estimator: 'group-std', stdEpsilon: 'areal' },
    },
  },
  {
    name: 'sapo-areal',
    title: 'SAPO as in AReaL',
    method: 'sapo',
    paper: 'arXiv:2511.20347',
    source: 'objectives.md §32, §39',
    status: 'CONFIRMED',
    words: 'The same soft gate with a mean over tokens; the paper has a mean over answers.',
    layer: {
      objective: { aggregation: 'token-mean', ratioClamp: 'none' },
      advantage: { estimator: 'group-std', stdEpsilon: 'areal' },
      sapo: { anchor: 'recompute' },
    },
  },
  {
    name: 'm2po-areal',
    title: 'M2PO as in AReaL',
    method: 'm2po-mask',
    paper: 'arXiv:2510.01161',
    source: 'objectives.md §20, §39',
    status: 'CONFIRMED',
    words:
      'The mask looks at how far the start of the update is from the sampler, and what it drops leaves the mean too. Elsewhere AReaL keeps counting what it masks.',
    layer: {
      objective: { aggregation: 'token-mean', rejectedTokens: 'drop', ratioClamp: 'none' },
      advantage: { estimator: 'group-std', stdEpsilon: 'areal' },
      'm2po-mask': { moment: 'behave' },
    },
  },
  {
    name: 'opsm-slime',
    title: 'OPSM as in slime',
    method: 'ppo-recompute',
    paper: 'arXiv:2512.02556',
    source: 'objectives.md §14, §39',
    status: 'CONFIRMED',
    words:
      'PPO whose bad answers are dropped as soon as they have drifted at all: δ is 0.0001 where trl suggests 0.5. Drift is measured from the sampler, which slime does with use_rollout_logprobs.',
    layer: {
      objective: { aggregation: 'sum-token-mean', ratioClamp: 'none' },
      correction: { ratio: 'total', opsm: 0.0001 },
    },
  },
  {
    name: 'dppo-verl',
    title: 'DPPO as in verl’s recipe',
    method: 'dppo-tv',
    paper: 'arXiv:2602.04879',
    source: 'objectives.md §22',
    status: 'CONFIRMED',
    words:
      'Weights are practically not cut (at 10000), and the loss is a mean over answers, divided by the longest length. verl’s own default would cut at 3.',
    layer: {
      objective: { aggregation: 'seq-mean-token-sum-norm' },
      advantage: { estimator: 'group-mean' },
      'dppo-tv': { cap: 10000 },
    },
  },
  {
    name: 'minirl-stable',
    title: 'MiniRL as in stable-RL',
    method: 'minirl',
    paper: 'arXiv:2512.01374',
    source: 'objectives.md §28, §39',
    status: 'CONFIRMED',
    words:
      'The DPPO authors’ version: weights are cut at 10, not at 5, and the clip looks at the start of the update. The loss is summed and divided by the longest length.',
    layer: {
      objective: { aggregation: 'sum-norm', ratioClamp: 'above' },
      advantage: { estimator: 'group-mean' },
      minirl: { anchor: 'recompute', cap: 10 },
    },
  },
  {
    name: 'cppo-unirl',
    title: 'CPPO as in UniRL',
    method: 'cppo',
    paper: 'arXiv:2606.10968',
    source: 'objectives.md §24, §39',
    status: 'CONFIRMED',
    words:
      'Every answer has a budget of its own, between 0.02 and 0.04, from its 90th percentile. Masked tokens count in the mean.',
    layer: {
      objective: { aggregation: 'token-mean-all' },
      cppo: { delta: 0.2, budgetMode: 'quantile', budget: 0.02 },
    },
  },
  {
    name: 'drpo-unirl',
    title: 'DRPO as in UniRL',
    method: 'drpo',
    paper: 'arXiv:2606.09821',
    source: 'objectives.md §23, §39',
    status: 'CONFIRMED',
    words: 'The published δ of 12.5, advantages that are not divided, and masked tokens counted in the mean.',
    layer: {
      objective: { aggregation: 'token-mean-all' },
      advantage: { estimator: 'group-mean' },
      drpo: { delta: 12.5 },
    },
  },
] as const satisfies readonly Recipe[];
