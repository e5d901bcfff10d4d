import { describe, expect, it, vi } from 'vitest';
import type { LabPhase } from '../state/sessionStore.ts';
import { ariaKey, keyName } from './action.ts';
import { actionFor, type KeyPress } from './keys.ts';
import { makeActions, type ActionTargets } from './table.ts';

function setUp(phase: LabPhase) {
  const names = ['run', 'pause', 'step', 'stepEvent', 'reset'] as const;
  const targets = Object.fromEntries(names.map((name) => [name, vi.fn()])) as unknown as ActionTargets;
  return {
    targets,
    actions: makeActions(targets, () => phase),
    state: { phase, theme: 'system', view: 'lab', clock: 'live' } as const,
  };
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

  it('single events and speed are for the virtual clock', () => {
    const { actions, state, targets } = setUp('paused');
    expect(actionFor(press('e'), Object.values(actions), state)).toBeUndefined();
    const virtual = { ...state, clock: 'virtual' } as const;
    expect(actionFor(press('['), Object.values(actions), virtual)).toBe(actions.slower);
    actionFor(press('e'), Object.values(actions), virtual)?.run();
    expect(targets.stepEvent).toHaveBeenCalledOnce();
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

  it('with Ctrl or ⌘ mean an action that asks for it, while text is typed too, but not in a dialog', () => {
    expect(actionFor(press('k', ['input'], { ctrlKey: true }), all, state)).toBe(actions.palette);
    expect(actionFor(press('k', [], { metaKey: true }), all, state)).toBe(actions.palette);
    expect(actionFor(press('k', ['[role="dialog"]'], { ctrlKey: true }), all, state)).toBeUndefined();
    expect(actionFor(press('k'), all, state)).toBeUndefined();
    expect(actionFor(press('k', [], { ctrlKey: true, altKey: true }), all, state)).toBeUndefined();
  });

  it('can be switched off, but not those with Ctrl', () => {
    expect(actionFor(press('s'), all, state, false)).toBeUndefined();
    expect(actionFor(press(' '), all, state, false)).toBeUndefined();
    expect(actionFor(press('k', [], { ctrlKey: true }), all, state, false)).toBe(actions.palette);
  });

  it('are printed as on the keyboard and read out as assistive technology wants them', () => {
    expect([' ', 's', 'escape'].map((key) => keyName(key))).toEqual(['Space', 'S', 'Esc']);
    expect([keyName('mod+k', false), keyName('mod+k', true)]).toEqual(['Ctrl K', '⌘K']);
    expect([ariaKey('mod+k', false), ariaKey('mod+k', true), ariaKey(' ')]).toEqual([
      'Control+k',
      'Meta+k',
      'Space',
    ]);
  });

  it('leave space to a focused button, but not letters', () => {
    expect(actionFor(press(' ', ['button']), all, state)).toBeUndefined();
    expect(actionFor(press('t', ['button']), all, state)).toBe(actions.theme);
  });
});
