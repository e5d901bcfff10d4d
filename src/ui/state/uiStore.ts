/** Which dialogs and panels are open, and short confirmations. Nothing here outlives the page. */
import { createStore } from 'zustand/vanilla';
import type { Field } from '../../experiment/settings/index.ts';

export interface UiState {
  readonly helpOpen: boolean;
  readonly paletteOpen: boolean;
  /** The controls, where the screen is too narrow for a rail. */
  readonly sheetOpen: boolean;
  /** The rail, where it fits. */
  readonly railOpen: boolean;
  /** The token inspector, beneath the stage. */
  readonly inspectorOpen: boolean;
  /** The timeline, and the objective lens, in the same place: one of the three is open at most. */
  readonly timelineOpen: boolean;
  readonly lensOpen: boolean;
  /** What is searched for among the controls. */
  readonly railQuery: string;
  /** A setting that somebody was sent to; the rail brings it into view and clears this. */
  readonly wanted: Field | undefined;
  /** A confirmation such as "Link copied", shown for some seconds. */
  readonly confirmation: { readonly id: number; readonly text: string } | undefined;
}

export const uiStore = createStore<UiState>(() => ({
  helpOpen: false,
  paletteOpen: false,
  sheetOpen: false,
  railOpen: true,
  inspectorOpen: false,
  timelineOpen: false,
  lensOpen: false,
  railQuery: '',
  wanted: undefined,
  confirmation: undefined,
}));

let confirmations = 0;

export function announce(text: string): void {
  uiStore.setState({ confirmation: { id: ++confirmations, text } });
}
