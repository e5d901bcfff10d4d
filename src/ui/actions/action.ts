/** What an action is (design §7): buttons, keys, the help sheet and the palette use the same objects. */
import type { Experiment } from '../../experiment/experiment.ts';
import type { ThemeChoice } from '../state/preferences.ts';
import type { LabPhase } from '../state/sessionStore.ts';
import type { View } from '../state/view.ts';

/** All that decides what an action is called and whether it may be used. */
export interface ActionState {
  readonly phase: LabPhase;
  readonly theme: ThemeChoice;
  readonly view: View;
  /** Of the run, or of the one that the controls show. */
  readonly clock: Experiment['run']['clock'];
}

/** Under which heading an action is listed. */
export const actionGroups = { run: 'Run', page: 'Pages', screen: 'Screen' } as const;
export type ActionGroup = keyof typeof actionGroups;

export interface Action {
  readonly id: string;
  readonly group: ActionGroup;
  /** What the button says now. */
  label(state: ActionState): string;
  /** One sentence for the tooltip and the help sheet. */
  readonly help: string;
  /**
   * Values of `KeyboardEvent.key` that trigger it, none = no key. The first is the one that is shown. `mod+k` is k with
   * Ctrl, or with ⌘ on a Mac.
   */
  readonly keys: readonly string[];
  enabled(state: ActionState): boolean;
  run(): void;
}

/** Before the key that is pressed together with Ctrl, or ⌘. */
export const MODIFIER = 'mod+';

const isMac = /^Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');
const named: Readonly<Record<string, string>> = { ' ': 'Space', escape: 'Esc' };

/** A key as it is printed on a keyboard. */
export function keyName(key: string, mac = isMac): string {
  if (key.startsWith(MODIFIER)) return `${mac ? '⌘' : 'Ctrl '}${keyName(key.slice(MODIFIER.length))}`;
  return named[key] ?? key.toUpperCase();
}

/** A key as `aria-keyshortcuts` wants it. */
export function ariaKey(key: string, mac = isMac): string {
  if (key.startsWith(MODIFIER)) return `${mac ? 'Meta' : 'Control'}+${key.slice(MODIFIER.length)}`;
  return key === ' ' ? 'Space' : key === 'escape' ? 'Escape' : key;
}
