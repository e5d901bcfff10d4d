/** Which dialogs and panels are open, and short confirmations. Nothing here outlives the page. */
import { createStore } from 'zustand/vanilla';

export interface UiState {
  readonly helpOpen: boolean;
  /** The controls, where the screen is too narrow for a rail. */
  readonly sheetOpen: boolean;
  /** The rail, where it fits. */
  readonly railOpen: boolean;
  /** A confirmation such as "Link copied", shown for some seconds. */
  readonly confirmation: { readonly id: number; readonly text: string } | undefined;
}

export const uiStore = createStore<UiState>(() => ({
  helpOpen: false,
  sheetOpen: false,
  railOpen: true,
  confirmation: undefined,
}));

let confirmations = 0;

export function announce(text: string): void {
  uiStore.setState({ confirmation: { id: ++confirmations, text } });
}
