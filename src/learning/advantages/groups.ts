/**
 * Groups of sequences: who belongs together, and the moments of their rewards. Shared by all estimators.
 */
import type { AdvantageRules } from './contract.ts';

/** Indices of the sequences of each group, groups in order of first appearance. */
export function members(groups: Int32Array): readonly (readonly number[])[] {
  const byGroup = new Map<number, number[]>();
  groups.forEach((group, sequence) => {
    const found = byGroup.get(group);
    if (found) found.push(sequence);
    else byGroup.set(group, [sequence]);
  });
  return [...byGroup.values()];
}

/**
 * Mean of the rewards at `indices` (at least one). Where all are equal it is that very number: a sum divided
 * by a count may miss it by a rounding, and a standard deviation of that size would then pass for signal.
 */
export function mean(rewards: Float64Array, indices: readonly number[]): number {
  if (constant(rewards, indices)) return rewards[indices[0]!]!;
  let sum = 0;
  for (const index of indices) sum += rewards[index]!;
  return sum / indices.length;
}

/** Unbiased standard deviation of the rewards about `centreOf` each; 0 where there are fewer than two. */
export function deviation(
  rewards: Float64Array,
  indices: readonly number[],
  centreOf: (index: number) => number,
): number {
  if (indices.length < 2) return 0;
  let squares = 0;
  for (const index of indices) {
    const distance = rewards[index]! - centreOf(index);
    squares += distance * distance;
  }
  return Math.sqrt(squares / (indices.length - 1));
}

export function constant(rewards: Float64Array, indices: readonly number[]): boolean {
  return indices.every((index) => rewards[index] === rewards[indices[0]!]);
}

/** Whether an answer that is alone in its group keeps its reward, or is its own baseline. */
export function keepsReward(rules: AdvantageRules, standard: 'keep' | 'zero'): boolean {
  return (rules.single === 'estimator' ? standard : rules.single) === 'keep';
}

/** The group's mean; of an answer that is alone and keeps its reward, 0. */
export function baseline(
  rewards: Float64Array,
  group: readonly number[],
  rules: AdvantageRules,
  standard: 'keep' | 'zero',
): number {
  return group.length === 1 && keepsReward(rules, standard) ? 0 : mean(rewards, group);
}

/** The baseline of every sequence, that of its group. */
export function baselines(
  rewards: Float64Array,
  groups: Int32Array,
  rules: AdvantageRules,
  standard: 'keep' | 'zero',
): Float64Array {
  return estimateByGroup(rewards, groups, (group, centres) => {
    const centre = baseline(rewards, group, rules, standard);
    for (const index of group) centres[index] = centre;
  });
}

/** Applies `write` to each group after checking that rewards and groups speak of the same sequences. */
export function estimateByGroup(
  rewards: Float64Array,
  groups: Int32Array,
  write: (group: readonly number[], advantages: Float64Array) => void,
): Float64Array {
  if (rewards.length !== groups.length) {
    throw new RangeError(`${rewards.length} rewards, but ${groups.length} group ids`);
  }
  const advantages = new Float64Array(rewards.length);
  for (const group of members(groups)) write(group, advantages);
  return advantages;
}
