/**
 * The optimal token baseline (sheet §35): at every position the group's returns, each weighted by how far its answer's
 * choices so far have moved the policy, which is what makes their gradients vary.
 *
 *   B_t = Σ_i G_{i,t} W_{i,t} / Σ_i W_{i,t}        W_{i,t} = Σ_{j≤t} (1 − 2π_j + Σ_a π_j(a)²) = Σ_{j≤t} ‖∂log π_j/∂z_j‖²
 *
 * over the answers of a group that have a counted token at position t. G is the return from t on. Where an answer is the only
 * one left it is its own baseline.
 */
import { exp } from '../../numerics/elementary.ts';
import type { TokenEstimator, TokenFacts } from './contract.ts';
import { keepsReward, members } from './groups.ts';
import { STANDARD_RULES } from './rules.ts';

export const optimalToken: TokenEstimator = {
  name: 'optimal-token',
  level: 'token',
  title: 'Optimal token baseline',
  formula: String.raw`A_{i,t} = G_{i,t} - \frac{\sum_j G_{j,t} W_{j,t}}{\sum_j W_{j,t}},\quad W_{i,t} = \sum_{k\le t}\Bigl(1 - 2\pi_k + \sum_a\pi_k(a)^2\Bigr)`,
  paper: 'verl, optimal_token_baseline, github.com/verl-project/verl',
  source: 'objectives.md §35',
  status: 'CONFIRMED',
  words:
    'Every position has a baseline of its own, in which answers that were surprising so far count more, as their ' +
    'gradients vary most. A group of one keeps its reward, as in verl.',
  estimateTokens(facts, groups, rules = STANDARD_RULES) {
    const { offsets, mask } = facts;
    if (offsets.length - 1 !== groups.length)
      throw new RangeError(`${offsets.length - 1} sequences, but ${groups.length} group ids`);
    const returns = backwards(facts);
    const weights = energies(facts);
    const advantages = new Float64Array(mask.length);
    for (const group of members(groups)) {
      const keeps = group.length === 1 && keepsReward(rules, 'keep');
      const longest = Math.max(...group.map((i) => offsets[i + 1]! - offsets[i]!));
      for (let position = 0; position < longest; position++) {
        const tokens = group
          .map((i) => [offsets[i]! + position, offsets[i + 1]!] as const)
          .filter(([token, end]) => token < end && mask[token] !== 0)
          .map(([token]) => token);
        const centre = keeps ? 0 : weightedMean(returns, weights, tokens);
        for (const token of tokens) advantages[token] = returns[token]! - centre;
      }
    }
    return advantages;
  },
};

/** Σ of the rewards of counted tokens from each token on. */
function backwards({ offsets, mask, rewards }: TokenFacts): Float64Array {
  const returns = new Float64Array(mask.length);
  for (let i = 0; i + 1 < offsets.length; i++) {
    let sum = 0;
    for (let t = offsets[i + 1]! - 1; t >= offsets[i]!; t--) {
      if (mask[t]) sum += rewards[t]!;
      returns[t] = sum;
    }
  }
  return returns;
}

/** W of each token. */
function energies({ offsets, mask, logp, agreement }: TokenFacts): Float64Array {
  const weights = new Float64Array(mask.length);
  for (let i = 0; i + 1 < offsets.length; i++) {
    let sum = 0;
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++) {
      if (mask[t]) sum += Math.max(0, 1 - 2 * exp(logp[t]!) + agreement[t]!);
      weights[t] = sum;
    }
  }
  return weights;
}

/** Where all values are equal it is that very number; where all weights are 0 the plain mean. */
function weightedMean(values: Float64Array, weights: Float64Array, tokens: readonly number[]): number {
  const first = values[tokens[0] ?? 0] ?? 0;
  if (tokens.every((token) => values[token] === first)) return first;
  let above = 0;
  let below = 0;
  let plain = 0;
  for (const token of tokens) {
    above += weights[token]! * values[token]!;
    below += weights[token]!;
    plain += values[token]!;
  }
  return below > 0 ? above / below : plain / tokens.length;
}
