/**
 * Returns and advantages from per-token rewards and values (sheet §2, §3), one sequence after another. Only counted
 * tokens are steps; the step after the last one is terminal, with value 0.
 */
import type { Facts } from './contract.ts';
import { required } from './ratios.ts';

/** The counted tokens of every sequence, in order. */
export function steps({ offsets, mask }: Pick<Facts, 'offsets' | 'mask'>): number[][] {
  return Array.from({ length: Math.max(0, offsets.length - 1) }, (_, i) =>
    Array.from({ length: offsets[i + 1]! - offsets[i]! }, (_, k) => offsets[i]! + k).filter((t) => mask[t]),
  );
}

/** Generalised advantage estimates Σ_k (γλ)^k δ_{t+k}, δ_t = r_t + γV_{t+1} − V_t; 0 where masked. */
export function generalisedAdvantages(
  facts: Facts,
  { gamma, lambda }: { readonly gamma: number; readonly lambda: number },
  method: string,
): Float64Array {
  const values = required(facts, 'values', method);
  const rewards = required(facts, 'rewards', method);
  const advantages = new Float64Array(facts.mask.length);
  for (const sequence of steps(facts)) {
    let next = 0;
    let carried = 0;
    for (const t of sequence.toReversed()) {
      carried = rewards[t]! + gamma * next - values[t]! + gamma * lambda * carried;
      advantages[t] = carried;
      next = values[t]!;
    }
  }
  return advantages;
}

export interface VTraceSettings {
  /** ρ̄, which decides whose value is learnt. */
  readonly rhoBar: number;
  /** c̄, which decides how fast. */
  readonly cBar: number;
  /** ρ̄ of the policy gradient. */
  readonly rhoBarPolicy: number;
  readonly gamma: number;
  readonly clipRewards: boolean;
}

/** Targets vs and policy-gradient advantages, from the ratios ρ per token. */
export function vTrace(facts: Facts, ratios: Float64Array, settings: VTraceSettings, method: string) {
  const values = required(facts, 'values', method);
  const rewards = required(facts, 'rewards', method);
  const { rhoBar, cBar, rhoBarPolicy, gamma, clipRewards } = settings;
  const targets = new Float64Array(facts.mask.length);
  const advantages = new Float64Array(facts.mask.length);
  for (const sequence of steps(facts)) {
    let nextValue = 0;
    let nextTarget = 0;
    for (const t of sequence.toReversed()) {
      const reward = clipRewards ? Math.min(1, Math.max(-1, rewards[t]!)) : rewards[t]!;
      const rho = ratios[t]!;
      const delta = Math.min(rhoBar, rho) * (reward + gamma * nextValue - values[t]!);
      targets[t] = values[t]! + delta + gamma * Math.min(cBar, rho) * (nextTarget - nextValue);
      advantages[t] = Math.min(rhoBarPolicy, rho) * (reward + gamma * nextTarget - values[t]!);
      nextValue = values[t]!;
      nextTarget = targets[t]!;
    }
  }
  return { targets, advantages };
}
