import { describe, expect, it } from 'vitest';
import { describeChange, marksOf } from './changes.ts';

describe('changes of settings', () => {
  it('are told with the symbol where there is one, and in the words of the control', () => {
    expect(describeChange({ field: 'schedule.maxStaleness', from: 2, to: 8 })).toBe('η 2 → 8');
    expect(describeChange({ field: 'objective.name', from: 'ppo', to: 'reinforce' })).toBe(
      'Objective PPO, behaviour anchor → REINFORCE',
    );
    expect(describeChange({ field: 'rollout.topK', from: 0, to: 5 })).toBe('Top-k off → 5');
    expect(describeChange({ field: 'schedule.refund', from: true, to: false })).toBe(
      'Refund dropped samples on → off',
    );
  });

  it('of one update are one mark, and a drag over several values is one change', () => {
    const marks = marksOf([
      { update: 5, field: 'schedule.maxStaleness', from: 2, to: 3 },
      { update: 5, field: 'schedule.maxStaleness', from: 3, to: 8 },
      { update: 5, field: 'optimiser.epochs', from: 1, to: 2 },
      { update: 9, field: 'schedule.maxStaleness', from: 8, to: 0 },
    ]);
    expect(marks).toEqual([
      { update: 5, text: 'η 2 → 8, Epochs per batch 1 → 2' },
      { update: 9, text: 'η 8 → 0' },
    ]);
  });

  it('that cancel out are no mark', () => {
    expect(
      marksOf([
        { update: 5, field: 'schedule.maxStaleness', from: 2, to: 3 },
        { update: 5, field: 'schedule.maxStaleness', from: 3, to: 2 },
      ]),
    ).toEqual([]);
  });
});
