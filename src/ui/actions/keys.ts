/**
 * From a pressed key to an action. Typing, dialogs and menus are left alone, and so are modified keys but those that an
 * action asks for, which work while text is typed too. Plain keys can be switched off for who speaks to the machine.
 */
import { MODIFIER, type Action, type ActionState } from './action.ts';

/** Where a key belongs to the element that has the focus. */
const TEXT = 'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="listbox"]';
const PRESSED_BY_SPACE = 'button, a[href], summary, [role="switch"], [role="tab"]';
const OVERLAY = '[role="dialog"], [role="listbox"], [role="menu"]';

export interface KeyPress {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly repeat: boolean;
  readonly defaultPrevented: boolean;
  /** The focused element. */
  readonly target: { closest(selector: string): unknown } | null;
}

/** The enabled action that a key press means, if any. */
export function actionFor(
  press: KeyPress,
  actions: readonly Action[],
  state: ActionState,
  plainKeys = true,
): Action | undefined {
  if (press.altKey || press.repeat || press.defaultPrevented) return undefined;
  if (press.target?.closest(OVERLAY)) return undefined;
  const modified = press.ctrlKey || press.metaKey;
  if (!modified) {
    if (!plainKeys || press.target?.closest(TEXT)) return undefined;
    if (press.key === ' ' && press.target?.closest(PRESSED_BY_SPACE)) return undefined;
  }
  const key = (modified ? MODIFIER : '') + press.key.toLowerCase();
  return actions.find((action) => action.keys.includes(key) && action.enabled(state));
}

/** Listens on the whole page. Returns what stops it. */
export function listenForKeys(
  page: Document,
  actions: readonly Action[],
  state: () => ActionState,
  plainKeys: () => boolean,
): () => void {
  const listener = (event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    const { key, altKey, ctrlKey, metaKey, repeat, defaultPrevented } = event;
    const action = actionFor(
      { key, altKey, ctrlKey, metaKey, repeat, defaultPrevented, target },
      actions,
      state(),
      plainKeys(),
    );
    if (action === undefined) return;
    event.preventDefault();
    action.run();
  };
  page.addEventListener('keydown', listener);
  return () => page.removeEventListener('keydown', listener);
}
