/**
 * Keeps the open inspector up to date: it asks the session for the last batches, twice a second while the run goes on
 * and once when it rests. Nothing is asked while the inspector is closed, held or pointed into, or the page is
 * hidden.
 */
import type { Controller } from '../run/controller.ts';
import { isActive, sessionStore } from '../state/sessionStore.ts';
import { clearInspector, inspectorStore, isStill, showBatches } from './inspectorStore.ts';

const REFRESH_MS = 500;

/** @returns what ends it */
export function followRun(controller: Pick<Controller, 'inspect' | 'runs'>): () => void {
  let ended = false;
  let asking = false;
  /** Something changed while an answer was under way. */
  let again = false;
  const ask = () => {
    if (ended || isStill() || document.visibilityState === 'hidden') return;
    again = asking;
    if (asking) return;
    asking = true;
    const run = controller.runs.getState().current;
    controller
      .inspect()
      .then((batches) => {
        if (!ended && run === controller.runs.getState().current) showBatches(batches);
      })
      .finally(() => {
        asking = false;
        if (again) ask();
      });
  };
  const timer = setInterval(() => {
    if (isActive(sessionStore.getState().phase)) ask();
  }, REFRESH_MS);
  const stops = [
    sessionStore.subscribe((state, before) => {
      if (state.phase !== before.phase) ask();
    }),
    inspectorStore.subscribe((state, before) => {
      if (isStill(before) && !isStill(state)) ask();
    }),
    followRuns(controller),
  ];
  ask();
  return () => {
    ended = true;
    clearInterval(timer);
    for (const stop of stops) stop();
  };
}

/** Of which run the store's batches are. */
let shown: unknown;

function followRuns({ runs }: Pick<Controller, 'runs'>): () => void {
  const check = () => {
    const { current } = runs.getState();
    if (current === shown) return;
    shown = current;
    clearInspector();
  };
  check();
  return runs.subscribe(check);
}
