/**
 * The objective lens (design §6): what each objective does to a token, on paper and on the batch that was just trained on. It
 * lies beneath the stage or fills the screen, costs nothing while it is closed, and is loaded when it is first opened.
 *
 * `state/` what is shown, as one object that a link carries · `thread/` computes it, away from the page's thread ·
 * `curves/` coefficient against ratio · `batch/` methods on a batch · `tokens/` token by token · `Lens.tsx` what drawer and
 * page share
 */
import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { uiStore } from '../state/uiStore.ts';

const Contents = lazy(() => import('./LensDrawer.tsx'));

export function LensDrawer() {
  const open = useStore(uiStore, (state) => state.lensOpen);
  return open ? (
    <Suspense fallback={null}>
      <Contents />
    </Suspense>
  ) : null;
}
