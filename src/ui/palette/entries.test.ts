import { describe, expect, it, vi } from 'vitest';
import { fields } from '../../experiment/fields.ts';
import { presets } from '../../experiment/presets/index.ts';
import type { ActionState } from '../actions/action.ts';
import { makeActions, type ActionTargets } from '../actions/table.ts';
import { choices } from '../rail/objective/choices.ts';
import { bestFirst, paletteEntries, score, type Entry } from './entries.ts';

const state: ActionState = { phase: 'idle', theme: 'light', view: 'lab', clock: 'live' };
const showPreset = vi.fn();
const actions = Object.values(makeActions({} as ActionTargets, () => 'idle'));
const follow = vi.fn();
const groups = paletteEntries(actions, state, showPreset, follow);
const all = groups.flatMap(({ entries }) => entries);

/** Labels of what a search finds, best first. */
function find(search: string): string[] {
  return all
    .map((entry) => [entry, score(entry, search)] as const)
    .filter(([, points]) => points > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([entry]) => entry.label);
}

const entry = (id: string): Entry => all.find((one) => one.id === id)!;

describe('the palette', () => {
  it('holds every preset, every setting, and every action that can be used now', () => {
    expect(all.filter(({ id }) => id.startsWith('preset'))).toHaveLength(presets.length);
    expect(all.filter(({ id }) => id.startsWith('setting'))).toHaveLength(fields.length);
    expect(all.filter(({ id }) => id.startsWith('action')).map(({ id }) => id)).toEqual(
      expect.arrayContaining(['action toggle', 'action step', 'action theme', 'action help']),
    );
    // At rest there is nothing to reset, in the lab nothing to go back to, and the palette is open already.
    for (const id of ['action reset', 'action lab', 'action palette', 'theme light']) {
      expect(entry(id)).toBeUndefined();
    }
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  it('finds the best first: by name, by part of a name, by a foreign key, by the explanation', () => {
    expect(find('run')[0]).toBe('Run');
    expect(find('stale')[0]).toBe('Max staleness');
    expect(find('clip negative')[0]).toBe('Clip fraction by sign of A');
    expect(find('queue oldest')[0]).toBe('Oldest in the queue');
    expect(find('learner idle')[0]).toBe('Learner idle');
    expect(find('max_head_offpolicyness')[0]).toBe('Max staleness');
    expect(find('decoupled ppo')).toContain('Objective');
    expect(find('learning rate')[0]).toBe('Learning rate');
    expect(find('projector')[0]).toBe('Theme projector');
    expect(find('one update')).toContain('Step');
    expect(find('no such thing')).toEqual([]);
  });

  it('holds every objective and recipe, found by a library’s name for it, and follows the chosen one', () => {
    expect(all.filter(({ id }) => /^(method|recipe) /.test(id))).toHaveLength(choices.length);
    expect(find('dapo')[0]).toBe('DAPO');
    expect(find('clip_ratio_c')).toContain('Dual clip');
    entry('recipe dapo').run();
    expect(follow).toHaveBeenCalledWith(expect.objectContaining({ label: 'DAPO' }));
  });

  it('puts the group first that has the best', () => {
    const first = (search: string) => bestFirst(groups, search)[0]!.title;
    expect(first('decoupled ppo')).toBe('Objectives');
    expect(first('stale')).toBe('Settings');
    expect(first('clip negative')).toBe('Charts');
    expect(bestFirst(groups, ' ')).toBe(groups);
  });

  it('shows a preset when it is chosen', () => {
    entry('preset sort-4-v1').run();
    expect(showPreset).toHaveBeenCalledWith('sort-4-v1');
  });
});
