import { describe, expect, it, vi } from 'vitest';
import type { LabPhase } from '../state/sessionStore.ts';
import { actionFor, type KeyPress } from './keys.ts';
import { makeActions, type ActionTargets } from './table.ts';

function setUp(phase: LabPhase) {
  const names = ['run', 'pause', 'step', 'reset', 'restart', 'revert', 'newSeed', 'copyLink'] as const;
  const targets = Object.fromEntries(names.map((name) => [name, vi.fn()])) as unknown as ActionTargets;
  return { targets, actions: makeActions(targets, () => phase), state: { phase, theme: 'system' as const } };
}

/** A key pressed while an element is focused that lies within elements matching these selectors. */
function press(key: string, within: readonly string[] = [], more: Partial<KeyPress> = {}): KeyPress {
  const target = {
    closest: (selector: string) => (within.some((one) => selector.split(', ').includes(one)) ? {} : null),
  };
  return {
    key,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    repeat: false,
    defaultPrevented: false,
    target,
    ...more,
  };
}

describe('actions', () => {
  it('run and pause are one, named after what it will do', () => {
    for (const [phase, label, called] of [
      ['idle', 'Run', 'run'],
      ['running', 'Pause', 'pause'],
      ['warm-start', 'Pause', 'pause'],
      ['paused', 'Resume', 'run'],
      ['finished', 'Continue', 'run'],
      ['failed', 'Run', 'run'],
    ] as const) {
      const { actions, state, targets } = setUp(phase);
      expect(actions.toggle.label(state)).toBe(label);
      actions.toggle.run();
      expect(targets[called]).toHaveBeenCalledOnce();
    }
  });

  it('have keys that no other action has', () => {
    const keys = Object.values(setUp('idle').actions).flatMap((action) => action.keys);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('reset is of no use at rest', () => {
    const { actions, state } = setUp('idle');
    expect(actions.reset.enabled(state)).toBe(false);
    expect(actionFor(press('r'), Object.values(actions), state)).toBeUndefined();
  });
});

describe('keys', () => {
  const { actions, state } = setUp('running');
  const all = Object.values(actions);

  it('mean their action, in either case', () => {
    expect(actionFor(press(' '), all, state)).toBe(actions.toggle);
    expect(actionFor(press('S'), all, state)).toBe(actions.step);
    expect(actionFor(press('.'), all, state)).toBe(actions.step);
    expect(actionFor(press('?'), all, state)).toBe(actions.help);
  });

  it('are left to text, lists, dialogs, modified and repeated presses', () => {
    expect(actionFor(press('s', ['input']), all, state)).toBeUndefined();
    expect(actionFor(press('s', ['[role="combobox"]']), all, state)).toBeUndefined();
    expect(actionFor(press('s', ['[role="dialog"]']), all, state)).toBeUndefined();
    expect(actionFor(press('r', [], { ctrlKey: true }), all, state)).toBeUndefined();
    expect(actionFor(press(' ', [], { repeat: true }), all, state)).toBeUndefined();
  });

  it('leave space to a focused button, but not letters', () => {
    expect(actionFor(press(' ', ['button']), all, state)).toBeUndefined();
    expect(actionFor(press('t', ['button']), all, state)).toBe(actions.theme);
  });
});
