/** Recipes that papers have made known under a name of their own. */
import type { Recipe } from './recipe.ts';

export const papers = [
  {
    name: 'dr-grpo',
    title: 'Dr.GRPO',
    method: 'ppo',
    paper: 'arXiv:2503.20783',
    source: 'objectives.md §8',
    status: 'CONFIRMED',
    words:
      'GRPO without its two divisions: advantages are not divided by the group’s spread, nor losses by the answer’s length. So neither hard prompts nor short answers weigh more than they should.',
    layer: {
      objective: { aggregation: 'seq-mean-token-sum-norm' },
      advantage: { estimator: 'group-mean' },
    },
  },
  {
    name: 'rloo',
    title: 'RLOO',
    method: 'reinforce',
    paper: 'arXiv:2402.14740',
    source: 'objectives.md §9',
    status: 'CONFIRMED',
    words:
      'REINFORCE on whole answers, each compared with the mean of the others, and a KL penalty taken from the reward. The paper leaves the penalty’s weight open; 0.05 is trl’s.',
    layer: {
      objective: { aggregation: 'seq-mean-token-sum' },
      advantage: { estimator: 'rloo' },
      kl: { coefficient: 0.05, estimator: 'k1', place: 'reward' },
    },
  },
  {
    name: 'dapo',
    title: 'DAPO',
    method: 'ppo',
    paper: 'arXiv:2503.14476',
    source: 'objectives.md §10',
    status: 'CONFIRMED',
    words:
      'Four parts: a clip that leaves more room upwards, a mean over tokens, dynamic sampling, and a soft penalty for length. The buffer of the penalty is one token here; the paper’s is 4096 of 20480.',
    layer: {
      objective: { aggregation: 'token-mean', clipLow: 0.2, clipHigh: 0.28 },
      advantage: { estimator: 'group-std', overlongPenalty: 1, overlongBuffer: 1 },
      schedule: { filter: 'exact', filterLimit: 10 },
    },
  },
  {
    name: 'minimax-m1',
    title: 'MiniMax-M1',
    method: 'cispo',
    paper: 'arXiv:2506.13585',
    source: 'objectives.md §13',
    status: 'CONFIRMED',
    words:
      'CISPO with no lower bound of the weight, against the policy at the start of the update. The upper bound is that of verl’s recipe, 1.2.',
    layer: {
      objective: { aggregation: 'token-mean' },
      cispo: { anchor: 'recompute', convention: 'verl', epsilonLow: 10, epsilonHigh: 0.2 },
    },
  },
  {
    name: 'scale-rl',
    title: 'ScaleRL',
    method: 'cispo',
    paper: 'arXiv:2510.13786',
    source: 'objectives.md §13',
    status: 'CONFIRMED',
    words:
      'CISPO as trl has it for ScaleRL: a weight is at most 5, not 1 + 5. The same name ε means another bound in verl.',
    layer: {
      objective: { aggregation: 'token-mean', ratioClamp: 'none' },
      advantage: { stdEpsilon: 'trl', single: 'zero' },
      cispo: { anchor: 'recompute', convention: 'trl', epsilonHigh: 5 },
    },
  },
  {
    name: 'deepseek-v3.2',
    title: 'DeepSeek-V3.2',
    method: 'grpo',
    paper: 'arXiv:2512.02556',
    source: 'objectives.md §14, §34',
    status: 'RECONSTRUCTED',
    words:
      'GRPO whose bad answers are dropped once they have drifted, and whose KL penalty is corrected for staleness by the ratio. The paper’s numbers are not known: δ = 0.5 is what trl suggests, β = 0.04 is GRPO’s.',
    layer: {
      objective: { aggregation: 'seq-mean-token-mean' },
      grpo: { beta: 0 },
      kl: { coefficient: 0.04, estimator: 'k3', place: 'loss', unbiased: true },
      correction: { opsm: 0.5 },
    },
  },
  {
    name: 'dppo-authors',
    title: 'DPPO as its authors run it',
    method: 'dppo-tv',
    paper: 'arXiv:2602.04879',
    source: 'objectives.md §22, §39',
    status: 'CONFIRMED',
    words:
      'Weights are cut at 10, advantages are not divided, and the loss is summed and divided by the longest length alone, with no mean over answers. So the step grows with the batch.',
    layer: {
      objective: { aggregation: 'sum-norm', ratioClamp: 'above' },
      advantage: { estimator: 'group-mean' },
      'dppo-tv': { cap: 10 },
    },
  },
  {
    name: 'opmd-trinity',
    title: 'OPMD, simplified',
    method: 'reinforce',
    paper: 'arXiv:2501.12599',
    source: 'objectives.md §33',
    status: 'CONFIRMED',
    words:
      'As in Trinity-RFT: no ratio and no spring, only a baseline above the group’s mean. Its constant factor 1/(1 + τ) is left to the learning rate.',
    layer: {
      objective: { aggregation: 'token-mean' },
      advantage: { estimator: 'log-mean-exp', temperature: 1 },
    },
  },
] as const satisfies readonly Recipe[];
