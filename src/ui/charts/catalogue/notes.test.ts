import { describe, expect, it } from 'vitest';
import { defaultExperiment } from '../../../experiment/defaults.ts';
import type { Experiment } from '../../../experiment/experiment.ts';
import type { Field, SettingValue } from '../../../experiment/settings/index.ts';
import { put } from '../../state/fields.ts';
import {
  clipBounds,
  clipNote,
  lagBound,
  noDataReason,
  ratioNote,
  stalenessNote,
  weightsNote,
} from './notes.ts';

function experiment(changes: Partial<Record<Field, SettingValue>>): Experiment {
  return (Object.entries(changes) as [Field, SettingValue][]).reduce(
    (now, [field, value]) => put(now, field, value),
    defaultExperiment(),
  );
}

describe('notes', () => {
  it('explain why a recomputed ratio is 1 with one optimiser step per batch, and only then', () => {
    for (const name of ['decoupled-ppo', 'ppo-recompute']) {
      const one = experiment({ 'objective.name': name, 'optimiser.minibatches': 1, 'optimiser.epochs': 1 });
      expect(weightsNote(one)).toBe('The ratio θ/prox is 1 because there is one optimiser step per batch.');
      expect(clipNote(one)).toContain('θ/prox is 1 because there is one optimiser step per batch');
      const two = put(one, 'optimiser.epochs', 2);
      expect(weightsNote(two)).toBeUndefined();
      expect(clipNote(two)).toBeUndefined();
      expect(ratioNote(two)).toContain('θ/prox');
    }
  });

  it('explain a ratio of 1 to the behaviour policy only when the data is fresh', () => {
    const fresh = experiment({
      'objective.name': 'ppo',
      'schedule.maxStaleness': 0,
      'optimiser.minibatches': 1,
    });
    expect(clipNote(fresh)).toContain('fresh');
    expect(clipNote(put(fresh, 'schedule.maxStaleness', 4))).toBeUndefined();
    expect(clipNote(put(fresh, 'schedule.publishEvery', 4))).toBeUndefined();
  });

  it('say that REINFORCE does not clip, and draw no bounds for it', () => {
    const reinforce = experiment({ 'objective.name': 'reinforce' });
    expect(clipNote(reinforce)).toContain('does not clip');
    expect(clipBounds(reinforce)).toBeUndefined();
    expect(noDataReason('clip_ratio', reinforce)).toContain('does not clip');
    expect(noDataReason('behave_imp_weight', reinforce)).toContain('no separate proximal policy');
  });

  it('tell on which ratio the clip acts', () => {
    const ppo = experiment({ 'objective.name': 'ppo', 'objective.clipLow': 0.2, 'objective.clipHigh': 0.28 });
    expect(clipBounds(ppo)).toEqual({ low: 0.8, high: 1.28, onThisRatio: true });
    expect(clipBounds(put(ppo, 'objective.name', 'decoupled-ppo'))?.onThisRatio).toBe(false);
    expect(clipBounds(put(ppo, 'objective.clipLow', 1))?.low).toBe(0);
  });

  it('name the bound of the schedule', () => {
    expect(lagBound(experiment({ 'schedule.maxStaleness': 8 }))).toEqual({ value: 8, text: 'η = 8' });
    expect(lagBound(experiment({ 'schedule.mode': 'exact', 'schedule.exactLag': 64 }))).toEqual({
      value: 64,
      text: 'k = 64',
    });
    expect(stalenessNote(experiment({ 'schedule.maxStaleness': 0 }))).toContain('take turns');
    expect(stalenessNote(experiment({ 'schedule.maxStaleness': 2 }))).toBeUndefined();
  });
});
