import { describe, expect, it } from 'vitest';
import { defaultExperiment } from '../../experiment/defaults.ts';
import { type Layer, withLayer } from '../../experiment/presets/index.ts';
import { extraPasses } from './cost.ts';
import { needsOf } from './index.ts';

function passesOf(layer: Layer): number {
  const experiment = withLayer(defaultExperiment(), layer);
  return extraPasses(needsOf(experiment), experiment).reduce((sum, { passes }) => sum + passes, 0);
}

describe('extra forward passes', () => {
  it('are none for a method that reads what the sampler recorded, values and distributions of θ included', () => {
    for (const name of ['reinforce', 'ppo', 'sat', 'epo', 'a2c', 'v-trace', 'dppo-kl'] as const) {
      expect(passesOf({ objective: { name, entropyBonus: 0.01 } })).toBe(0);
    }
  });

  it('are one for the policy at the start of the update, none where there is one step', () => {
    const name = 'decoupled-ppo';
    expect(passesOf({ objective: { name } })).toBe(1);
    expect(passesOf({ objective: { name }, optimiser: { minibatches: 1, epochs: 4 } })).toBe(1);
    expect(passesOf({ objective: { name }, optimiser: { minibatches: 1, epochs: 1 } })).toBe(0);
  });

  it('are one an epoch for an averaged policy', () => {
    expect(passesOf({ objective: { name: 'ppo-ewma' } })).toBe(1);
    expect(passesOf({ objective: { name: 'ppo-ewma' }, optimiser: { epochs: 3 } })).toBe(3);
  });

  it('are one for the weights that sampled, and add up with the reference', () => {
    expect(passesOf({ objective: { name: 'exact-old-logits' } })).toBe(1);
    expect(passesOf({ objective: { name: 'dppo-full-kl' } })).toBe(1);
    const kl = { coefficient: 0.1 };
    expect(passesOf({ objective: { name: 'exact-old-logits' }, kl })).toBe(2);
    expect(passesOf({ objective: { name: 'ppo' }, kl: { ...kl, place: 'reward' } })).toBe(1);
  });

  it('share one for ℓ_old and distributions only at full precision', () => {
    const needs = { old: true, behaveDistributions: true };
    const { optimiser, rollout } = defaultExperiment();
    expect(extraPasses(needs, { optimiser, rollout })).toHaveLength(1);
    expect(extraPasses(needs, { optimiser, rollout: { precision: 'bfloat16' } })).toHaveLength(2);
  });
});
