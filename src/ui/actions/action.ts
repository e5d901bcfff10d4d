/** What an action is (design §7): buttons, keys, the help sheet and later the palette use the same objects. */
import type { ThemeChoice } from '../state/preferences.ts';
import type { LabPhase } from '../state/sessionStore.ts';

/** All that decides what an action is called and whether it may be used. */
export interface ActionState {
  readonly phase: LabPhase;
  readonly theme: ThemeChoice;
}

export interface Action {
  readonly id: string;
  /** What the button says now. */
  label(state: ActionState): string;
  /** One sentence for the tooltip and the help sheet. */
  readonly help: string;
  /** Values of `KeyboardEvent.key` that trigger it, none = no key. The first is the one that is shown. */
  readonly keys: readonly string[];
  enabled(state: ActionState): boolean;
  run(): void;
}

/** A key as it is printed on a keyboard. */
export function keyName(key: string): string {
  return key === ' ' ? 'Space' : key.toUpperCase();
}
