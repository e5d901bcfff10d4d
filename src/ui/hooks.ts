/** How components read the stores. Nothing here writes. */
import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { ActionState } from './actions/action.ts';
import { clockOf, experimentStore } from './state/experimentStore.ts';
import { preferences } from './state/preferences.ts';
import { sessionStore, type LabPhase } from './state/sessionStore.ts';
import { viewStore } from './state/view.ts';
import type { RunView } from './run/runView.ts';

export function usePhase(): LabPhase {
  return useStore(sessionStore, (state) => state.phase);
}

export function useActionState(): ActionState {
  const phase = usePhase();
  const theme = useStore(preferences, (state) => state.theme);
  const view = useStore(viewStore, (state) => state.view);
  const clock = useStore(experimentStore, clockOf);
  return { phase, theme, view, clock };
}

/** Renders again whenever the run has news, at most once per shared tick. */
export function useRunNews(run: RunView): number {
  return useSyncExternalStore(run.subscribe, run.getVersion);
}

/** Where the controls are a sheet at the bottom and not a rail. */
export const NARROW = '(max-width: 767px)';

/** Whether a media query holds now. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}
