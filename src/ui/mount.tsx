/** Puts the lab on the page: theme, keys, address bar, `window.laglab`, then the screen. */
import { createRoot } from 'react-dom/client';
import './theme/tokens.css';
import './theme/base.css';
import { listenForKeys } from './actions/keys.ts';
import { App } from './App.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { scheduleSelfTests } from './capabilities/schedule.ts';
import { actions, addressBar, controller, selfTests } from './lab.ts';
import { makeLabApi, type LabApi } from './labApi.ts';
import { takeDroppedRuns } from './record/files.ts';
import { clockOf, experimentStore } from './state/experimentStore.ts';
import { preferences } from './state/preferences.ts';
import { sessionStore } from './state/sessionStore.ts';
import { followView, viewStore } from './state/view.ts';
import { followTheme } from './theme/theme.ts';
// After the styles of all components, which it takes back.
import './theme/print.css';

export function mount(root: HTMLElement): void {
  followTheme(document);
  followView(() => addressBar.write());
  addressBar.start();
  listenForKeys(
    document,
    Object.values(actions),
    () => ({
      phase: sessionStore.getState().phase,
      theme: preferences.getState().theme,
      view: viewStore.getState().view,
      clock: clockOf(experimentStore.getState()),
    }),
    () => preferences.getState().plainKeys,
  );
  const laglab: LabApi = makeLabApi(
    () => controller.runs.getState().current,
    (fault) => controller.fault(fault),
  );
  Object.defineProperty(window, 'laglab', { value: laglab, enumerable: true });
  createRoot(root).render(
    <ErrorBoundary>
      <App />
    </ErrorBoundary>,
  );
  takeDroppedRuns(document, controller);
  scheduleSelfTests(selfTests);
}
